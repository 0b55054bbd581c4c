import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const PATH = `/Produto/Insert?pessoaId=1`;
const SENT = { nome: 'Café' };
const RECORD = {
  nome: 'Café',
  descricao: null,
  referencia: null,
  quantidade: null,
  valor: '',
  solicitaValor: true,
  controlaQuantidade: false,
  produtoTipo: 10,
  servico: false,
  foto: null,
  fotoThumbnail: null,
  ean: null,
  ncm: null,
  cfop: null,
  extipi: null,
  origem: null,
  unidadeTributaria: null,
  quantidadeTributaria: 0,
  unidadeComercial: null,
  quantidadeComercial: 0,
  informacoesComplementares: null,
  produtoImposto: null,
  produtoStatus: { id: 5, nome: 'Ativo' },
};

/** Sent fields, the member of the answer and its expected value. */
const FIELDS: readonly (readonly [sent: Members, name: string, answered: unknown])[] = [
  [{ nome: ' Café ' }, 'nome', 'Café'],
  [{ nome: 7 }, 'nome', '7'],
  [{ descricao: 'Coado\nna hora' }, 'descricao', 'Coado\nna hora'],
  [{ descricao: '' }, 'descricao', null],
  [{ descricao: 'ç'.repeat(2_000) }, 'descricao', 'ç'.repeat(2_000)],
  [{ referencia: 'SKU-1' }, 'referencia', 'SKU-1'],
  [{ valor: '12,50' }, 'valor', '12,50'],
  [{ valor: '12.5' }, 'valor', '12,50'],
  [{ valor: 12.5 }, 'valor', '12,50'],
  [{ valor: 3 }, 'valor', '3,00'],
  [{ valor: '1.234,56' }, 'valor', '1234,56'],
  [{ valor: '0' }, 'valor', '0,00'],
  [{ valor: null }, 'valor', ''],
  [{ valor: '12,50' }, 'solicitaValor', false],
  [{ valor: '12,50', solicitaValor: true }, 'valor', ''],
  [{ valor: '12,50', solicitaValor: 'true' }, 'solicitaValor', true],
  [{ solicitaValor: 'false' }, 'valor', '0,00'],
  [{ solicitaValor: 0 }, 'solicitaValor', false],
  [{ solicitaValor: 'TRUE' }, 'solicitaValor', true],
  [{ controlaQuantidade: 'true' }, 'controlaQuantidade', true],
  [{ controlaQuantidade: '1' }, 'controlaQuantidade', true],
  [{ controlaQuantidade: false }, 'controlaQuantidade', false],
  [{ quantidade: 12 }, 'quantidade', 12],
  [{ quantidade: '12' }, 'quantidade', 12],
  [{ quantidade: '1,5' }, 'quantidade', 1.5],
  [{ quantidade: 0.1 }, 'quantidade', 0.1],
  [{ quantidade: 0 }, 'quantidade', 0],
  [{ produtoTipo: '10' }, 'produtoTipo', 10],
  [{ produtoTipo: 20 }, 'produtoTipo', 20],
  [{ servico: 'true' }, 'servico', true],
  [{ produtoStatus: { id: '5', nome: 'Ativo' } }, 'produtoStatus', { id: 5, nome: 'Ativo' }],
  [{ produtoStatus: { id: 10 } }, 'produtoStatus', { id: 10, nome: 'Inativo' }],
  [{ produtoStatus: { id: 10, nome: 'qualquer' } }, 'produtoStatus', { id: 10, nome: 'Inativo' }],
  [{ produtoStatus: {} }, 'produtoStatus', { id: 5, nome: 'Ativo' }],
  [{ produtoStatus: null }, 'produtoStatus', { id: 5, nome: 'Ativo' }],
  [{ fotoNome: 'cafe.png' }, 'foto', null],
  [{ fotBase64: '' }, 'fotoThumbnail', null],
  [{ ean: 7890000000000 }, 'ean', '7890000000000'],
  [{ ncm: '09012100' }, 'ncm', '09012100'],
  [{ cfop: '5102' }, 'cfop', '5102'],
  [{ extipi: '01' }, 'extipi', '01'],
  [{ origem: 0 }, 'origem', '0'],
  [{ unidadeTributaria: 'KG' }, 'unidadeTributaria', 'KG'],
  [{ quantidadeTributaria: '1,2345' }, 'quantidadeTributaria', 1.2345],
  [{ unidadeComercial: 'UN' }, 'unidadeComercial', 'UN'],
  [{ quantidadeComercial: 2 }, 'quantidadeComercial', 2],
  [{ informacoesComplementares: 'Sem glúten' }, 'informacoesComplementares', 'Sem glúten'],
  [{ produtoImposto: 'ICMS' }, 'produtoImposto', 'ICMS'],
];

