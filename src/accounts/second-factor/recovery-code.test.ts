import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makeRecoveryCode, RECOVERY_CODES, recoveryCodeHash, withoutUsed } from './recovery-code.ts';

test('a recovery code is used once, however it is typed', () => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeRecoveryCode(randomBytes));
  const [first = ''] = codes;
  const hashes = codes.map(recoveryCodeHash);
  const left = withoutUsed(hashes, ` ${first.toLowerCase().replaceAll('-', ' ')} `);
  assert.equal(left?.length, RECOVERY_CODES - 1);
  assert.equal(withoutUsed(left ?? [], first), undefined);
});

test('recovery codes differ, have four groups of four, and no letter that is mistaken for a digit', () => {
  const codes = Array.from({ length: 1_000 }, () => makeRecoveryCode(randomBytes));
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^(?:[A-HJ-KM-NP-TV-Z2-9]{4}-){3}[A-HJ-KM-NP-TV-Z2-9]{4}$/);
});

test('what was never a code is none', () => {
  const hashes = [recoveryCodeHash(makeRecoveryCode(randomBytes))];
  for (const typed of ['', '0000-0000-0000-0000', 'x']) assert.equal(withoutUsed(hashes, typed), undefined);
});
