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

const PATH = '/Terminal/Insert';
const PERSON = {
  key: null,
  id: 1,
  pessoaJuridica: false,
  nomeRazaoSocial: 'Vendedor de Demonstração',
  sobrenomeNomeFantasia: null,
  cpfCnpj: '11144477735',
  cpfCnpjFormat: '111.444.777-35',
  email: null,
  telefone1: null,
  telefone2: null,
  endereco: null,
  fotoThumbnail: null,
  pessoaStatus: { id: 2, nome: 'Vendedor' },
};

const SWITCHES = [
  'solicitarReferencia',
  'solicitarCliente',
  'solicitarOperador',
  'permiteVendaParcelada',
  'permiteDesconto',
  'permiteAcrescimo',
  'aguardaTef',
  'habilitarPDV',
  'vendaPorValor',
  'vendaPorProduto',
  'habilitarPedidos',
  'impressaoAutomatica',
  'imprimirProdutos',
  'imprimirCupomLojista',
  'imprimirCupomCliente',
];

onSqliteByDay('Terminal/Insert', {}, (service) => {
  const insert = (body: unknown) => post(service, PATH, body, DEMO_KEY);
  const inserted = async (body: unknown) => objectIn(answered(await insert(body)), 'terminal');
  const listed = async (id: unknown): Promise<Members> => {
    const answer = answered(await service.send({ path: `/Terminal/GetByPessoaId?key=${DEMO_KEY}` }));
    const found = (answer.terminais as Members[]).find((terminal) => terminal.id === id);
    assert.ok(found);
    return found;
  };

  test('the old format: name, printer and person; the answer has the time and four fields', async () => {
    const answer = answered(await insert({ nome: 'Caixa 1', impressora: null, pessoa: { id: 1 } }));
    assert.deepEqual(Object.keys(answer), ['data', 'terminal']);
    const { id, ...terminal } = objectIn(answer, 'terminal');
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(terminal, { nome: 'Caixa 1', impressora: null, pessoa: PERSON });
  });

  test('the flat format of the original service’s documentation', async () => {
    const terminal = await inserted({
      nome: 'Caixa 2',
      pessoaId: '1',
      terminalFisicoId: '',
      habilitarPDV: true,
      vendaPorValor: false,
      vendaPorProduto: 'true',
      habilitarPedidos: 'True',
      permiteVendaParcelada: 1,
      parcelamentopadrao: 'admin',
      aguardaTef: '1',
      permiteDesconto: 'false',
      permiteAcrescimo: 0,
      solicitarCliente: null,
      solicitarReferencia: '',
      identificadorTef: 'TEF-2',
      impressoraId: '3',
      imprimirProdutos: true,
      imprimirCupomLojista: true,
      imprimirCupomCliente: true,
    });
    assert.deepEqual(terminal.impressora, { id: 3, nome: '' });
    const { habilitarPDV, vendaPorValor, vendaPorProduto, habilitarPedidos, aguardaTef, ...rest } =
      await listed(terminal.id);
    assert.deepEqual(
      [habilitarPDV, vendaPorValor, vendaPorProduto, habilitarPedidos, aguardaTef],
      [true, false, true, true, true],
    );
    assert.deepEqual(
      [rest.permiteVendaParcelada, rest.parcelamentoPadrao, rest.permiteDesconto, rest.identificadorTef],
      [true, 'admin', false, 'TEF-2'],
    );
    assert.deepEqual([rest.solicitarCliente, rest.solicitarReferencia], [false, false]);
  });

  for (const name of SWITCHES) {
    test(`${name} is switched on and off, as boolean, text or number`, async () => {
      const { id } = await inserted({ nome: 'Caixa' });
      const start = (await listed(id))[name];
      assert.equal(start, name === 'vendaPorValor');
      for (const value of [true, 'FALSE', '1', 0, 'true', '0']) {
        await inserted({ id, nome: 'Caixa', [name.toUpperCase()]: value });
        assert.equal((await listed(id))[name], [true, '1', 'true'].includes(value as string), String(value));
      }
      assertMessage(await insert({ nome: 'Caixa', [name]: 'sim' }), 400, new RegExp(`${name} deve`));
    });
  }

  test('any printer id is accepted; id 0 or empty means none', async () => {
    for (const [impressora, kept] of [
      [{ id: 12 }, { id: 12, nome: '' }],
      [{ Id: '12' }, { id: 12, nome: '' }],
      [{ id: 0 }, null],
      [{ id: '' }, null],
      [{}, null],
      [null, null],
      ['', null],
    ] as const) {
      assert.deepEqual((await inserted({ nome: 'Caixa', impressora })).impressora, kept);
    }
    for (const impressora of [5, [], { id: 'x' }, { id: -1 }]) {
      assertMessage(await insert({ nome: 'Caixa', impressora }), 400, /impressora/);
    }
  });

  test('an edit keeps the id and the fields it does not name; an unknown terminal is 404', async () => {
    const { id } = await inserted({ nome: 'Caixa', identificadorTef: 'A', impressoraId: 4 });
    const edited = await inserted({ terminal: { Id: String(id), Nome: 'Caixa nova' } });
    assert.deepEqual(edited, { id, nome: 'Caixa nova', impressora: { id: 4, nome: '' }, pessoa: PERSON });
    assert.equal((await listed(id)).identificadorTef, 'A');
    for (const unknown of [999_999, '9007199254740993', -1]) {
      assertMessage(await insert({ id: unknown, nome: 'x' }), 404, 'Registro não encontrado.');
      assertMessage(await insert({ terminalFisicoId: unknown, nome: 'x' }), 404, /não encontrado/);
    }
  });

  test('a missing or invalid field is named; another person is refused', async () => {
    for (const body of ['', {}, { nome: ' ' }, { terminal: {} }]) {
      assertMessage(await insert(body), 400, 'Parâmetro [nome] não pode ser nulo.');
    }
    assertMessage(await insert({ nome: 'x', parcelamentoPadrao: 'banco' }), 400, /parcelamentoPadrao deve/);
    assertMessage(await insert({ nome: 'x', rastrearIntervalo: 'y'.repeat(256) }), 400, /rastrearIntervalo/);
    for (const body of [
      { nome: 'x', pessoa: { id: 2 } },
      { nome: 'x', pessoaId: 2 },
    ]) {
      assertMessage(await insert(body), 403, 'Acesso não autorizado [Pessoa não pertence à chave].');
    }
  });
});
