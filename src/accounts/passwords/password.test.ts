import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Refusal } from '../../platform/refusal.ts';
import { Secret } from '../../platform/secret.ts';
import { checkPasswordRules, hashPassword, verifyPassword } from './password.ts';

const options = { randomBytes };

test('the right password verifies and another one does not', async () => {
  const stored = await hashPassword(new Secret('guiche-vendedor'), options);
  assert.equal(await verifyPassword(new Secret('guiche-vendedor'), stored), true);
  assert.equal(await verifyPassword(new Secret('guiche-vendedoR'), stored), false);
});

test('the stored text names algorithm and parameters, and never the password', async () => {
  const stored = await hashPassword(new Secret('guiche-vendedor'), options);
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.doesNotMatch(stored, /vendedor/);
});

test('two hashes of one password differ by their nonce', async () => {
  const password = new Secret('guiche-vendedor');
  assert.notEqual(await hashPassword(password, options), await hashPassword(password, options));
});

test('a hash with other parameters still verifies', async () => {
  const salt = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: 'uma senha antiga',
    nonce: salt,
    memory: 8_192,
    passes: 1,
    parallelism: 2,
    tagLength: 24,
  });
  const stored = `$argon2id$v=19$m=8192,t=1,p=2$${bare(salt)}$${bare(tag)}`;
  assert.equal(await verifyPassword(new Secret('uma senha antiga'), stored), true);
  assert.equal(await verifyPassword(new Secret('uma senha nova!!'), stored), false);
});

test('an accent typed as one or as two code points is the same password', async () => {
  const stored = await hashPassword(new Secret('São João 2024'.normalize('NFC')), options);
  assert.equal(await verifyPassword(new Secret('São João 2024'.normalize('NFD')), stored), true);
});

test('a password has twelve to 256 characters, counted as people count them', () => {
  for (const text of ['', '12345678901', '💳'.repeat(11), 'x'.repeat(257)]) {
    assert.throws(
      () => checkPasswordRules(new Secret(text)),
      (error) => error instanceof Refusal && error.code === 'password_invalid' && error.status === 400,
    );
  }
  for (const text of ['123456789012', '💳'.repeat(12), 'x'.repeat(256)]) checkPasswordRules(new Secret(text));
});

test('a stored text that is not a hash is an internal error, not a wrong password', async () => {
  await assert.rejects(verifyPassword(new Secret('guiche-vendedor'), 'plain'), /cannot be read/);
});

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
