import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { picture } from '../../../src/operations/photos/test-images.ts';
import { issueCredential } from '../../support/merchants.ts';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { IN_A_YEAR } from '../../support/sales.ts';
import { onEachEngine, type TestService } from '../../support/service.ts';

const FOREIGN = 'Acesso não autorizado [Pessoa não pertence à chave].';
const UNKNOWN_KEY = 'Acesso não autorizado [Token não encontrado].';
const NO_KEYS = ['', '?key=', '?key=x', '?key=chaveDeDemonstracaoDoVendedor000x', `?key=${DEMO_KEY}&key=x`];
/** Operations without a key or a person, which have their own tests. */
const FOR_NO_PERSON = ['/Login/Login', '/Login/ConsultaLogin', '/Login/LogOut'];
/** Operations whose person follows from the named client. */
const OF_CLIENTS = [
  '/Cliente/GetById',
  '/ClienteCartao/GetByClienteId',
  '/PagamentoRecorrente/GetByClienteId',
  '/TerminalFisico/GetById',
];
/** Operations that answer about the persons of the key, no matter whom the request names. */
const OF_THE_KEY = ['/Pessoa/GetAll', '/Pessoa/GetByNomeCpfCnpj'];

const LISTS = [
  ['/Produto/GetByPessoaId', 'produtos'],
  ['/Terminal/GetByPessoaId', 'terminais'],
  ['/TerminalFisico/GetByPessoaId', 'terminaisFisicos'],
  ['/ProdutoCategoria/GetByPessoaId', 'produtosCategoria'],
  ['/Cliente/GetByPessoaId', 'clientes'],
  ['/FormaPagamento/GetByPessoaId', 'formasPagamento'],
  ['/IntencaoVenda/GetByFiltros', 'intencoesVendas'],
  ['/Pedido/GetByFiltros', 'pedidos'],
  ['/Impressora/GetByPessoaId', 'impressoras'],
  ['/Operador/GetByPessoaId', 'operadores'],
  ['/Pessoa/GetAll', 'pessoas'],
] as const;
const CASH = 41;
const CARD_AT_TERMINAL = 21;

/** Records of the demo seller, person 1, that others try to access. */
interface Owned {
  readonly category: Members;
  readonly product: Members;
  readonly terminal: Members;
  readonly physicalTerminalId: unknown;
  readonly client: Members;
  readonly card: Members;
  readonly recurrence: Members;
  readonly sale: Members;
  readonly paymentId: unknown;
  readonly order: Members;
  readonly printer: Members;
  readonly operator: Members;
  readonly printJob: Members;
}

async function ownedByDemoSeller(service: TestService): Promise<Owned> {
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const fotBase64 = (await picture('png', { width: 8, height: 8 })).toString('base64');
  const category = await inserted('/ProdutoCategoria/Insert', { nome: 'Segredo' }, 'produtoCategoria');
  const product = await inserted('/Produto/Insert', { nome: 'Segredo', fotBase64 }, 'produto');
  const terminal = await inserted('/Terminal/Insert', { nome: 'Segredo' }, 'terminal');
  const client = await inserted(
    '/Cliente/Insert',
    { cpfCnpj: '12345678909', nomeRazaoSocial: 'Segredo' },
    'cliente',
  );
  const card = await inserted('/ClienteCartao/Insert', { clienteId: client.id }, 'clienteCartao');
  const recurrence = await inserted(
    '/PagamentoRecorrente/Insert',
    { clienteId: client.id, referencia: 'Segredo', dataInicio: IN_A_YEAR, quantidade: 2, valor: 10 },
    'pagamentoRecorrente',
  );
  const [{ terminalFisico }] = (await listOf(service, '/Terminal/GetByPessoaId', 'terminais', DEMO_KEY)) as [
    { terminalFisico: Members },
  ];
  const order = await inserted('/Pedido/Insert', { valorTotalPedido: 10, referencia: 'Segredo' }, 'pedido');
  const printer = await inserted('/Impressora/Insert', { nome: 'Segredo' }, 'impressora');
  const operator = await inserted('/Operador/Insert', { nome: 'Segredo' }, 'operador');
  const printJob = await inserted(
    '/IntencaoImpressao/Insert',
    { conteudo: 'Segredo', terminalId: terminal.id },
    'intencaoImpressao',
  );
  const sell = (formaPagamentoId: number) =>
    inserted(
      '/Venda/Vender',
      { formaPagamentoId, terminalId: terminal.id, valorTotalVendido: 10, referencia: 'Segredo' },
      'intencaoVenda',
    );
  const sale = await sell(CASH);
  const waiting = await sell(CARD_AT_TERMINAL);
  // Given up at once, so that nothing of it changes during the test.
  await inserted('/Venda/CancelarVenda', { intencaoVendaId: waiting.id }, 'intencaoVenda');
  const [payment] = waiting.pagamentosExternos as [Members];
  return {
    category,
    product,
    terminal,
    physicalTerminalId: terminalFisico.id,
    client,
    card,
    recurrence,
    sale,
    paymentId: payment.id,
    order,
    printer,
    operator,
    printJob,
  };
}

