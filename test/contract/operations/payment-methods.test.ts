import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  DEMO_KEY,
  DEMO_OPERATOR,
  keyOf,
  type Members,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

type Row = readonly [number, string, string, boolean, number, boolean, number, string];

/** id, nome, modalidade, permiteParcelamento, quantidadeMaximaParcelas, isentoDeTarifa, fluxoPagamento id and nome. */
const METHODS: readonly Row[] = [
  [1, 'Gateway', 'Gerar Token', false, 1, false, 1, 'Gateway Gerar Token'],
  [2, 'Gateway', 'Enviar Venda', false, 1, false, 2, 'Gateway Enviar Venda'],
  [11, 'POS', 'Crédito', false, 1, true, 11, 'Pagamento Sem Confirmação'],
  [12, 'POS', 'Débito', false, 1, true, 11, 'Pagamento Sem Confirmação'],
  [13, 'POS', 'Voucher', false, 1, true, 11, 'Pagamento Sem Confirmação'],
  [41, 'Dinheiro', '', false, 1, true, 11, 'Pagamento Sem Confirmação'],
  [21, 'TEF', 'Crédito', true, 12, true, 21, 'TEF'],
  [22, 'TEF', 'Débito', false, 1, true, 21, 'TEF'],
  [23, 'TEF', 'Voucher', false, 1, true, 21, 'TEF'],
  [24, 'TEF', 'Outros', true, 12, true, 21, 'TEF'],
  [25, 'TEF', 'Pix', false, 1, true, 21, 'TEF'],
  [32, 'TEF', 'Crédito*', true, 3, false, 21, 'TEF'],
  [33, 'TEF', 'Débito*', false, 1, false, 21, 'TEF'],
  [51, 'Cartão de crédito digitado', '', true, 12, true, 31, 'Gateway Crédito'],
  [52, 'Cartão de débito digitado', '', false, 1, true, 32, 'Gateway Débito'],
  [53, 'Boleto', '', false, 1, true, 33, 'Gateway Boleto'],
];

onSqliteByDay('FormaPagamento/GetByPessoaId', {}, (service) => {
  const list = async (): Promise<readonly Members[]> => {
    const path = `/FormaPagamento/GetByPessoaId?key=${DEMO_KEY}&pessoaId=1`;
    const answer = answered(await service.send({ path }));
    assert.deepEqual(Object.keys(answer), ['data', 'formasPagamento']);
    return answer.formasPagamento as Members[];
  };

  test('the sixteen methods, field by field, in their order', async () => {
    assert.deepEqual(
      await list(),
      METHODS.map(([id, nome, modalidade, permiteParcelamento, most, isentoDeTarifa, flow, flowName]) => ({
        id,
        nome,
        modalidade,
        permiteParcelamento,
        solicitaObs: false,
        quantidadeMaximaParcelas: most,
        isentoDeTarifa,
        fluxoPagamento: { id: flow, nome: flowName },
      })),
    );
  });

  test('POST answers as GET does', async () => {
    const answer = answered(await post(service, '/FormaPagamento/GetByPessoaId', {}, DEMO_KEY));
    assert.deepEqual(answer.formasPagamento, await list());
  });

  test('the operator narrows the list while the service runs, and restores it', async () => {
    const all = await list();
    await service.command('payment-method', 'narrow', '--person', '1', '--methods', '53,21,41');
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [41, 21, 53],
    );
    const operator = await keyOf(service, DEMO_OPERATOR);
    const path = `/FormaPagamento/GetByPessoaId?key=${operator}`;
    const others = answered(await service.send({ path })).formasPagamento as Members[];
    assert.equal(others.length, METHODS.length, 'another person keeps all');
    await service.command('payment-method', 'reset', '--person', '1');
    assert.deepEqual(await list(), all);
  });
});
