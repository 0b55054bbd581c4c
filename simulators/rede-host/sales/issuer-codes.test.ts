import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { returnCodeFor } from './issuer-codes.ts';

/** The table of docs/contract/acquirers.md G.4. */
const TABLE = `51→111 54→112 14→109 57→110 05→116 63→119 N7→119 82→119 59→113 41→105 43→105 62→105 46→101 78→118
  61→108 65→115 75→115 55→116 91→106 96→103 03→102 58→102 15→114 04→104 12→107 30→107 13→108 23→108 R0→123 R1→123
  R3→123 06→124 19→124`;

describe("an issuer's code is mapped to Rede's", () => {
  for (const row of TABLE.trim().split(/\s+/)) {
    const [schemeCode = '', returnCode = ''] = row.split('→');
    test(`${schemeCode} is ${returnCode}`, () => {
      assert.equal(returnCodeFor('VISA', schemeCode), returnCode);
    });
  }
});

test('codes of American Express have a mapping of their own', () => {
  assert.equal(returnCodeFor('AMEX', '116'), '111');
  assert.equal(returnCodeFor('VISA', '116'), '116');
});

test('an unknown code is mapped to "talk to the issuer"', () => {
  assert.equal(returnCodeFor('', 'ZZ'), '116');
});
