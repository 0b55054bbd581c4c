import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  DEMO_OPERATOR,
  keyOf,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';

const PATH = '/Pessoa/Insert';
const SHOP = { NomeRazaoSocial: 'Padaria do João', CpfCnpj: '123.456.789-09' };
const RECORD = {
  pessoaJuridica: false,
  nomeRazaoSocial: 'Padaria do João',
  sobrenomeNomeFantasia: null,
  cpfCnpj: '12345678909',
  cpfCnpjFormat: '123.456.789-09',
  email: null,
  telefone1: null,
  telefone2: null,
  endereco: null,
  pessoaStatus: { id: 1, nome: null },
};

const NO_TOKEN = 'Acesso não autorizado [Token não encontrado].';

/** The person of the answer, and the code of a person registered without a key. */
async function saved(
  service: TestService,
  body: unknown,
  key?: string,
): Promise<{ person: Members; code: unknown }> {
  const answer = answered(await post(service, PATH, body, key));
  assert.deepEqual(Object.keys(answer), ['pessoa']);
  const { codigoCadastro: code, ...person } = objectIn(answer, 'pessoa');
  return { person, code };
}

async function inserted(service: TestService, body: unknown, key?: string): Promise<Members> {
  return (await saved(service, body, key)).person;
}

/** Sent fields, and the member of the answer with its expected value. */
const FIELDS: readonly (readonly [sent: Members, name: string, answered: unknown])[] = [
  [{ PessoaJuridica: true }, 'pessoaJuridica', true],
  [{ PessoaJuridica: 'TRUE' }, 'pessoaJuridica', true],
  [{ PessoaJuridica: 1 }, 'pessoaJuridica', true],
  [{ PessoaJuridica: '0' }, 'pessoaJuridica', false],
  [{ NomeRazaoSocial: ' Loja ' }, 'nomeRazaoSocial', 'Loja'],
  [{ NomeRazaoSocial: 7 }, 'nomeRazaoSocial', '7'],
  [{ NomeRazaoSocial: '💳'.repeat(255) }, 'nomeRazaoSocial', '💳'.repeat(255)],
  [{ SobrenomeNomeFantasia: 'Pão Quente' }, 'sobrenomeNomeFantasia', 'Pão Quente'],
  [{ CpfCnpj: 12345678909 }, 'cpfCnpj', '12345678909'],
  [{ CpfCnpj: '12.abc.345/01de-35' }, 'cpfCnpj', '12ABC34501DE35'],
  [{ CpfCnpj: '12.abc.345/01de-35' }, 'cpfCnpjFormat', '12.ABC.345/01DE-35'],
  [{ CpfCnpj: '11222333000181' }, 'cpfCnpjFormat', '11.222.333/0001-81'],
  [{ CpfCnpj: '11222333000181' }, 'pessoaJuridica', true],
  [{ Email: 'a@b.example' }, 'email', 'a@b.example'],
  [{ Email: '' }, 'email', null],
  [{ Telefone1: '11 4000-0000' }, 'telefone1', '11 4000-0000'],
  [{ Telefone2: 1140000000 }, 'telefone2', '1140000000'],
  [{ pessoaStatus: { id: 2 } }, 'pessoaStatus', { id: 1, nome: null }],
];

