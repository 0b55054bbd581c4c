import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../platform/index.ts';
import type { KeyHolder } from '../permission.ts';
import { checkMayEdit } from './edit-rules.ts';

const DOCUMENT = '11144477735';
const OTHER_DOCUMENT = '52998224725';

const holder = (personId: number, role: KeyHolder['role']): KeyHolder => ({
  personId,
  role,
  name: 'Loja',
  credentialId: 1,
});

function answerOf(status: 'waiting' | 'active', editor: KeyHolder | undefined, document: string): string {
  try {
    checkMayEdit({ id: 7, status, createdBy: 5, document: DOCUMENT }, editor, document);
    return 'allowed';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return `${error.status} ${error.code}`;
  }
}

const ITSELF = holder(7, 'seller');
const ITS_INTEGRATOR = holder(5, 'integrator');
const CREATOR_WITHOUT_REACH = holder(5, 'seller');
const STRANGER = holder(6, 'integrator');
const OPERATOR = holder(2, 'operator');

test('a waiting person is edited by who repeats its document, or by a key that reaches it', () => {
  assert.equal(answerOf('waiting', undefined, DOCUMENT), 'allowed');
  assert.equal(answerOf('waiting', undefined, OTHER_DOCUMENT), '401 key_unknown');
  for (const editor of [ITS_INTEGRATOR, OPERATOR]) {
    assert.equal(answerOf('waiting', editor, DOCUMENT), 'allowed');
    assert.equal(answerOf('waiting', editor, OTHER_DOCUMENT), 'allowed');
  }
  for (const editor of [STRANGER, CREATOR_WITHOUT_REACH]) {
    assert.equal(answerOf('waiting', editor, DOCUMENT), '403 person_foreign');
  }
});

test('an active person is edited by a key that reaches it, its document by an operator alone', () => {
  assert.equal(answerOf('active', undefined, DOCUMENT), '401 key_unknown');
  assert.equal(answerOf('active', undefined, OTHER_DOCUMENT), '401 key_unknown');
  for (const editor of [ITSELF, ITS_INTEGRATOR]) {
    assert.equal(answerOf('active', editor, DOCUMENT), 'allowed');
    assert.equal(answerOf('active', editor, OTHER_DOCUMENT), '403 document_fixed');
  }
  assert.equal(answerOf('active', OPERATOR, DOCUMENT), 'allowed');
  assert.equal(answerOf('active', OPERATOR, OTHER_DOCUMENT), 'allowed');
  assert.equal(answerOf('active', STRANGER, DOCUMENT), '403 person_foreign');
});