async function listOf(service: TestService, path: string, name: string, key: string): Promise<unknown> {
  return answered(await service.send({ path: `${path}?key=${key}` }))[name];
}

/** Paths of all operations in the API reference. */
async function operationPaths(service: TestService): Promise<readonly string[]> {
  const { paths } = (await service.send({ path: '/openapi.json' })).json() as { paths: object };
  return Object.keys(paths).filter((path) => /^\/[A-Z]\w+\/[A-Z]\w+$/.test(path));
}

/** Requests of a stranger with another's ids, by operation: by the owner's id, and by the record's id. */
function attempts(owned: Owned): Readonly<Record<string, { byPerson: object[]; byRecord: object[] }>> {
  const {
    category,
    product,
    terminal,
    physicalTerminalId,
    client,
    card,
    recurrence,
    sale,
    paymentId,
    order,
    printer,
    operator,
    printJob,
  } = owned;
  const sold = { formaPagamentoId: CASH, terminalId: terminal.id, valorTotalVendido: 10 };
  const person = [{ pessoaId: 1 }, { PessoaId: '1' }];
  const named = (fields: object) => person.map((one) => ({ ...fields, ...one }));
  const [nome, cpfCnpj] = ['Roubado', '12345678909'];
  return {
    '/Pessoa/Insert': { byPerson: [{ id: 1, nomeRazaoSocial: nome, cpfCnpj: '11144477735' }], byRecord: [] },
    '/Pessoa/GetById': { byPerson: person, byRecord: [] },
    // They answer about the persons of the key, no matter whom the request names.
    '/Pessoa/GetAll': { byPerson: [], byRecord: [] },
    '/Pessoa/GetByNomeCpfCnpj': { byPerson: [], byRecord: [] },
    '/ProdutoCategoria/Insert': {
      byPerson: [...named({ nome }), ...named({ nome, id: category.id })],
      byRecord: [{ nome, id: category.id }],
    },
    '/Produto/Insert': {
      byPerson: [...named({ nome }), ...named({ produto: { nome, id: product.id } })],
      byRecord: [
        { nome, id: product.id },
        { produto: { nome, id: product.id } },
        { nome, produtoCategoria: { id: category.id } },
        { nome, produtoCategoriaId: category.id },
      ],
    },
    '/Produto/GetByPessoaId': { byPerson: person, byRecord: [] },
    '/Terminal/Insert': {
      byPerson: [
        ...named({ nome }),
        { nome, pessoa: { id: 1 } },
        { nome, id: terminal.id, pessoa: { id: '1' } },
      ],
      byRecord: [
        { nome, id: terminal.id },
        { nome, terminalFisicoId: physicalTerminalId },
      ],
    },
    '/Terminal/GetByPessoaId': { byPerson: person, byRecord: [] },
    '/Terminal/GetById': {
      byPerson: named({ terminalId: terminal.id }),
      byRecord: [{ terminalId: terminal.id }],
    },
    '/TerminalFisico/GetByPessoaId': { byPerson: person, byRecord: [] },
    '/TerminalFisico/GetById': { byPerson: [], byRecord: [{ terminalFisicoId: physicalTerminalId }] },
    '/Instalacao/GetById': {
      byPerson: named({ instalacaoId: String(physicalTerminalId) }),
      byRecord: [{ instalacaoId: String(physicalTerminalId) }],
    },
    '/TerminalFisico/Insert': {
      byPerson: named({ nome }),
      byRecord: [{ nome, id: physicalTerminalId }],
    },
    '/Impressora/Insert': { byPerson: named({ nome }), byRecord: [{ nome, id: printer.id }] },
    '/Operador/Insert': { byPerson: named({ nome }), byRecord: [{ nome, id: operator.id }] },
    '/Operador/GetByPessoaId': { byPerson: person, byRecord: [] },
    '/Impressora/GetByPessoaId': { byPerson: person, byRecord: [] },
    // A terminal or printer of another person is an invalid field: 400, which has its own test.
    '/IntencaoImpressao/Insert': {
      byPerson: named({ conteudo: nome, terminalId: terminal.id }),
      byRecord: [],
    },
    '/IntencaoImpressao/GetById': {
      byPerson: named({ intencaoImpressaoId: printJob.id }),
      byRecord: [{ intencaoImpressaoId: printJob.id }],
    },
    '/PagamentoExterno/InsertPagamentoExternoTipoAdmin': {
      byPerson: named({ terminalId: terminal.id, senhaTecnica: '314159' }),
      byRecord: [],
    },
    '/Produto/GetByAtivosByPessoaId': { byPerson: person, byRecord: [] },
    '/ProdutoCategoria/GetByPessoaId': { byPerson: person, byRecord: [] },
    '/FormaPagamento/GetByPessoaId': { byPerson: person, byRecord: [] },
    '/Cliente/Insert': {
      byPerson: [...named({ cpfCnpj }), ...named({ cpfCnpj, id: client.id })],
      byRecord: [{ cpfCnpj, id: client.id }],
    },
    '/Cliente/GetById': {
      byPerson: [],
      byRecord: [{ clienteId: client.id }, { clienteId: client.id, pessoaId: 1 }],
    },
    '/ClienteCartao/Insert': {
      byPerson: named({ clienteId: client.id }),
      byRecord: [{ id: card.id, preferencial: true }],
    },
    '/ClienteCartao/GetByClienteId': {
      byPerson: [],
      byRecord: [{ clienteId: client.id }, { cliente: { id: client.id }, pessoaId: 1 }],
    },
    '/PagamentoRecorrente/Insert': {
      byPerson: named({ clienteId: client.id, dataInicio: IN_A_YEAR, quantidade: 2, valor: 10 }),
      byRecord: [],
    },
    '/PagamentoRecorrente/Cancelar': {
      byPerson: named({ pagamentoRecorrenteId: recurrence.id }),
      byRecord: [{ pagamentoRecorrenteId: recurrence.id }],
    },
    '/PagamentoRecorrente/GetById': {
      byPerson: named({ pagamentoRecorrenteId: recurrence.id }),
      byRecord: [{ pagamentoRecorrenteId: recurrence.id }],
    },
    '/PagamentoRecorrente/GetByClienteId': { byPerson: [], byRecord: [{ clienteId: client.id }] },
    '/Cliente/GetByPessoaId': { byPerson: person, byRecord: [] },
    // A terminal of another person is an invalid field of the sale: 400, which has its own test.
    '/Venda/Vender': { byPerson: named(sold), byRecord: [] },
    '/Venda/CancelarVenda': {
      byPerson: named({ intencaoVendaId: sale.id }),
      byRecord: [{ intencaoVendaId: sale.id }],
    },
    // Gives what is found of the ids: nothing of another's.
    '/Venda/ConsultarVendas': { byPerson: [], byRecord: [] },
    '/IntencaoVenda/GetById': {
      byPerson: named({ intencaoVendaId: sale.id }),
      byRecord: [{ intencaoVendaId: sale.id }],
    },
    '/IntencaoVenda/GetByFiltros': { byPerson: person, byRecord: [] },
    '/IntencaoVenda/GetByIntegracaoId': { byPerson: named({ integracaoId: 7 }), byRecord: [] },
    '/PagamentoExterno/GetById': {
      byPerson: named({ pagamentoExternoId: paymentId }),
      byRecord: [{ pagamentoExternoId: paymentId }],
    },
    '/PagamentoExterno/GetByFiltros': { byPerson: person, byRecord: [] },
    '/Pedido/Insert': {
      byPerson: named({ valorTotalPedido: 1, pedidoId: order.id }),
      byRecord: [{ valorTotalPedido: 1, pedidoId: order.id }],
    },
    '/Pedido/Cancelar': { byPerson: named({ pedidoId: order.id }), byRecord: [{ pedidoId: order.id }] },
    '/Pedido/GetById': { byPerson: named({ pedidoId: order.id }), byRecord: [{ pedidoId: order.id }] },
    '/Pedido/GetByFiltros': { byPerson: [...person, { pessoaIds: 1 }], byRecord: [] },
    '/Pedido/GetByPessoaIdByReferencia': {
      byPerson: named({ pedidoReferencia: 'Segredo' }),
      byRecord: [],
    },
    '/Pedido/GetPedidosByPessoaId': { byPerson: person, byRecord: [] },
    '/Callback/Insert': {
      byPerson: named({ callbackTipo: 1, urlCallback: 'http://localhost:9/' }),
      byRecord: [],
    },
    '/Callback/Update': {
      byPerson: named({ callbackTipo: 1, urlCallback: 'http://localhost:9/' }),
      byRecord: [{ callbackTipo: 1, urlCallback: 'http://localhost:9/' }],
    },
    '/Callback/Delete': { byPerson: named({ callbackTipo: 1 }), byRecord: [{ callbackTipo: 1 }] },
    '/ClientePagamento/Insert': {
      byPerson: named({ nome, terminalId: terminal.id }),
      byRecord: [{ nome, terminalId: terminal.id }],
    },
  };
}

