import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { HttpAnswer } from '../../support/http-exchange.ts';
import { answered, assertMessage, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { CALLS, type Call, giveDemoSeller, INSERTS, LISTS } from './calls.ts';

const JSON_TYPES: readonly (readonly [string | undefined, BufferEncoding])[] = [
  [undefined, 'utf8'],
  ['application/json', 'utf8'],
  ['application/json; charset=utf-8', 'utf8'],
  ['APPLICATION/JSON;CHARSET=UTF-8', 'utf8'],
  ['application/json; charset=iso-8859-1', 'latin1'],
  ['application/json; charset=x-unknown', 'utf8'],
  ['text/json', 'utf8'],
];
const OTHER_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
];

const NO_JSON = ['{', '{"nome":"x"', "{'nome':'x'}", 'nome=x', '{"nome":NaN}', '<a/>', '{}{}'];
const BAD_TEXTS = ['{"x":"\\u0000"}', '{"x":"a\\ud800"}', '{"\\udc00":1}', '{"x":[{"y":"\\u0000"}]}'];
const TOO_DEEP = `${'{"a":'.repeat(11)}1${'}'.repeat(11)}`;
/** JSON other than an object, read as no fields. */
const NO_OBJECTS = ['5', '"5"', 'true', '[]', '[1]', '[{"pessoaId":2}]'];
const MANY = 1024 * 1024 + 1;

onSqliteByDay('Bodies of the operations', {}, (service) => {
  let clienteId: unknown;
  before(async () => {
    clienteId = await giveDemoSeller(service);
  });

  const send = (
    { path, key }: Call,
    body: string | Buffer | undefined,
    type?: string,
    method = 'POST',
  ): Promise<HttpAnswer> =>
    service.send({
      method,
      path: key === 'none' ? path : `${path}?key=${DEMO_KEY}&clienteId=${clienteId}`,
      headers: type === undefined ? {} : { 'Content-Type': type },
      ...(body === undefined ? {} : { body }),
    });

  for (const call of CALLS) {
    const text = JSON.stringify(call.body);

    test(`${call.path}: JSON under any of its names and charsets, with white space and a byte order mark`, async () => {
      for (const [type, encoding] of JSON_TYPES) {
        const answer = answered(await send(call, Buffer.from(text, encoding), type));
        const { nome } = call.body;
        if (nome !== undefined) assert.equal(objectIn(answer, call.member).nome, nome, String(type));
      }
      for (const body of [` \r\n\t${text}`, `${text}\n `, `\ufeff${text}`]) answered(await send(call, body));
    });

    test(`${call.path}: a body that is not JSON is 415 by its content type and 400 by its text`, async () => {
      for (const type of OTHER_TYPES) assertMessage(await send(call, text, type), 415, /./);
      for (const body of [...NO_JSON, TOO_DEEP]) {
        assertMessage(await send(call, body, 'application/json'), 400, /corpo/);
      }
      for (const body of BAD_TEXTS) {
        assertMessage(await send(call, body, 'application/json'), 400, /NUL|Unicode/);
      }
    });

    test(`${call.path}: unknown fields and headers are ignored, those of the prototype too`, async () => {
      const more = `{"outro":{"a":[1]},"__proto__":{"admin":true},"constructor":1,${text.slice(1)}`;
      const body = text === '{}' ? '{"outro":1,"__proto__":{"id":1}}' : more;
      assert.ok(call.member in answered(await send(call, body, 'application/json')));
    });
  }

  for (const call of INSERTS) {
    test(`${call.path}: an empty body is read as no fields; anything but an object is refused`, async () => {
      const [first] = Object.keys(call.body);
      for (const body of [undefined, '', '  ', 'null', '{}']) {
        for (const type of [undefined, 'application/json']) {
          assertMessage(await send(call, body, type), 400, `Parâmetro [${first}] não pode ser nulo.`);
        }
      }
      for (const body of NO_OBJECTS) assertMessage(await send(call, body), 400, /corpo/);
    });

    test(`${call.path}: the last of two equal fields counts`, async () => {
      const [first = ''] = Object.keys(call.body);
      const doubled = `{"${first.toUpperCase()}":{},${JSON.stringify(call.body).slice(1)}`;
      answered(await send(call, doubled));
    });
  }

  for (const call of [...LISTS, ...CALLS.filter(({ path }) => path === '/Cliente/GetById')]) {
    test(`${call.path}: POST accepts any JSON or no body; GET ignores its body`, async () => {
      const { [call.member]: expected } = answered(await send(call, undefined, undefined, 'GET'));
      for (const body of [undefined, '', ' ', 'null', '{}', ...NO_OBJECTS]) {
        for (const type of [undefined, 'application/json']) {
          assert.deepEqual(answered(await send(call, body, type))[call.member], expected, String(body));
        }
      }
      for (const body of ['{', '{"pessoaId":2}', '<a/>']) {
        const answer = answered(await send(call, body, 'text/xml', 'GET'));
        assert.deepEqual(answer[call.member], expected, body);
      }
    });
  }

  test('more than 1 MiB is 413 where no photo is sent, more than 13 MiB where one is', async () => {
    for (const call of CALLS) {
      const photo = call.path === '/Produto/Insert' || call.path === '/Pessoa/Insert';
      const padding = ' '.repeat(photo ? 13 * MANY : MANY);
      assertMessage(await send(call, padding + JSON.stringify(call.body)), 413, /./);
    }
  });

  test('the key is checked before the JSON syntax, the fields before the permission', async () => {
    for (const call of CALLS.filter(({ key }) => key === 'required')) {
      for (const body of ['{', 'x'.repeat(10)]) {
        const answer = await service.send({ method: 'POST', path: call.path, body });
        assertMessage(answer, 401, 'Acesso não autorizado [Token não encontrado].');
      }
    }
    for (const call of INSERTS.filter(({ key }) => key === 'required')) {
      const answer = await post(service, `${call.path}?pessoaId=2`, {}, DEMO_KEY);
      assertMessage(answer, 400, /^Parâmetro \[/);
    }
  });
});
