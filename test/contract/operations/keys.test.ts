import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openOperationsRoom } from '../../../src/operations/test-room.ts';
import { Secret } from '../../../src/platform/secret.ts';
import { SQLITE_BY_DAY } from '../../support/databases.ts';
import { issueCredential } from '../../support/merchants.ts';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  DEMO_OPERATOR,
  DEMO_SELLER,
  keyOf,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { CALLS, INSERTS, LISTS } from './calls.ts';

const NO_TOKEN = 'Acesso não autorizado [Token não encontrado].';
const FOREIGN = 'Acesso não autorizado [Pessoa não pertence à chave].';
const WAITING = 'Pessoa aguardando ativação.';
const UNKNOWN = 'Pessoa não encontrada.';
const DAY_MS = 24 * 3_600_000;
const REVOKED_WITHIN_MS = 5_000;

const KEYED = CALLS.filter(({ key }) => key === 'required');
const FOR_PERSON = KEYED.filter(({ path }) => path !== '/Cliente/GetById');

onSqliteByDay('Keys', {}, (service) => {
  const list = (key: string, pessoaId?: unknown) =>
    service.send({
      path: `/Produto/GetByPessoaId?key=${key}${pessoaId === undefined ? '' : `&pessoaId=${pessoaId}`}`,
    });
  const add = async (role: string, document: string, key?: string): Promise<string> => {
    if (key !== undefined) {
      const body = { nomeRazaoSocial: 'Loja', cpfCnpj: document };
      const answer = await post(service, '/Pessoa/Insert', body, key);
      return String(objectIn(answered(answer), 'pessoa').id);
    }
    const words = ['person', 'add', '--document', document, '--name', 'Loja', '--role', role];
    const { id } = await service.command(...words);
    await service.command('person', 'activate', String(id));
    return String(id);
  };
  let operator: string;
  let integrator: string;

  before(async () => {
    operator = await keyOf(service, DEMO_OPERATOR);
    const id = await add('integrator', '39053344705');
    integrator = (await issueCredential(service, id, 'integration')).secret;
  });

  for (const { path, verbs, body } of KEYED) {
    test(`${path}: no key, an empty or unknown one, one in the body or in a header is 401`, async () => {
      for (const method of verbs) {
        for (const query of ['', '?key=', '?key=x', `?key=${DEMO_KEY.toLowerCase()}`, `?key=${DEMO_KEY}x`]) {
          const sent = { ...body, key: DEMO_KEY };
          const answer = await service.send({
            method,
            path: path + query,
            headers: {
              'Content-Type': 'application/json',
              key: DEMO_KEY,
              Authorization: `Bearer ${DEMO_KEY}`,
            },
            ...(method === 'POST' ? { body: JSON.stringify(sent) } : {}),
          });
          assertMessage(answer, 401, NO_TOKEN);
        }
      }
    });
  }

  test('a key that is sent to Pessoa/Insert must be valid', async () => {
    const body = { nomeRazaoSocial: 'Loja', cpfCnpj: '12345678909' };
    assertMessage(await post(service, '/Pessoa/Insert', body, 'desconhecida'), 401, NO_TOKEN);
    answered(await post(service, '/Pessoa/Insert?key=', body));
  });

  test('keys of a login and of an integration are letters and digits, and do the same', async () => {
    const login = await keyOf(service, DEMO_SELLER);
    const issued = await issueCredential(service, '1', 'integration');
    for (const key of [login, issued.secret, DEMO_KEY, operator]) {
      assert.match(key, /^[A-Za-z0-9]{20,}$/);
      for (const { path, member } of LISTS) {
        const answer = answered(await service.send({ path: `${path}?key=${key}&pessoaId=1` }));
        assert.ok(Array.isArray(answer[member]), path);
      }
    }
  });

  test('an integration key ends with its expiry, and a revoked one within five seconds', async () => {
    const { secret } = await issueCredential(service, '1', 'integration', '--expires', '2999-12-31');
    answered(await list(secret));
    const revoked = await issueCredential(service, '1', 'integration');
    answered(await list(revoked.secret));
    await service.command('credential', 'revoke', '--id', revoked.id);
    service.clock.advance(REVOKED_WITHIN_MS);
    assertMessage(await list(revoked.secret), 401, NO_TOKEN);
    answered(await list(secret));
  });

  test('credentials of the gateway are not accepted as keys', async () => {
    const api = await issueCredential(service, '1', 'api');
    const checkout = await issueCredential(service, '1', 'checkout');
    for (const { name, secret } of [api, checkout]) {
      for (const key of [name, secret]) assertMessage(await list(encodeURIComponent(key)), 401, NO_TOKEN);
    }
  });

  for (const { path, verbs, body } of FOR_PERSON) {
    test(`${path}: a seller's key acts for its person alone, however the person is named`, async () => {
      for (const method of verbs) {
        for (const pessoaId of [2, 999_999, 'abc', '9007199254740993']) {
          const answer = await service.send({
            method,
            path: `${path}?key=${DEMO_KEY}&pessoaId=${pessoaId}`,
            ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
          });
          assertMessage(answer, 403, FOREIGN);
        }
      }
      for (const named of [
        { pessoaId: 2 },
        { PessoaId: '2' },
        { pessoa: { id: 2 } },
        { Pessoa: { Id: '2' } },
        { pessoaVendedorId: '2' },
      ]) {
        assertMessage(await post(service, path, { ...body, ...named }, DEMO_KEY), 403, FOREIGN);
      }
    });
  }

  test("an operator's key acts for all, and gets an error for unknown and waiting persons", async () => {
    const waiting = await add('seller', '98765432100', DEMO_KEY);
    for (const { path, member, body } of FOR_PERSON) {
      const insertFor = (pessoaId: unknown) => post(service, `${path}?pessoaId=${pessoaId}`, body, operator);
      if (path === '/Produto/Insert') answered(await post(service, `${path}?pessoaId=1`, body, operator));
      else assert.ok(member in answered(await insertFor(1)), path);
      assertMessage(await insertFor(waiting), 403, WAITING);
      assertMessage(await insertFor(999_999), 404, UNKNOWN);
    }
  });

  test("an integrator's key acts for itself and for the persons it created, once they are active", async () => {
    const [own, foreign] = [
      await add('seller', '11222333000181', integrator),
      await add('seller', '12ABC34501DE35', DEMO_KEY),
    ];
    answered(await list(integrator));
    assertMessage(await list(integrator, own), 403, WAITING);
    for (const pessoaId of [foreign, 1, 2, 999_999])
      assertMessage(await list(integrator, pessoaId), 403, FOREIGN);
    await service.command('person', 'activate', own);
    await service.command('person', 'activate', foreign);
    assertMessage(await list(integrator, foreign), 403, FOREIGN);
    const insert = (path: string, body: Members, query = '') => post(service, path + query, body, integrator);
    answered(await insert('/ProdutoCategoria/Insert', { nome: 'A', pessoaId: own }));
    for (const { path, member, body } of INSERTS.filter(({ key }) => key === 'required')) {
      const record = objectIn(answered(await insert(path, { ...body, pessoaId: Number(own) })), member);
      if (record.pessoa) assert.equal(objectIn(record, 'pessoa').id, Number(own), path);
      answered(await insert(path, body, `?pessoaId=${own}`));
    }
    const edited = { id: own, nomeRazaoSocial: 'Outro nome', cpfCnpj: '11222333000181' };
    assert.equal(
      objectIn(answered(await insert('/Pessoa/Insert', edited)), 'pessoa').nomeRazaoSocial,
      'Outro nome',
    );
  });

  test('the command line issues the key of a terminal, which asks for its work until it is revoked', async () => {
    const terminal = objectIn(
      answered(await post(service, '/Terminal/Insert', { nome: 'Caixa' }, DEMO_KEY)),
      'terminal',
    );
    const ofTerminal = ['--person', '1', '--kind', 'terminal', '--terminal', String(terminal.id)];
    const { secret } = await service.command('credential', 'issue', ...ofTerminal);
    const ask = () =>
      service.send({
        method: 'POST',
        path: '/payment-client/v1/work?wait=0',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
        body: '{}',
      });
    assert.equal((await ask()).status, 204);
    await service.command('credential', 'revoke', ...ofTerminal);
    assert.equal((await ask()).status, 401);
  });

  test('a seller may not act for a person that it created', async () => {
    const id = await add('seller', '71428793860', DEMO_KEY);
    await service.command('person', 'activate', id);
    assertMessage(await list(DEMO_KEY, id), 403, FOREIGN);
  });
});

