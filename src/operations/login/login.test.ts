import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import type { TestSeller } from '../test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';

const PATH = '/Login/Login/';
const PASSWORD = 'cavalo bateria grampo';

/** The document of a person that has just set its password through the link. */
async function withPassword({ accounts }: OperationsRoom, { id }: TestSeller): Promise<string> {
  const { url, person } = await accounts.newLink(id);
  const token = new Secret(url.reveal().split('/').at(-1) ?? '');
  await accounts.setPassword({ token, password: new Secret(PASSWORD) });
  return person.document;
}

for (const engine of SQLITE_BY_DAY) {
  test(`a login returns the person with a valid key (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const seller = await room.addPerson({ name: 'Padaria' });
    const cpfCnpj = await withPassword(room, seller);
    const answer = await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD });
    assert.equal(answer.status, 200);
    const { key } = answer.body.pessoa;
    assert.match(key, /^[A-Za-z0-9]{32,}$/);
    assert.deepEqual(answer.body, {
      data: '15/01/2026 09:00:00.0000',
      pessoa: {
        key,
        id: seller.id,
        pessoaJuridica: false,
        nomeRazaoSocial: 'Padaria',
        sobrenomeNomeFantasia: null,
        cpfCnpj,
        cpfCnpjFormat: '000.000.000-01',
        email: null,
        telefone1: null,
        telefone2: null,
        endereco: null,
        fotoThumbnail: null,
        pessoaStatus: { id: 2, nome: 'Vendedor' },
      },
      operador: null,
      android: null,
      ios: null,
      app: null,
    });
    assert.equal((await room.call('/Produto/GetByPessoaId', key)).status, 200);
    room.clock.advance(24 * 60 * 60_000);
    assert.equal((await room.call('/Produto/GetByPessoaId', key)).status, 401);
  });

  test(`logins are audited with person, address and result (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const seller = await room.addPerson();
    const cpfCnpj = await withPassword(room, seller);
    const { key } = (await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD })).body.pessoa;
    await room.call(PATH, undefined, { cpfCnpj, senha: 'errada' });
    await room.call(PATH, undefined, { cpfCnpj: '99999999999', senha: PASSWORD });
    await room.call('/ProdutoCategoria/Insert', key, {});
    const rows = await room.database
      .read<{ audit: Record<string, unknown> & { id: string } }>()
      .selectFrom('audit')
      .selectAll()
      .orderBy('id')
      .execute();
    const [login] = await room.accounts.listCredentials({ personId: seller.id, kinds: ['login'] });
    assert.deepEqual(
      rows.map(({ for_person_id }) => for_person_id),
      [seller.id, seller.id, null, seller.id],
    );
    assert.deepEqual(
      rows.map(({ operation, origin, role, person_id, credential_id, address, result, record }) => [
        operation,
        origin,
        role,
        person_id,
        credential_id,
        address,
        result,
        record,
      ]),
      [
        ['Login/Login', 'login', 'seller', seller.id, login?.id, '127.0.0.1', 'ok', `pessoa:${seller.id}`],
        ['Login/Login', 'none', null, null, null, '127.0.0.1', 'login_invalid', `pessoa:${seller.id}`],
        ['Login/Login', 'none', null, null, null, '127.0.0.1', 'login_invalid', null],
        [
          'ProdutoCategoria/Insert',
          'login',
          'seller',
          seller.id,
          login?.id,
          '127.0.0.1',
          'parameter_missing',
          null,
        ],
      ],
    );
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(PASSWORD));
  });
}

test('an unknown document and a wrong password get the same answer', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const cpfCnpj = await withPassword(room, await room.addPerson());
  const waiting = await room.accounts.addPerson({ role: 'seller', document: '52998224725', name: 'Loja' });
  for (const body of [
    { cpfCnpj, senha: 'errada' },
    { cpfCnpj: '12345678901', senha: PASSWORD },
    { cpfCnpj: 'nada', senha: PASSWORD },
    { cpfCnpj: waiting.document, senha: PASSWORD },
  ]) {
    const answer = await room.call(PATH, undefined, body);
    assert.deepEqual([answer.status, answer.body], [401, { message: 'CPF/CNPJ ou senha inválidos.' }]);
  }
});

test('a login accepts names in any letter case, a formatted document, the old prefix and an unknown key', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const seller = await room.addPerson();
  await withPassword(room, seller);
  for (const [path, body] of [
    ['/login/LOGIN', { CPFCNPJ: '000.000.000-01', Senha: PASSWORD }],
    ['/webapi//Login/Login/', { cpfcnpj: '00000000001', SENHA: PASSWORD }],
    ['/Login/Login?key=nada', { cpfCnpj: '00000000001', senha: PASSWORD, key: 'nada' }],
  ] as const) {
    const answer = await room.call(path, undefined, body);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.body.pessoa.id, seller.id);
  }
});

test('a missing field is named', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const cases: readonly (readonly [object | string, string])[] = [
    [{ senha: PASSWORD }, 'Parâmetro [cpfCnpj] não pode ser nulo.'],
    [{ cpfCnpj: '11144477735', senha: '' }, 'Parâmetro [senha] não pode ser nulo.'],
    ['', 'Parâmetro [cpfCnpj] não pode ser nulo.'],
  ];
  for (const [body, message] of cases) {
    const answer = await room.call(PATH, undefined, body);
    assert.deepEqual([answer.status, answer.body], [400, { message }]);
  }
});

test('the tenth wrong password blocks the login, and the operator unblocks it', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite', { mode: 'production' });
  const seller = await room.addPerson();
  const cpfCnpj = await withPassword(room, seller);
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await room.call(PATH, undefined, { cpfCnpj, senha: 'errada' })).status, 401);
  }
  const blocked = await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD });
  assert.equal(blocked.status, 429);
  assert.equal(blocked.headers['retry-after'], '1800');
  await room.accounts.unlockLogin(seller.id);
  assert.equal((await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD })).status, 200);
});

test('in production an address that fails sixty times in a minute must wait, whatever it sends', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite', { mode: 'production' });
  const cpfCnpj = await withPassword(room, await room.addPerson());
  for (let count = 0; count < 60; count += 1) await room.call('/Produto/GetByPessoaId', 'desconhecida');
  assert.equal((await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD })).status, 429);
  room.clock.advance(60_000);
  assert.equal((await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD })).status, 200);
});

test('the status of integrators and operators says that they act for others', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  for (const role of ['integrator', 'operator'] as const) {
    const cpfCnpj = await withPassword(room, await room.addPerson({ role }));
    const { body } = await room.call(PATH, undefined, { cpfCnpj, senha: PASSWORD });
    assert.deepEqual(body.pessoa.pessoaStatus, { id: 3, nome: 'Ativo Ambos' });
  }
});

test('the body of a login is limited to 16 KiB', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const statusOf = async (bytes: number) => {
    const body = JSON.stringify({ cpfCnpj: '11144477735', senha: 'errada errada' });
    return (await room.call('/Login/Login/', undefined, body.padEnd(bytes))).status;
  };
  assert.equal(await statusOf(16 * 1024), 401);
  assert.equal(await statusOf(16 * 1024 + 1), 413);
});
