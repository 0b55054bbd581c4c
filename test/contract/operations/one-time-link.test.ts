import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, assertMessage, keyOf, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';

const PASSWORD = 'cavalo & bateria = grãos';
const SHOP = { NomeRazaoSocial: 'Padaria', CpfCnpj: '12345678909' };

function setPassword(service: TestService, path: string, senha: string) {
  return service.send({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ senha, repetida: senha }).toString(),
  });
}

/** The path of the link that a command printed. */
async function linkFrom(service: TestService, ...argv: readonly string[]): Promise<string> {
  const { link } = await service.command(...argv);
  return new URL(String(link)).pathname;
}

onSqliteByDay('The one-time link', {}, (service) => {
  test('from the first call to the first login', async () => {
    const { id } = objectIn(answered(await post(service, '/Pessoa/Insert', { pessoa: SHOP })), 'pessoa');
    const login = { cpfCnpj: SHOP.CpfCnpj, senha: PASSWORD };
    assertMessage(await post(service, '/Login/Login/', login), 401, 'CPF/CNPJ ou senha inválidos.');
    const path = await linkFrom(service, 'person', 'activate', String(id));
    const form = await service.send({ path });
    assert.equal(form.status, 200);
    assert.match(form.text, /<form method="post">/);
    assert.equal((await setPassword(service, path, 'curta')).status, 400);
    assert.equal((await setPassword(service, path, PASSWORD)).status, 200);
    assert.equal((await setPassword(service, path, 'outra senha boa')).status, 410);
    const key = await keyOf(service, login);
    const { produtos } = answered(await service.send({ path: `/Produto/GetByPessoaId?key=${key}` }));
    assert.ok(Array.isArray(produtos) && produtos.length === 1);

    const newPath = await linkFrom(service, 'person', 'link', String(id));
    assert.equal((await setPassword(service, newPath, 'outra senha boa')).status, 200);
    assertMessage(await post(service, '/Login/Login/', login), 401, 'CPF/CNPJ ou senha inválidos.');
    await keyOf(service, { ...login, senha: 'outra senha boa' });
    const log = service.log.join('\n');
    for (const secret of [path, newPath, key, PASSWORD]) assert.ok(!log.includes(secret));
    assert.ok(log.includes('/senha/:token'));
  });

  test('a login blocked by wrong passwords is unblocked from the command line', async () => {
    const added = await service.command(
      'person',
      'add',
      '--document',
      '98765432100',
      '--name',
      'Loja',
      '--role',
      'seller',
    );
    const path = await linkFrom(service, 'person', 'activate', String(added.id));
    await setPassword(service, path, PASSWORD);
    const login = { cpfCnpj: '98765432100', senha: PASSWORD };
    for (let count = 0; count < 10; count += 1) {
      assert.equal((await post(service, '/Login/Login/', { ...login, senha: 'errada' })).status, 401);
    }
    const blocked = await post(service, '/Login/Login/', login);
    assert.equal(blocked.status, 429);
    assert.ok(Number(blocked.headers['retry-after']) > 1_700);
    await service.command('person', 'unlock', String(added.id));
    await keyOf(service, login);
  });
});
