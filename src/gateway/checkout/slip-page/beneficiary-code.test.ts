import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beneficiaryCode } from './beneficiary-code.ts';

test('agency, account and product of Itaú are read from its own example', () => {
  const found = beneficiaryCode('34191942700000300001570000796551500572639000');
  assert.deepEqual(found, { code: '1500/57263-9', portfolio: '157' });
});

test('the client’s number and the product of C6 Bank are read', () => {
  const found = beneficiaryCode(`33691165600000123450000012345670000000001${'15'}4`);
  assert.deepEqual(found, { code: '000001234567', portfolio: '15' });
});

test('of another bank, or another layout, nothing is guessed', () => {
  for (const barcode of [
    '00198165600000123450000003128557000000000117',
    '34191942700000300001570000796551500572639001',
    `33691165600000123450000012345670000000001${'15'}9`,
  ]) {
    assert.equal(beneficiaryCode(barcode), undefined, barcode);
  }
});