onSqliteByDay('Pessoa/Insert', {}, (service) => {
  test('a new person waits; the answer is the record alone, without data', async () => {
    const { id, ...record } = await inserted(service, SHOP);
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(record, RECORD);
  });

  for (const [sent, name, expected] of FIELDS) {
    test(`${JSON.stringify(sent).slice(0, 60)} is answered as ${name}`, async () => {
      const wrapped = await inserted(service, { pessoa: { ...SHOP, ...sent } });
      assert.deepEqual(wrapped[name], expected);
      const flat = await inserted(service, { ...SHOP, ...sent });
      assert.deepEqual(flat[name], expected);
    });
  }

  test('Id 0, empty or absent is new; each new person has the next id', async () => {
    const ids: number[] = [];
    for (const Id of [0, '0', '', null, undefined])
      ids.push(Number((await inserted(service, { ...SHOP, Id })).id));
    assert.deepEqual(
      ids,
      ids.map((_, index) => (ids[0] ?? 0) + index),
    );
  });

  test('an unknown Id is not found, and without a key like one of another', async () => {
    const operator = await keyOf(service, DEMO_OPERATOR);
    for (const Id of [999_999, '999999']) {
      for (const key of [DEMO_KEY, operator]) {
        assertMessage(await post(service, PATH, { ...SHOP, Id }, key), 404, 'Pessoa não encontrada.');
      }
      assertMessage(await post(service, PATH, { ...SHOP, Id }), 401, NO_TOKEN);
    }
  });

  test('an Id that no record can have is not found, whatever key comes with it', async () => {
    for (const Id of [-1, '9007199254740992']) {
      assertMessage(await post(service, PATH, { ...SHOP, Id }), 404, /não encontrad/);
      assert.equal((await post(service, PATH, { ...SHOP, Id }, DEMO_KEY)).status, 404);
    }
  });

  test('a person registered without a key is edited with the code of the first answer, which returns the sent fields', async () => {
    const { person, code } = await saved(service, { ...SHOP, Email: 'a@b.example' });
    assert.match(String(code), /^[0-9a-f]{40}$/);
    const { id } = person;
    const edit = {
      Id: String(id),
      NomeRazaoSocial: 'Outro nome',
      CpfCnpj: '52998224725',
      codigoCadastro: code,
    };
    const answer = answered(await post(service, PATH, { pessoa: edit }));
    const edited = { cpfCnpj: '52998224725', cpfCnpjFormat: '529.982.247-25', nomeRazaoSocial: 'Outro nome' };
    assert.deepEqual(answer, { pessoa: { ...RECORD, id, ...edited } });
    const operator = await keyOf(service, DEMO_OPERATOR);
    const stored = await inserted(service, { ...SHOP, Id: id }, operator);
    assert.equal(stored.email, 'a@b.example');
  });

  test('for half an hour the registering address may edit too, if it repeats the document', async () => {
    const { id } = await inserted(service, { ...SHOP, Email: 'a@b.example' });
    const edited = await inserted(service, { ...SHOP, Id: String(id), NomeRazaoSocial: 'Outro nome' });
    assert.deepEqual(edited, { ...RECORD, id, nomeRazaoSocial: 'Outro nome' });
    for (const wrong of [{ CpfCnpj: '52998224725' }, { codigoCadastro: '0'.repeat(40) }]) {
      assertMessage(await post(service, PATH, { ...SHOP, Id: id, ...wrong }), 401, NO_TOKEN);
    }
  });

  test('without a key nobody else can be edited, nor persons created with a key or by the operator', async () => {
    const ofAKey = await saved(service, SHOP, DEMO_KEY);
    assert.equal(ofAKey.code, undefined);
    const ofTheOperator = await service.command(
      ...['person', 'add', '--document', '12345678909', '--name', 'Loja', '--role', 'seller'],
    );
    const { code } = await saved(service, SHOP);
    for (const Id of [1, ofAKey.person.id, ofTheOperator.id]) {
      for (const CpfCnpj of ['11144477735', SHOP.CpfCnpj]) {
        for (const codigoCadastro of [undefined, code]) {
          const answer = await post(service, PATH, { ...SHOP, Id, CpfCnpj, codigoCadastro });
          assertMessage(answer, 401, NO_TOKEN);
        }
      }
    }
  });

  test('the document of an active person changes by an operator alone', async () => {
    const { id } = await inserted(service, { ...SHOP, CpfCnpj: '39053344705' });
    await service.command('person', 'activate', String(id));
    const issued = await service.command(
      'credential',
      'issue',
      '--person',
      String(id),
      '--kind',
      'integration',
    );
    const key = String(issued.secret ?? issued.key);
    const changed = { ...SHOP, Id: id, CpfCnpj: '39053344706' };
    assertMessage(await post(service, PATH, changed, key), 403, /só é mudado pelo operador/);
    const operator = await keyOf(service, DEMO_OPERATOR);
    const record = await inserted(service, changed, operator);
    assert.equal(record.cpfCnpj, '39053344706');
    assert.deepEqual(record.pessoaStatus, { id: 2, nome: 'Vendedor' });
    const taken = { ...SHOP, Id: id, CpfCnpj: '11144477735' };
    assertMessage(await post(service, PATH, taken, operator), 409, /Já existe uma pessoa ativa/);
  });

  test('one seller does not edit another', async () => {
    const { id } = await inserted(service, { ...SHOP, CpfCnpj: '98765432100' });
    await service.command('person', 'activate', String(id));
    const refused = await post(service, PATH, { ...SHOP, Id: id, CpfCnpj: '98765432100' }, DEMO_KEY);
    assertMessage(refused, 403, 'Acesso não autorizado [Pessoa não pertence à chave].');
  });

  test('a waiting person can do nothing yet', async () => {
    const { id } = await inserted(service, SHOP);
    const operator = await keyOf(service, DEMO_OPERATOR);
    const refused = await service.send({ path: `/Produto/GetByPessoaId?key=${operator}&pessoaId=${id}` });
    assertMessage(refused, 403, 'Pessoa aguardando ativação.');
  });

  test('a missing or invalid field is named', async () => {
    assertMessage(await post(service, PATH, {}), 400, 'Parâmetro [nomeRazaoSocial] não pode ser nulo.');
    assertMessage(await post(service, PATH, ''), 400, 'Parâmetro [nomeRazaoSocial] não pode ser nulo.');
    assertMessage(await post(service, PATH, '7'), 400, /./);
    assertMessage(
      await post(service, PATH, { pessoa: { NomeRazaoSocial: 'x' } }),
      400,
      'Parâmetro [cpfCnpj] não pode ser nulo.',
    );
    for (const [name, value] of [
      ['CpfCnpj', '123'],
      ['Email', 'x'.repeat(256)],
      ['Telefone1', {}],
      ['PessoaJuridica', 'talvez'],
      ['Endereco', 'rua'],
      ['Foto', []],
      ['Id', 'abc'],
    ] as const) {
      const answer = await post(service, PATH, { ...SHOP, [name]: value });
      assertMessage(answer, 400, new RegExp(name, 'i'));
    }
  });
});

onSqliteByDay('Pessoa/Insert with check digits', { GUICHE_CHECK_DOCUMENTS: 'on' }, (service) => {
  test('a document with wrong check digits is refused', async () => {
    for (const CpfCnpj of ['11144477736', '11222333000182', '12ABC34501DE36']) {
      assertMessage(await post(service, PATH, { ...SHOP, CpfCnpj }), 400, /cpfCnpj/);
    }
    await inserted(service, { ...SHOP, CpfCnpj: '12ABC34501DE35' });
  });
});
