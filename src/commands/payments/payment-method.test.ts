import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADD, openTestLine } from '../test-line.ts';

const ALL = [1, 2, 11, 12, 13, 41, 21, 22, 23, 24, 25, 32, 33, 51, 52, 53];

test('the payment methods of a person are narrowed, listed in their own order, and given back', async (context) => {
  const { run, json } = await openTestLine(context);
  await run(ADD);
  const idsOf = async (...argv: string[]) =>
    (await json(['payment-method', ...argv, '--person', '1'])).methods.map(
      (method: { id: number }) => method.id,
    );
  assert.deepEqual(await idsOf('list'), ALL);
  assert.deepEqual(await idsOf('narrow', '--methods', '51, 21,22,21'), [21, 22, 51]);
  assert.equal(
    (await run(['payment-method', 'list', '--person', '1'])).out,
    [
      'ID  Nome                        Modalidade  Parcelas',
      '21  TEF                         Crédito     12',
      '22  TEF                         Débito      1',
      '51  Cartão de crédito digitado              12',
      '',
    ].join('\n'),
  );
  assert.deepEqual(await idsOf('reset'), ALL);
});

test('a method that does not exist, and a person that does not, are refused', async (context) => {
  const { run } = await openTestLine(context);
  await run(ADD);
  const unknownMethod = await run(['payment-method', 'narrow', '--person', '1', '--methods', '21,99']);
  assert.equal(unknownMethod.code, 2);
  assert.match(unknownMethod.error, /Não há forma de pagamento 99\..*Há: 1, 2, 11/s);
  const noMethod = await run(['payment-method', 'narrow', '--person', '1', '--methods', 'crédito']);
  assert.equal(noMethod.code, 2);
  for (const command of ['list', 'reset']) {
    assert.deepEqual(await run(['payment-method', command, '--person', '9']), {
      code: 1,
      out: '',
      error: 'Pessoa não encontrada.\n',
    });
  }
});
