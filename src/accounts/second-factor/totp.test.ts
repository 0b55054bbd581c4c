import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { acceptedStep, base32, codeAt, keyUri, stepAt } from './totp.ts';

/** RFC 6238, appendix B: the secret of the SHA-1 rows; the last six of their eight digits. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('the code of an authenticator app', () => {
  for (const [seconds, code] of VECTORS) {
    test(`at second ${seconds} is ${code}, as the standard says`, () => {
      assert.equal(codeAt(SECRET, stepAt(seconds * 1000)), code);
      const now = seconds * 1000;
      assert.equal(acceptedStep(SECRET, code, { now, lastStep: undefined }), stepAt(now));
    });
  }

  test('is taken one step early and one late, and not two', () => {
    const now = 1_111_111_111_000;
    const step = stepAt(now);
    for (const offset of [-1, 0, 1]) {
      assert.equal(
        acceptedStep(SECRET, codeAt(SECRET, step + offset), { now, lastStep: undefined }),
        step + offset,
      );
    }
    for (const offset of [-2, 2]) {
      assert.equal(
        acceptedStep(SECRET, codeAt(SECRET, step + offset), { now, lastStep: undefined }),
        undefined,
      );
    }
  });

  test('is good once: neither the same step nor an earlier one is taken again', () => {
    const now = 1_111_111_111_000;
    const step = stepAt(now);
    assert.equal(acceptedStep(SECRET, codeAt(SECRET, step), { now, lastStep: step }), undefined);
    assert.equal(acceptedStep(SECRET, codeAt(SECRET, step - 1), { now, lastStep: step }), undefined);
    assert.equal(acceptedStep(SECRET, codeAt(SECRET, step + 1), { now, lastStep: step }), step + 1);
  });

  test('may be typed with a space, and nothing but six digits is a code', () => {
    const now = 59_000;
    assert.equal(acceptedStep(SECRET, '287 082', { now, lastStep: undefined }), 1);
    for (const typed of ['', '28708', '2870820', 'abcdef', '２８７０８２']) {
      assert.equal(acceptedStep(SECRET, typed, { now, lastStep: undefined }), undefined);
    }
  });
});

test('a secret is written as apps read it', () => {
  assert.equal(base32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(
    keyUri(SECRET, { issuer: 'Guichê', account: 'ana@loja.example' }),
    'otpauth://totp/Guich%C3%AA:ana%40loja.example?issuer=Guich%C3%AA&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  );
});