for (const engine of SQLITE_BY_DAY) {
  test(`a login key is valid for 24 hours and an integration key until its expiry (${engine})`, async (context) => {
    const { accounts, addPerson, call, clock } = await openOperationsRoom(context, engine);
    const { id, key } = await addPerson();
    const { secret } = await accounts.issueCredential({
      personId: id,
      kind: 'integration',
      expiresAt: clock.now() + 2 * DAY_MS,
    });
    const { document } = (await accounts.findPerson(id)) ?? { document: '' };
    const { url } = await accounts.newLink(id);
    const token = new Secret(new URL(url.reveal()).pathname.split('/').at(-1) ?? '');
    await accounts.setPassword({ token, password: new Secret('uma senha bem longa') });
    const login = await call('/Login/Login/', undefined, { cpfCnpj: document, senha: 'uma senha bem longa' });
    const keys = { login: login.body.pessoa.key, expiring: secret?.reveal(), lasting: key };
    const statuses = async () => {
      const answers = Object.values(keys).map(
        async (one) => (await call('/Produto/GetByPessoaId', one)).status,
      );
      return Promise.all(answers);
    };
    clock.advance(DAY_MS - 1);
    assert.deepEqual(await statuses(), [200, 200, 200]);
    clock.advance(1);
    assert.deepEqual(await statuses(), [401, 200, 200]);
    clock.advance(DAY_MS - 1);
    assert.deepEqual(await statuses(), [401, 200, 200]);
    clock.advance(1);
    assert.deepEqual(await statuses(), [401, 401, 200]);
    clock.advance(400 * DAY_MS);
    assert.deepEqual(await statuses(), [401, 401, 200]);
  });
}
