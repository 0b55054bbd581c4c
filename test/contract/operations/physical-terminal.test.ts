import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

/** Texts of the configuration as sent, and as listed. */
const TEXTS: readonly (readonly [name: string, sent: unknown, listed: string])[] = [
  ['identificadorTef', 'TEF-1', 'TEF-1'],
  ['identificadorTef', 42, '42'],
  ['identificadorTef', ' TEF-1 ', 'TEF-1'],
  ['identificadorTef', '  ', ''],
  ['rastrearIntervalo', '30', '30'],
  ['rastrearIntervalo', 30, '30'],
  ['rastrearIntervalo', ' ', ''],
  ['parcelamentoPadrao', 'admin', 'admin'],
  ['parcelamentoPadrao', 'LOJA', 'loja'],
  ['parcelamentoPadrao', ' Admin ', 'admin'],
];

onSqliteByDay('Physical terminals and texts of the configuration', {}, (service) => {
  const insert = (body: unknown) => post(service, '/Terminal/Insert', body, DEMO_KEY);
  const inserted = async (body: unknown) => objectIn(answered(await insert(body)), 'terminal');
  const listed = async (id: unknown): Promise<Members> => {
    const answer = answered(await service.send({ path: `/Terminal/GetByPessoaId?key=${DEMO_KEY}` }));
    return (
      (answer.terminais as Members[]).find((terminal) => terminal.id === id) ?? assert.fail('not listed')
    );
  };
  const physicalOf = async (id: unknown) => objectIn(await listed(id), 'terminalFisico');

  test('without terminalFisicoId each terminal gets its own physical terminal with the same name', async () => {
    const [one, two] = [
      await inserted({ nome: 'Caixa 1' }),
      await inserted({ nome: 'Caixa 2', terminalFisicoId: 0 }),
    ];
    const [first, second] = [await physicalOf(one.id), await physicalOf(two.id)];
    assert.notEqual(first.id, second.id);
    assert.deepEqual([first.nome, second.nome, first.instalacaoId], ['Caixa 1', 'Caixa 2', '']);
  });

  test('with terminalFisicoId, as number or text, terminals share one', async () => {
    const one = await inserted({ nome: 'Caixa 3' });
    const physical = await physicalOf(one.id);
    for (const terminalFisicoId of [physical.id, String(physical.id)]) {
      const other = await inserted({ nome: 'Caixa 4', terminalFisicoId });
      assert.deepEqual(await physicalOf(other.id), physical);
    }
    for (const terminalFisicoId of ['x', 1.5, {}]) {
      assertMessage(await insert({ nome: 'Caixa', terminalFisicoId }), 400, /terminalFisicoId deve/);
    }
  });

  for (const [name, sent, expected] of TEXTS) {
    test(`${name} ${JSON.stringify(sent)} is listed as ${JSON.stringify(expected)}, also as a parameter`, async () => {
      const { id } = await inserted({ nome: 'Caixa', [name]: sent });
      const terminal = await listed(id);
      assert.equal(terminal[name], expected);
      const parameters = terminal.terminalParametros as { valor: string; parametro: { nome: string } }[];
      const shown = parameters.find(({ parametro }) => parametro.nome.toLowerCase() === name.toLowerCase());
      assert.equal(shown?.valor, expected);
    });
  }

  test('permiteVendaParcelada shows in both of its parameters', async () => {
    for (const permiteVendaParcelada of [true, false]) {
      const { id } = await inserted({ nome: 'Caixa', permiteVendaParcelada });
      const parameters = (await listed(id)).terminalParametros as { id: number; valor: string }[];
      const values = parameters.filter((one) => [40, 80].includes(one.id)).map(({ valor }) => valor);
      assert.deepEqual(values, [String(permiteVendaParcelada), String(permiteVendaParcelada)]);
    }
  });
});
