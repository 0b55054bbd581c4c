import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  DEMO_SELLER,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { type Call, INSERTS, LISTS } from './calls.ts';

/** Every optional field of a request, with a value of its type. */
const OPTIONAL: Readonly<Record<string, Members>> = {
  '/Pessoa/Insert': {
    Id: 0,
    PessoaJuridica: true,
    SobrenomeNomeFantasia: 'Pão Quente',
    Email: 'a@b.example',
    Telefone1: '11 4000-0000',
    Telefone2: '11 4000-0001',
    Foto: 'sem foto',
    Endereco: { TipoLogradouro: 'Rua', Logradouro: 'A', Numero: '1', Complemento: 'x', Cep: '1', Uf: 'SP' },
  },
  '/ProdutoCategoria/Insert': { id: 0, pessoaId: 1 },
  '/Produto/Insert': {
    id: 0,
    descricao: 'Coado',
    referencia: 'SKU',
    valor: '12,50',
    solicitaValor: 'false',
    controlaQuantidade: 'true',
    quantidade: 3,
    produtoTipo: '20',
    servico: true,
    produtoStatus: { id: 10, nome: 'Inativo' },
    fotoNome: 'cafe.png',
    fotBase64: '',
    ean: '1',
    ncm: '2',
    cfop: '3',
    extipi: '4',
    origem: '5',
    unidadeTributaria: 'KG',
    quantidadeTributaria: 1,
    unidadeComercial: 'UN',
    quantidadeComercial: 2,
    informacoesComplementares: 'x',
    produtoImposto: 'y',
  },
  '/Terminal/Insert': {
    id: 0,
    impressora: { id: 3 },
    pessoa: { id: 1 },
    pessoaId: 1,
    impressoraId: 3,
    terminalFisicoId: 0,
    instalacaoId: 'PDV-1',
    solicitarReferencia: true,
    solicitarCliente: true,
    solicitarOperador: true,
    permiteVendaParcelada: true,
    permiteDesconto: true,
    permiteAcrescimo: true,
    aguardaTef: true,
    habilitarPDV: true,
    vendaPorValor: false,
    vendaPorProduto: true,
    habilitarPedidos: true,
    impressaoAutomatica: true,
    imprimirProdutos: true,
    imprimirCupomLojista: true,
    imprimirCupomCliente: true,
    identificadorTef: 'TEF',
    rastrearIntervalo: '30',
    parcelamentoPadrao: 'admin',
  },
  '/Cliente/Insert': {
    id: 0,
    pessoaId: 1,
    nomeRazaoSocial: 'Maria',
    email: 'a@b.example',
    telefone: '1',
    referencia: 'C-1',
    pessoaJuridica: true,
    endereco: { logradouro: 'A', cidade: 'Recife' },
  },
};

const WRITINGS: readonly ((name: string) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.slice(0, 1).toLowerCase() + name.slice(1),
  (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
];

/** The same value with all names in another letter case. */
function rewritten(value: unknown, write: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [write(name), rewritten(inner, write)]),
  );
}

/** Two records that were made one after the other differ in these. */
const withoutTimes = (record: Members): Members =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('data')));

onSqliteByDay('Names of fields', {}, (service) => {
  before(async () => {
    answered(await post(service, '/ProdutoCategoria/Insert', { nome: 'Bebidas' }, DEMO_KEY));
  });

  const insert = async ({ path, member }: Call, body: unknown): Promise<Members> => {
    const { id, ...record } = objectIn(answered(await post(service, path, body, DEMO_KEY)), member);
    assert.ok(Number.isSafeInteger(id));
    const list = LISTS.find((one) => path.startsWith(`${one.path.slice(0, one.path.lastIndexOf('/'))}/`));
    if (!list) return withoutTimes(record);
    const listed = answered(await service.send({ path: `${list.path}?key=${DEMO_KEY}` }))[list.member];
    const found = (listed as Members[]).find((one) => one.id === id);
    assert.ok(found, 'listed');
    const { id: _, terminalFisico, ...more } = found;
    return withoutTimes({ ...record, ...more });
  };

  for (const call of INSERTS) {
    const { path, body, wrapper } = call;
    const full: Members = { ...body, ...OPTIONAL[path] };

    test(`${path}: every field in any letter case, flat and wrapped`, async () => {
      const expected = await insert(call, full);
      for (const write of WRITINGS) {
        const flat = rewritten(full, write);
        assert.deepEqual(await insert(call, flat), expected);
        if (wrapper) assert.deepEqual(await insert(call, { [write(wrapper)]: flat }), expected, wrapper);
      }
    });

    test(`${path}: null and "" count as absent in every optional field`, async () => {
      const expected = await insert(call, body);
      for (const empty of [null, '']) {
        for (const name of Object.keys(OPTIONAL[path] ?? {})) {
          assert.deepEqual(await insert(call, { ...body, [name]: empty }), expected, `${name} ${empty}`);
        }
        const all = Object.fromEntries(Object.keys(OPTIONAL[path] ?? {}).map((name) => [name, empty]));
        assert.deepEqual(await insert(call, { ...body, ...all }), expected);
      }
    });

    test(`${path}: null and "" in a required field are reported as missing, by the documented name`, async () => {
      for (const name of Object.keys(body)) {
        for (const empty of [null, '', '  ', undefined]) {
          const answer = await post(service, path, { ...full, [name]: empty }, DEMO_KEY);
          // White space alone is an invalid document rather than a missing one.
          if (empty === '  ' && name === 'cpfCnpj') assertMessage(answer, 400, /cpfCnpj/);
          else assertMessage(answer, 400, `Parâmetro [${name}] não pode ser nulo.`);
        }
      }
    });

    test(`${path}: a text of 255 characters is accepted, one of 256 is refused by name`, async () => {
      const texts = Object.entries(full).filter(([, value]) => typeof value === 'string' && value !== '');
      for (const [name] of texts.filter(([one]) => !NOT_LINES.has(one))) {
        await insert(call, { ...full, [name]: 'ã'.repeat(255) });
        const answer = await post(service, path, { ...full, [name]: 'ã'.repeat(256) }, DEMO_KEY);
        assertMessage(answer, 400, new RegExp(`campo ${name} `, 'i'));
      }
    });
  }

  test('names of the query in any letter case', async () => {
    for (const { path, member } of LISTS) {
      for (const [key, pessoaId] of [
        ['key', 'pessoaId'],
        ['KEY', 'PESSOAID'],
        ['Key', 'pessoaid'],
      ]) {
        const query = `?${key}=${DEMO_KEY}&${pessoaId}=`;
        assert.ok(member in answered(await service.send({ path: `${path}${query}1` })));
        assertMessage(await service.send({ path: `${path}${query}2` }), 403, /Pessoa não pertence/);
      }
    }
  });

  test('Login: cpfCnpj and senha in any letter case', async () => {
    for (const write of WRITINGS) {
      answered(await post(service, '/Login/Login/', rewritten(DEMO_SELLER, write)));
    }
  });
});

/** Fields with other rules, which have their own tests. */
const NOT_LINES = new Set([
  'cpfCnpj',
  'Foto',
  'descricao',
  'valor',
  'solicitaValor',
  'controlaQuantidade',
  'produtoTipo',
  'informacoesComplementares',
  'parcelamentoPadrao',
]);
