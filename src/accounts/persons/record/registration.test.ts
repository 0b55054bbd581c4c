import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Secret } from '../../../platform/secret.ts';
import {
  mayEditRegistration,
  newRegistrationCode,
  OPEN_TO_ITS_NETWORK_MS,
  type Registrant,
  type Registration,
  registrationCodeHash,
} from './registration.ts';

const NOW = Date.UTC(2026, 0, 15);
const CODE = newRegistrationCode(randomBytes);
const REGISTRATION: Registration = {
  codeHash: registrationCodeHash(CODE),
  network: '192.0.2.1',
  createdAt: NOW,
};
const FROM_HERE: Registrant = { code: undefined, address: '192.0.2.1' };

const mayEdit = (
  registrant: Registrant,
  { registration = REGISTRATION, sameDocument = true, now = NOW } = {},
): boolean => mayEditRegistration(registration, registrant, { sameDocument, now });

test('the code opens a registration from everywhere, for ever, also to correct its document', () => {
  assert.match(CODE.reveal(), /^[0-9a-f]{40}$/);
  const anywhere = { code: CODE, address: '198.51.100.9' };
  assert.equal(mayEdit(anywhere, { sameDocument: false, now: NOW + 90 * 86_400_000 }), true);
});

test('a wrong code opens nothing, not even from where the registration came', () => {
  for (const code of [newRegistrationCode(randomBytes), new Secret(''), new Secret('x'.repeat(10_000))]) {
    assert.equal(mayEdit({ ...FROM_HERE, code }), false);
  }
});

test('without the code its own network opens it for half an hour, to who knows the document', () => {
  assert.equal(mayEdit(FROM_HERE), true);
  assert.equal(mayEdit(FROM_HERE, { now: NOW + OPEN_TO_ITS_NETWORK_MS - 1 }), true);
  assert.equal(mayEdit(FROM_HERE, { now: NOW + OPEN_TO_ITS_NETWORK_MS }), false);
  assert.equal(mayEdit(FROM_HERE, { sameDocument: false }), false);
  assert.equal(mayEdit({ ...FROM_HERE, address: '192.0.2.2' }), false);
});

test('a registration of which neither code nor network was written down is open to nobody', () => {
  const old = { ...REGISTRATION, codeHash: '', network: '' };
  for (const registrant of [FROM_HERE, { code: new Secret(''), address: '' }, { code: CODE, address: '' }]) {
    assert.equal(mayEdit(registrant, { registration: old }), false);
  }
});
