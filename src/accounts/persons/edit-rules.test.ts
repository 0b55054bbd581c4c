import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../platform/refusal.ts';
import type { KeyHolder } from '../credentials/key-holder.ts';
import { checkMayEdit } from './edit-rules.ts';

const DOCUMENT = '11144477735';
const OTHER_DOCUMENT = '52998224725';

const holder = (personId: number, role: KeyHolder['role']): KeyHolder => ({
  personId,
  role,
  name: 'Loja',
  credentialId: 1,
  credentialKind: 'integration',
});

type Edited = Parameters<typeof checkMayEdit>[0];

const KEYLESS: Edited = {
  id: 7,
  status: 'waiting',
  createdBy: undefined,
  document: DOCUMENT,
};
const CREATED: Edited = { ...KEYLESS, createdBy: 5 };

function answerOf(person: Edited, editor: KeyHolder, document: string = DOCUMENT): string {
  try {
    checkMayEdit(person, editor, document);
    return 'allowed';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return `${error.status} ${error.code}`;
  }
}

const ITSELF = holder(7, 'seller');
const ITS_INTEGRATOR = holder(5, 'integrator');
const ITS_CREATOR = holder(5, 'seller');
const STRANGER = holder(6, 'integrator');
const OPERATOR = holder(2, 'operator');

test('with a key, a person registered without one is edited only by an operator', () => {
  assert.equal(answerOf(KEYLESS, OPERATOR), 'allowed');
  for (const editor of [STRANGER, holder(6, 'seller')]) {
    assert.equal(answerOf(KEYLESS, editor), '403 person_foreign');
  }
});

test('a waiting person is edited by a key that reaches it or created it', () => {
  for (const editor of [ITS_INTEGRATOR, ITS_CREATOR, OPERATOR]) {
    assert.equal(answerOf(CREATED, editor), 'allowed');
    assert.equal(answerOf(CREATED, editor, OTHER_DOCUMENT), 'allowed');
  }
  assert.equal(answerOf(CREATED, STRANGER), '403 person_foreign');
});

test('an active person is edited by a key that may act for it, its document only by an operator', () => {
  const active: Edited = { ...CREATED, status: 'active' };
  for (const editor of [ITSELF, ITS_INTEGRATOR]) {
    assert.equal(answerOf(active, editor), 'allowed');
    assert.equal(answerOf(active, editor, OTHER_DOCUMENT), '403 document_fixed');
  }
  assert.equal(answerOf(active, OPERATOR), 'allowed');
  assert.equal(answerOf(active, OPERATOR, OTHER_DOCUMENT), 'allowed');
  for (const editor of [STRANGER, ITS_CREATOR]) {
    assert.equal(answerOf(active, editor), '403 person_foreign');
  }
});