/** Invalid values, by the field that the message names. */
const FAULTS: readonly (readonly [name: string, values: readonly unknown[]])[] = [
  ['nome', ['x'.repeat(256), {}, true, 'a\tb']],
  ['descricao', ['x'.repeat(2_001), []]],
  ['valor', ['12,505', '0,999', '-1', '1.23.4', '1e3', 12.345, 1e21, {}, true, '10000000000,00']],
  ['solicitaValor', ['sim', 2, {}]],
  ['controlaQuantidade', ['talvez', []]],
  ['quantidade', [-1, '1,23456', 'um']],
  ['produtoTipo', ['x', -1, 1_000, 1.5]],
  ['servico', ['x']],
  ['produtoStatus', ['Ativo', 5]],
  ['produtoStatus.id', [{ id: 7 }, { id: 0 }, { id: 'x' }]],
  ['produtoCategoriaId', ['x', 1.5]],
  ['fotBase64', ['bm90IGFuIGltYWdl', '%', 7]],
  ['ean', ['x'.repeat(256)]],
  ['quantidadeTributaria', ['x']],
  ['informacoesComplementares', ['x'.repeat(2_001)]],
  ['id', ['abc', 1.5, {}]],
];

onSqliteByDay('Produto/Insert', {}, (service) => {
  const insert = (body: unknown) => post(service, PATH, body, DEMO_KEY);
  const inserted = async (body: unknown): Promise<Members> => {
    const answer = answered(await insert(body));
    assert.deepEqual(Object.keys(answer), ['produto'], 'without data');
    return objectIn(answer, 'produto');
  };
  let categoryId: unknown;

  before(async () => {
    assertMessage(
      await insert({ produto: SENT }),
      400,
      /ainda não tem categoria.*POST \/ProdutoCategoria\/Insert/,
    );
    const answer = answered(await post(service, '/ProdutoCategoria/Insert', { nome: 'Bebidas' }, DEMO_KEY));
    categoryId = objectIn(answer, 'produtoCategoria').id;
  });

  test('a product with only a name has every other field empty', async () => {
    const { id, ...record } = await inserted({ produto: SENT });
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(record, { ...RECORD, produtoCategoria: { id: categoryId, nome: 'Bebidas' } });
  });

  for (const [sent, name, expected] of FIELDS) {
    test(`${JSON.stringify(sent).slice(0, 60)} is answered as ${name}`, async () => {
      assert.deepEqual((await inserted({ produto: { ...SENT, ...sent } }))[name], expected);
      assert.deepEqual((await inserted({ ...SENT, ...sent }))[name], expected, 'flat');
    });
  }

  for (const [name, values] of FAULTS) {
    const field = name.split('.')[0] ?? name;
    test(`an invalid ${name} is refused by its name`, async () => {
      for (const value of values) {
        assertMessage(
          await insert({ produto: { ...SENT, [field]: value } }),
          400,
          new RegExp(`${name} deve`),
        );
      }
    });
  }

  test('the sample of the original documentation is accepted unchanged: flat, capitals, numbers as text', async () => {
    const product = await inserted({
      Nome: 'Pastel',
      Descricao: 'De queijo',
      ControlaQuantidade: 'false',
      SolicitaValor: 'false',
      Valor: '8,00',
      ProdutoTipo: '10',
      ProdutoStatus: { Id: '5', Nome: 'Ativo' },
      FotoNome: '',
      FotBase64: '',
      PessoaId: '1',
    });
    assert.deepEqual([product.nome, product.valor, product.produtoTipo], ['Pastel', '8,00', 10]);
  });

  test('an edit changes the sent fields and keeps the rest; an edit of an unknown product is not found', async () => {
    const before = await inserted({
      produto: { ...SENT, valor: '5,00', ean: '789', controlaQuantidade: true },
    });
    const edited = await inserted({ produto: { Id: before.id, nome: 'Café grande' } });
    assert.deepEqual(edited, { ...before, nome: 'Café grande' });
    for (const id of [999_999, -1, '9007199254740993']) {
      assertMessage(await insert({ produto: { ...SENT, id } }), 404, 'Registro não encontrado.');
    }
    assertMessage(await insert({ ...SENT, produtoCategoria: { id: 999_999 } }), 404, /Categoria/);
  });

  test('a missing name is named', async () => {
    for (const body of ['', {}, { produto: {} }, { produto: { nome: '' } }, { produto: null }]) {
      assertMessage(await insert(body), 400, 'Parâmetro [nome] não pode ser nulo.');
    }
  });
});
