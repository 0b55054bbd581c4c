import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../test/support/databases.ts';
import { Secret } from '../../../platform/secret.ts';
import type { TestAnswer } from '../../test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../../test-room.ts';

const PASSWORD = 'cavalo & bateria = grãos + 100%';
const FORM = 'application/x-www-form-urlencoded';

/** The path of a new link of a person. */
async function newPath({ accounts }: OperationsRoom, personId: number): Promise<string> {
  return new URL((await accounts.newLink(personId)).url.reveal()).pathname;
}

function send(
  room: OperationsRoom,
  path: string,
  fields: Readonly<Record<string, string>> | string,
  contentType = FORM,
): Promise<TestAnswer> {
  const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return room.inject({ method: 'POST', url: path, headers: { 'content-type': contentType }, payload });
}

const both = (senha: string) => ({ senha, repetida: senha });
const pageOf = (answer: TestAnswer) => answer.bytes.toString();

async function logIn({ accounts }: OperationsRoom, document: string, password: string) {
  const given = { document, password: new Secret(password), address: '192.0.2.1' };
  return (await accounts.logIn(given)).kind;
}

for (const engine of SQLITE_BY_DAY) {
  test(`the form sets the password once (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { id } = await room.addPerson({ name: 'Padaria' });
    const document = (await room.accounts.findPerson(id))?.document ?? '';
    const path = await newPath(room, id);
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      assert.equal((await room.inject({ method, url: path })).status, 200);
    }
    const done = await send(room, path, both(PASSWORD));
    assert.equal(done.status, 200);
    assert.match(pageOf(done), /<h1>Senha definida<\/h1>/);
    assert.match(pageOf(done), /<a class="button" href="\/painel\/entrar">Entrar no painel<\/a>/);
    assert.equal(await logIn(room, document, PASSWORD), 'in');

    for (const again of [await send(room, path, both('outra senha boa')), await room.get(path)]) {
      assert.equal(again.status, 410);
      assert.match(pageOf(again), /já foi usado ou venceu/);
      assert.equal(again.headers['content-type'], 'text/html; charset=utf-8');
    }
    assert.equal(await logIn(room, document, PASSWORD), 'in');
    const entries = await room.database
      .read<{ audit: Record<string, unknown> & { id: string } }>()
      .selectFrom('audit')
      .selectAll()
      .orderBy('id')
      .execute();
    assert.deepEqual(
      entries.map(({ operation, origin, role, person_id, result, record }) => [
        operation,
        origin,
        role,
        person_id,
        result,
        record,
      ]),
      [
        ['senha', 'link', 'seller', id, 'ok', `pessoa:${id}`],
        ['senha', 'link', null, null, 'link_invalid', null],
      ],
    );
  });
}

test('of two concurrent posts one sets the password, and the other is told that the link was used', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const { id } = await room.addPerson();
  const path = await newPath(room, id);
  const answers = await Promise.all([
    send(room, path, both('primeira senha')),
    send(room, path, both('segunda senha')),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410]);
});

test('a refused password is explained, and the link stays valid', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const { id } = await room.addPerson({ name: 'Pão & <b>Mel</b>' });
  const path = await newPath(room, id);
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [both('curta'), /precisa de pelo menos 12 caracteres, e de no máximo 256/],
    [both('x'.repeat(257)), /precisa de pelo menos 12 caracteres, e de no máximo 256/],
    [both('linha\nquebrada'), /precisa de pelo menos 12 caracteres, e de no máximo 256/],
    [{ senha: PASSWORD, repetida: 'diferente de tudo' }, /não são iguais/],
    [{ senha: PASSWORD }, /não são iguais/],
    [{}, /precisa de pelo menos 12 caracteres, e de no máximo 256/],
  ];
  for (const [fields, fault] of cases) {
    const answer = await send(room, path, fields);
    assert.equal(answer.status, 400);
    assert.match(pageOf(answer), fault);
    assert.match(pageOf(answer), /role="alert"/);
    assert.match(pageOf(answer), /Pão &amp; &lt;b&gt;Mel&lt;\/b&gt;/);
    for (const value of Object.values(fields)) assert.ok(!pageOf(answer).includes(value));
  }
  assert.equal((await send(room, path, both(PASSWORD))).status, 200);
});

test('a form larger than some kilobytes is refused', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const path = await newPath(room, (await room.addPerson()).id);
  const json = await send(room, path, JSON.stringify(both(PASSWORD)), 'application/json');
  assert.equal(json.status, 415);
  assert.match(pageOf(json), /formulário não pôde ser lido/);
  assert.equal((await send(room, path, both('x'.repeat(20_000)))).status, 413);
  assert.equal((await room.inject({ method: 'GET', url: path })).status, 200);
  const elsewhere = await send(room, '/Login/Login', both(PASSWORD));
  assert.equal(elsewhere.status, 415);
  assert.equal((await room.inject({ method: 'DELETE', url: path })).status, 405);
});

test('the page runs no script, cannot be framed, and allows its style by hash', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const path = await newPath(room, (await room.addPerson()).id);
  for (const answer of [await room.get(path), await room.get('/senha/desconhecida')]) {
    const page = pageOf(answer);
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(
      answer.headers['content-security-policy'],
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.doesNotMatch(page, /<script|\sstyle="|\son\w+="|https?:/i);
    assert.ok(!page.includes(path));
    assert.match(page, /<html lang="pt-BR">/);
  }
});

test('every field has a label and an autocomplete hint for password managers', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const page = pageOf(await room.get(await newPath(room, (await room.addPerson()).id)));
  const inputs = [...page.matchAll(/<input [^>]*id="(\w+)"[^>]*>/g)];
  assert.deepEqual(
    inputs.map(([, id]) => id),
    ['senha', 'repetida'],
  );
  for (const [input, id] of inputs) {
    assert.ok(page.includes(`<label for="${id}">`));
    assert.match(input, /type="password" .*autocomplete="new-password"/);
    const described = /aria-describedby="([^"]+)"/.exec(input)?.[1]?.split(' ') ?? [];
    for (const target of described) assert.ok(page.includes(`id="${target}"`), target);
  }
});

test('a link that does not hold leads to the panel', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const gone = await room.get('/senha/nada');
  assert.equal(gone.status, 410);
  assert.match(pageOf(gone), /<h1>Este link não vale mais<\/h1>/);
  assert.match(pageOf(gone), /Peça um novo a quem o enviou.*href="\/painel\/entrar"/s);
});

test('in production an address has few attempts at tokens', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite', { mode: 'production' });
  const path = await newPath(room, (await room.addPerson()).id);
  for (let count = 0; count < 60; count += 1) assert.equal((await room.get('/senha/nada')).status, 410);
  const refused = await room.get(path);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '60');
  assert.match(pageOf(refused), /<h1>Não foi possível continuar<\/h1>/);
  room.clock.advance(60_000);
  assert.equal((await room.get(path)).status, 200);
});

test('letter case and double slashes of the path do not matter; that of the token does', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const path = await newPath(room, (await room.addPerson()).id);
  assert.equal((await room.get(path.replace('/senha/', '//SENHA//'))).status, 200);
  const token = path.split('/').at(-1) ?? '';
  assert.equal((await room.get(`/senha/${token.toLowerCase()}`)).status, 410);
});
