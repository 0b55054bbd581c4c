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

const SENT = { cpfCnpj: '123.456.789-09' };
const RECORD = {
  cpfCnpj: '123.456.789-09',
  nomeRazaoSocial: null,
  email: null,
  telefone: null,
  referencia: null,
  pessoaJuridica: false,
  pessoa: { id: 1, nomeRazaoSocial: 'Vendedor de Demonstração', sobrenomeNomeFantasia: null },
  endereco: null,
};
const NO_ADDRESS = {
  tipoLogradouro: null,
  logradouro: null,
  numero: null,
  complemento: null,
  cep: null,
  bairro: null,
  cidade: null,
  uf: null,
};

/** Sent fields, the member of the answer and its expected value. */
const FIELDS: readonly (readonly [sent: Members, name: string, answered: unknown])[] = [
  [{ cpfCnpj: 12345678909 }, 'cpfCnpj', '123.456.789-09'],
  [{ cpfCnpj: '11222333000181' }, 'cpfCnpj', '11.222.333/0001-81'],
  [{ cpfCnpj: '12.abc.345/01de-35' }, 'cpfCnpj', '12.ABC.345/01DE-35'],
  [{ cpfCnpj: '11222333000181' }, 'pessoaJuridica', true],
  [{ pessoaJuridica: 'true' }, 'pessoaJuridica', true],
  [{ cpfCnpj: '11222333000181', pessoaJuridica: 0 }, 'pessoaJuridica', false],
  [{ nomeRazaoSocial: ' Maria ' }, 'nomeRazaoSocial', 'Maria'],
  [{ nomeRazaoSocial: '💳'.repeat(255) }, 'nomeRazaoSocial', '💳'.repeat(255)],
  [{ email: 'maria@casa.example' }, 'email', 'maria@casa.example'],
  [{ telefone: 1140000000 }, 'telefone', '1140000000'],
  [{ referencia: 77 }, 'referencia', '77'],
  [{ referencia: '' }, 'referencia', null],
  [{ endereco: null }, 'endereco', null],
  [{ endereco: {} }, 'endereco', null],
  [{ endereco: { Cep: '01001-000', Uf: '' } }, 'endereco', { ...NO_ADDRESS, cep: '01001-000' }],
  [
    {
      endereco: {
        TipoLogradouro: 'Rua',
        Logradouro: 'das Flores',
        Numero: 100,
        Complemento: 'ap 1',
        Cep: '01001-000',
        Bairro: 'Sé',
        Cidade: 'São Paulo',
        Uf: 'SP',
      },
    },
    'endereco',
    {
      tipoLogradouro: 'Rua',
      logradouro: 'das Flores',
      numero: '100',
      complemento: 'ap 1',
      cep: '01001-000',
      bairro: 'Sé',
      cidade: 'São Paulo',
      uf: 'SP',
    },
  ],
];

