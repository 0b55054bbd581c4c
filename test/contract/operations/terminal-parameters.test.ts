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

onSqliteByDay('terminalParametros and the physical terminal in Terminal/Insert', {}, (service) => {
  const insert = (body: Members) => post(service, '/Terminal/Insert', { nome: 'Caixa', ...body }, DEMO_KEY);
  const saved = async (body: Members): Promise<Members> => {
    const { id } = objectIn(answered(await insert(body)), 'terminal');
    const answer = answered(await service.send({ path: `/Terminal/GetByPessoaId?key=${DEMO_KEY}` }));
    return (
      (answer.terminais as Members[]).find((terminal) => terminal.id === id) ?? assert.fail('not listed')
    );
  };

  test('a parameter is recognized by its id or its name, in either nesting', async () => {
    for (const parameter of [
      { id: 42, valor: 'true' },
      { id: '42', valor: true },
      { parametro: { id: 42 }, valor: 'True' },
      { parametro: { nome: 'permitedesconto' }, valor: 1 },
      { id: 9_001, valor: '1', Parametro: { Id: '42', Nome: 'outro' } },
    ]) {
      const terminal = await saved({ terminalParametros: [parameter] });
      assert.equal(terminal.permiteDesconto, true, JSON.stringify(parameter));
    }
    const texts = await saved({
      TerminalParametros: [
        { id: 41, valor: 'admin' },
        { id: 66, valor: 'TEF-1' },
        { id: 67, valor: 30 },
      ],
    });
    assert.deepEqual(
      [texts.parcelamentoPadrao, texts.identificadorTef, texts.rastrearIntervalo],
      ['admin', 'TEF-1', '30'],
    );
  });

  test('a listed terminal can be sent back: all its parameters are kept', async () => {
    const all = await saved({ vendaPorValor: false, permiteVendaParcelada: true, identificadorTef: 'TEF-2' });
    const { id, terminalParametros, ...rest } = all;
    const other = await saved({ terminalParametros: terminalParametros as Members[] });
    assert.deepEqual(other.terminalParametros, terminalParametros);
    const { terminalFisico: _own, ...flat } = other;
    const { terminalFisico: _others, ...expected } = rest;
    assert.deepEqual(flat, { ...expected, id: other.id, terminalParametros });
    assert.deepEqual(await saved(all), all, 'with its flat fields too');
    assert.equal(id, all.id);
  });

  test('a configuration field wins over its parameter, and parameter 80 over 40', async () => {
    const off = [{ id: 42, valor: 'false' }];
    assert.equal((await saved({ permiteDesconto: true, terminalParametros: off })).permiteDesconto, true);
    const text = [{ id: 66, valor: 'TEF-3' }];
    assert.equal((await saved({ identificadorTef: '', terminalParametros: text })).identificadorTef, '');
    const both = [
      { id: 80, valor: 'true' },
      { id: 40, valor: 'false' },
    ];
    assert.equal((await saved({ terminalParametros: both })).permiteVendaParcelada, true);
    assert.equal((await saved({ terminalParametros: both.slice(1) })).permiteVendaParcelada, false);
  });

  test('an empty parameter clears its text; null and unknown ones are ignored', async () => {
    const { id } = await saved({ identificadorTef: 'TEF-4', permiteDesconto: true });
    const kept = await saved({
      id,
      terminalParametros: [
        { id: 66, valor: null },
        { id: 42 },
        { id: 42, valor: '' },
        { id: 999, valor: 'x' },
        {},
      ],
    });
    assert.deepEqual([kept.identificadorTef, kept.permiteDesconto], ['TEF-4', true]);
    assert.equal((await saved({ id, terminalParametros: [{ id: 66, valor: '' }] })).identificadorTef, '');
  });

  test('an invalid value is reported under its configuration field', async () => {
    const refused = async (parameter: Members, field: RegExp) =>
      assertMessage(await insert({ terminalParametros: [parameter] }), 400, field);
    await refused({ id: 42, valor: 'talvez' }, /permiteDesconto deve/);
    await refused({ id: 41, valor: 'banco' }, /parcelamentoPadrao deve/);
    await refused({ id: 66, valor: 'x'.repeat(256) }, /identificadorTef/);
    for (const terminalParametros of ['x', 5, {}, ['x']]) {
      assertMessage(await insert({ terminalParametros }), 400, /terminalParametros/);
    }
  });

  test('terminalFisico { id } selects the physical terminal, and terminalFisicoId wins over it', async () => {
    const [one, two] = [await saved({}), await saved({})];
    const [first, second] = [objectIn(one, 'terminalFisico'), objectIn(two, 'terminalFisico')];
    const sharing = await saved({ terminalFisico: { id: first.id } });
    assert.deepEqual(sharing.terminalFisico, first);
    const moved = await saved({ ...sharing, terminalFisicoId: second.id });
    assert.deepEqual(moved.terminalFisico, second);
    assertMessage(await insert({ terminalFisico: { id: 999_999 } }), 404, 'Terminal físico não encontrado.');
  });

  test('instalacaoId belongs to the physical terminal: set, kept and cleared', async () => {
    const one = await saved({ instalacaoId: 'PDV-1' });
    const physical = objectIn(one, 'terminalFisico');
    assert.equal(physical.instalacaoId, 'PDV-1');
    const sharing = await saved({ terminalFisico: { id: physical.id } });
    assert.equal(objectIn(sharing, 'terminalFisico').instalacaoId, 'PDV-1', 'kept');
    const changed = await saved({ id: one.id, terminalFisico: { instalacaoId: 7 } });
    assert.equal(objectIn(changed, 'terminalFisico').instalacaoId, '7');
    const cleared = await saved({ id: one.id, instalacaoId: '' });
    assert.equal(objectIn(cleared, 'terminalFisico').instalacaoId, '');
    assertMessage(await insert({ instalacaoId: 'x'.repeat(256) }), 400, /instalacaoId/);
  });
});
