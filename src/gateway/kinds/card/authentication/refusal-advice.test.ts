import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyerAdviceFor } from './refusal-advice.ts';

const CLASSES = [
  'hard',
  'fix_data',
  'soft_customer',
  'soft_technical',
  'wrong_function',
  'merchant_config',
  'authentication',
];

test('has advice for every decline class, an unknown one and none', () => {
  for (const declineClass of [...CLASSES, 'new_class', '', undefined]) {
    for (const code of ['51', '202', undefined]) {
      const { whatToDo } = buyerAdviceFor(declineClass, code);
      assert.match(whatToDo, /^\p{Lu}.+\.$/u, String(declineClass));
    }
  }
});

test('uses the authentication code where it says more than the class', () => {
  assert.match(buyerAdviceFor('authentication', '204').reason ?? '', /não participa/);
  assert.match(buyerAdviceFor('authentication', '202').reason ?? '', /não confirmou/);
  assert.equal(buyerAdviceFor('hard', '204').reason, undefined);
});

test('gives the original reason when the class is unknown', () => {
  assert.ok(buyerAdviceFor(undefined, undefined).reason);
});

test('does not take names of Object.prototype for classes', () => {
  assert.equal(buyerAdviceFor('constructor', 'toString'), buyerAdviceFor(undefined, undefined));
});
