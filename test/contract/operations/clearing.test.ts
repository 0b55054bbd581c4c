import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { picture } from '../../../src/operations/photos/test-images.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

interface Clearing {
  readonly path: string;
  readonly member: string;
  readonly required: Members;
  /** A value of each field that an edit can clear, and the value after clearing. */
  readonly clearable: readonly (readonly [field: string, value: unknown, cleared: Members])[];
}

const text = (field: string, cleared: unknown = null): Clearing['clearable'][number] => [
  field,
  'Texto',
  { [field]: cleared },
];
const ADDRESS = { logradouro: 'das Flores', cidade: 'Recife' };
const photo = (await picture('png', { width: 30, height: 20 })).toString('base64');

const RECORDS: readonly Clearing[] = [
  {
    path: '/Pessoa/Insert',
    member: 'pessoa',
    required: { nomeRazaoSocial: 'Padaria', cpfCnpj: '12345678909' },
    clearable: [
      ...['sobrenomeNomeFantasia', 'email', 'telefone1', 'telefone2'].map((field) => text(field)),
      ['endereco', ADDRESS, { endereco: null }],
    ],
  },
  {
    path: '/Cliente/Insert',
    member: 'cliente',
    required: { cpfCnpj: '12345678909' },
    clearable: [
      ...['nomeRazaoSocial', 'email', 'telefone', 'referencia'].map((field) => text(field)),
      ['endereco', ADDRESS, { endereco: null }],
    ],
  },
  {
    path: '/Produto/Insert',
    member: 'produto',
    required: { nome: 'Café' },
    clearable: [
      ...['descricao', 'referencia', 'ean', 'ncm', 'cfop', 'extipi', 'origem'].map((field) => text(field)),
      ...['unidadeTributaria', 'unidadeComercial'].map((field) => text(field)),
      ...['informacoesComplementares', 'produtoImposto'].map((field) => text(field)),
      ['valor', '12,50', { valor: '', solicitaValor: true }],
      ['quantidade', 3, { quantidade: null }],
      ['quantidadeTributaria', 1, { quantidadeTributaria: 0 }],
      ['quantidadeComercial', '2,5', { quantidadeComercial: 0 }],
      ['produtoTipo', 20, { produtoTipo: 10 }],
      ['fotBase64', photo, { foto: null, fotoThumbnail: null }],
    ],
  },
  {
    path: '/Terminal/Insert',
    member: 'terminal',
    required: { nome: 'Caixa' },
    clearable: [
      text('identificadorTef', ''),
      text('rastrearIntervalo', ''),
      ['parcelamentoPadrao', 'admin', { parcelamentoPadrao: 'loja' }],
      ['impressoraId', 5, { impressora: null }],
    ],
  },
];

onSqliteByDay('Values that an edit clears', {}, (service) => {
  before(async () => {
    answered(await post(service, '/ProdutoCategoria/Insert', { nome: 'Bebidas' }, DEMO_KEY));
  });

  const save = async ({ path, member, required }: Clearing, body: Members): Promise<Members> => {
    const saved = objectIn(answered(await post(service, path, { ...required, ...body }, DEMO_KEY)), member);
    return path === '/Terminal/Insert' ? listedTerminal(saved.id) : saved;
  };
  const listedTerminal = async (id: unknown): Promise<Members> => {
    const answer = answered(await service.send({ path: `/Terminal/GetByPessoaId?key=${DEMO_KEY}` }));
    const found = (answer.terminais as Members[]).find((terminal) => terminal.id === id);
    assert.ok(found);
    const { terminalParametros: _, ...fields } = found;
    return fields;
  };

  for (const record of RECORDS) {
    const { path, clearable } = record;

    test(`${path}: absent and null keep, an empty text clears that field alone`, async () => {
      const full = await save(record, Object.fromEntries(clearable.map(([field, value]) => [field, value])));
      const { id } = full;
      const nulls = Object.fromEntries(clearable.map(([field]) => [field, null]));
      for (const kept of [{ id }, { id, ...nulls }]) assert.deepEqual(await save(record, kept), full);
      for (const empty of ['', '  ']) {
        for (const [field, value, cleared] of clearable) {
          assert.deepEqual(await save(record, { id, [field]: empty }), { ...full, ...cleared }, field);
          const again = await save(record, { id, [field]: value });
          if (field === 'fotBase64')
            Object.assign(full, { foto: again.foto, fotoThumbnail: again.fotoThumbnail });
          assert.deepEqual(again, full, `${field} again`);
        }
      }
    });
  }

  test('/Produto/Insert: an empty valor with solicitaValor false is a price of 0', async () => {
    const product = RECORDS.find(({ member }) => member === 'produto') ?? assert.fail();
    const { id } = await save(product, { valor: '12,50' });
    const free = await save(product, { id, valor: '', solicitaValor: 'false' });
    assert.deepEqual([free.valor, free.solicitaValor], ['0,00', false]);
  });

  test('/Terminal/Insert: null, 0 or an empty value for the printer removes it', async () => {
    const terminal = RECORDS.find(({ member }) => member === 'terminal') ?? assert.fail();
    for (const none of [
      { impressora: null },
      { impressora: { id: 0 } },
      { impressora: '' },
      { impressoraId: 0 },
      { impressoraId: '', impressora: { id: 5 } },
    ]) {
      const { id } = await save(terminal, { impressora: { id: 5 } });
      assert.equal((await save(terminal, { id, ...none })).impressora, null, JSON.stringify(none));
    }
  });

  test('a cleared photo is no longer served', async () => {
    const product = RECORDS.find(({ member }) => member === 'produto') ?? assert.fail();
    const { id, foto } = await save(product, { fotBase64: photo });
    const path = new URL(String(foto)).pathname;
    assert.equal((await service.send({ path })).status, 200);
    await save(product, { id, fotBase64: '' });
    assert.equal((await service.send({ path })).status, 404);
  });
});
