import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../platform/index.ts';
import type { KeyHolder } from '../permission.ts';
import { checkMayEdit } from './edit-rules.ts';
import type { Person } from './person.ts';

const DOCUMENT = '11144477735';
const OTHER_DOCUMENT = '52998224725';

const holder = (personId: number, role: KeyHolder['role']): KeyHolder => ({
  personId,
  role,
  name: 'Loja',
  credentialId: 1,
});

type Edited = Parameters<typeof checkMayEdit>[0];

const KEYLESS: Edited = {
  id: 7,
  role: 'seller',
  status: 'waiting',
  createdBy: undefined,
  document: DOCUMENT,
};
const CREATED: Edited = { ...KEYLESS, createdBy: 5 };

function answerOf(person: Edited, editor: KeyHolder | undefined, document: string = DOCUMENT): string {
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

test('a waiting seller is edited by who repeats its document', () => {
  assert.equal(answerOf(KEYLESS, undefined), 'allowed');
  assert.equal(answerOf(KEYLESS, undefined, OTHER_DOCUMENT), '401 key_unknown');
  assert.equal(answerOf(KEYLESS, STRANGER), '403 person_foreign');
  const others: Partial<Person>[] = [{ role: 'integrator' }, { role: 'operator' }];
  for (const other of others) {
    assert.equal(answerOf({ ...KEYLESS, ...other }, undefined), '401 key_unknown');
  }
});

test('a waiting person is edited by a key that reaches it or created it', () => {
  assert.equal(answerOf(CREATED, undefined), 'allowed');
  for (const editor of [ITS_INTEGRATOR, ITS_CREATOR, OPERATOR]) {
    assert.equal(answerOf(CREATED, editor), 'allowed');
    assert.equal(answerOf(CREATED, editor, OTHER_DOCUMENT), 'allowed');
  }
  assert.equal(answerOf(CREATED, STRANGER), '403 person_foreign');
});

test('an active person is edited by a key that reaches it, its document by an operator alone', () => {
  const active: Edited = { ...CREATED, status: 'active' };
  assert.equal(answerOf({ ...KEYLESS, status: 'active' }, undefined), '401 key_unknown');
  for (const document of [DOCUMENT, OTHER_DOCUMENT]) {
    assert.equal(answerOf(active, undefined, document), '401 key_unknown');
  }
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
