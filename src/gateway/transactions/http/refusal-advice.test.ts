import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceFor } from './refusal-advice.ts';

const CLASSES = [
  'hard',
  'fix_data',
  'soft_customer',
  'soft_technical',
  'wrong_function',
  'merchant_config',
  'authentication',
];

test('every class of refusal, an unknown one and none have something to do', () => {
  for (const declineClass of [...CLASSES, 'new_class', '', undefined]) {
    for (const code of ['51', '202', undefined]) {
      const { whatToDo } = adviceFor(declineClass, code);
      assert.match(whatToDo, /^\p{Lu}.+\.$/u, String(declineClass));
    }
  }
});

test('a code of the authentication tells more than its class, and only there', () => {
  assert.match(adviceFor('authentication', '204').reason ?? '', /não participa/);
  assert.match(adviceFor('authentication', '202').reason ?? '', /não confirmou/);
  assert.equal(adviceFor('hard', '204').reason, undefined);
});

test('a refusal without a known class brings its own reason', () => {
  assert.ok(adviceFor(undefined, undefined).reason);
});

test('names of the object’s own kind are no classes', () => {
  assert.equal(adviceFor('constructor', 'toString'), adviceFor(undefined, undefined));
});