onEachEngine('what belongs to one person', {}, (service) => {
  let owned: Owned;
  const strangers = new Map<string, string>();
  const everything = async () => {
    const lists: unknown[] = [];
    for (const [path, name] of LISTS) lists.push(await listOf(service, path, name, DEMO_KEY));
    return lists;
  };

  before(async () => {
    owned = await ownedByDemoSeller(service);
    for (const [role, document] of [
      ['seller', '11222333000181'],
      ['integrator', '39053344705'],
    ] as const) {
      const { id } = await service.command(
        ...['person', 'add', '--document', document, '--name', 'Estranho', '--role', role],
      );
      await service.command('person', 'activate', String(id));
      const { secret } = await issueCredential(service, String(id), 'integration');
      await post(service, '/ProdutoCategoria/Insert', { nome: 'Minha' }, secret);
      strangers.set(role, secret);
    }
  });

  test('every operation is tested below', async () => {
    const known = [...Object.keys(attempts(owned)), ...FOR_NO_PERSON].sort();
    assert.deepEqual([...(await operationPaths(service))].sort(), known);
  });

  for (const role of ['seller', 'integrator'] as const) {
    test(`a foreign ${role} gets 403 for the person and 404 for its records, and changes nothing`, async () => {
      const before = await everything();
      const key = String(strangers.get(role));
      for (const [path, tries] of Object.entries(attempts(owned))) {
        for (const body of tries.byPerson) assertMessage(await post(service, path, body, key), 403, FOREIGN);
        for (const body of tries.byRecord) {
          assertMessage(await post(service, path, body, key), 404, /não encontrad/);
        }
      }
      assert.deepEqual(await everything(), before);
    });

    test(`a foreign ${role} that names the person in the query gets nothing of it`, async () => {
      const query = `key=${strangers.get(role)}&pessoaId=1&clienteId=${owned.client.id}&terminalFisicoId=${owned.physicalTerminalId}&nome=11144477735`;
      for (const path of Object.keys(attempts(owned)).filter((one) => one.includes('GetBy'))) {
        const answer = await service.send({ path: `/webapi${path}?${query}` });
        const expected = OF_CLIENTS.includes(path) ? 404 : OF_THE_KEY.includes(path) ? 200 : 403;
        assert.equal(answer.status, expected, path);
        assert.doesNotMatch(answer.text, /Segredo/);
      }
    });

    test(`the lists of a foreign ${role} contain nothing of it`, async () => {
      for (const [path, name] of LISTS) {
        const text = JSON.stringify(await listOf(service, path, name, String(strangers.get(role))));
        assert.doesNotMatch(text, /Segredo/, path);
      }
    });
  }

  test('without a key, or with an unknown one, nothing of anybody is returned', async () => {
    for (const path of Object.keys(attempts(owned))) {
      // Pessoa/Insert is allowed without a key, for a waiting person.
      const keys = path === '/Pessoa/Insert' ? NO_KEYS.filter((query) => query.includes('x')) : NO_KEYS;
      for (const query of keys) {
        const body = { pessoaId: 1, clienteId: owned.client.id };
        assertMessage(await post(service, `${path}${query}`, body), 401, UNKNOWN_KEY);
      }
    }
  });
});