onSqliteByDay('Cliente', {}, (service) => {
  const insert = (body: unknown) => post(service, '/Cliente/Insert', body, DEMO_KEY);
  const inserted = async (body: unknown) => objectIn(answered(await insert(body)), 'cliente');
  const get = (clienteId: unknown) => post(service, `/Cliente/GetById?clienteId=${clienteId}`, {}, DEMO_KEY);

  test('Insert answers the time and the client, every field of it', async () => {
    const answer = answered(await insert(SENT));
    assert.deepEqual(Object.keys(answer), ['data', 'cliente']);
    const { id, ...client } = objectIn(answer, 'cliente');
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(client, RECORD);
  });

  for (const [sent, name, expected] of FIELDS) {
    test(`${JSON.stringify(sent).slice(0, 60)} is answered as ${name}`, async () => {
      assert.deepEqual((await inserted({ ...SENT, ...sent }))[name], expected);
      assert.deepEqual((await inserted({ cliente: { ...SENT, ...sent } }))[name], expected, 'wrapped');
    });
  }

  test('GetById finds by the id of the query or of the body, by POST and by GET', async () => {
    const client = await inserted({ ...SENT, nomeRazaoSocial: 'Maria' });
    const answer = answered(await get(client.id));
    assert.deepEqual(Object.keys(answer), ['data', 'cliente']);
    assert.deepEqual(answer.cliente, client);
    const path = `/Cliente/GetById?key=${DEMO_KEY}&clienteId=${client.id}`;
    assert.deepEqual(answered(await service.send({ path })).cliente, client);
    const inBody = await post(service, '/Cliente/GetById', { ClienteId: String(client.id) }, DEMO_KEY);
    assert.deepEqual(answered(inBody).cliente, client);
    for (const id of [999_999, 0, -1, '9007199254740993']) {
      assertMessage(await get(id), 404, 'Registro não encontrado.');
    }
    assertMessage(await get('abc'), 400, /clienteId deve/);
    const missing = await post(service, '/Cliente/GetById', '', DEMO_KEY);
    assertMessage(missing, 400, 'Parâmetro [clienteId] não pode ser nulo.');
  });

  test('GetByPessoaId lists all clients of the establishment, in the order of their ids', async () => {
    const clients = [await inserted(SENT), await inserted(SENT)];
    for (const body of ['', { pessoaId: '1' }]) {
      const answer = answered(await post(service, '/Cliente/GetByPessoaId', body, DEMO_KEY));
      assert.deepEqual(Object.keys(answer), ['data', 'clientes']);
      assert.deepEqual((answer.clientes as Members[]).slice(-2), clients);
    }
    const path = `/Cliente/GetByPessoaId?key=${DEMO_KEY}&pessoaId=1`;
    assert.deepEqual((answered(await service.send({ path })).clientes as Members[]).slice(-2), clients);
  });

  test('an edit changes the sent fields and keeps the rest', async () => {
    const before = await inserted({ ...SENT, email: 'a@b.example', endereco: { Cidade: 'Recife' } });
    const edited = await inserted({ Id: String(before.id), CpfCnpj: '11222333000181', Telefone: '1' });
    assert.deepEqual(edited, {
      ...before,
      cpfCnpj: '11.222.333/0001-81',
      pessoaJuridica: true,
      telefone: '1',
    });
    assertMessage(await insert({ ...SENT, id: 999_999 }), 404, 'Registro não encontrado.');
  });

  test('a missing or invalid field is named', async () => {
    for (const body of ['', {}, { cliente: {} }, { cpfCnpj: '' }, { cpfCnpj: null }]) {
      assertMessage(await insert(body), 400, 'Parâmetro [cpfCnpj] não pode ser nulo.');
    }
    for (const [name, value] of [
      ['cpfCnpj', '123'],
      ['cpfCnpj', true],
      ['email', 'x'.repeat(256)],
      ['nomeRazaoSocial', 'duas\nlinhas'],
      ['referencia', []],
      ['pessoaJuridica', 'talvez'],
      ['endereco', 'Rua A'],
      ['endereco.cep', { Cep: {} }],
      ['id', 'abc'],
    ] as const) {
      const field = name.split('.')[0] ?? name;
      assertMessage(await insert({ ...SENT, [field]: value }), 400, new RegExp(name));
    }
    assertMessage(await insert('7'), 400, /corpo/);
  });
});

onSqliteByDay('Cliente with check digits', { GUICHE_CHECK_DOCUMENTS: 'on' }, (service) => {
  test('a document with wrong check digits is refused', async () => {
    const insert = (cpfCnpj: string) => post(service, '/Cliente/Insert', { cpfCnpj }, DEMO_KEY);
    for (const document of ['12345678908', '11222333000182', '12ABC34501DE36']) {
      assertMessage(await insert(document), 400, /cpfCnpj/);
    }
    answered(await insert('12ABC34501DE35'));
  });
});
