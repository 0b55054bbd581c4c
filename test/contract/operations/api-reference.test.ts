import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/schema';
import { mediaOf, type NamedDocument, pathsOf } from '../../support/open-api.ts';
import type { Members } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { CALLS, INSERTS } from './calls.ts';

interface Described {
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly security: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

interface Collection {
  readonly item: readonly { readonly item: readonly { readonly request: CollectionRequest }[] }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

interface CollectionRequest {
  readonly method: string;
  readonly url: { readonly raw: string };
  readonly header: readonly { readonly key: string; readonly value: string }[];
  readonly body?: { readonly raw: string };
}

onSqliteByDay('The reference of the operations', {}, (service) => {
  const paths = async () => {
    const answer = await service.send({ path: '/openapi.json' });
    return pathsOf<Record<string, Record<string, Described>>>(answer);
  };

  test('each operation has its methods, summary, parameters, fields and answer', async () => {
    const described = await paths();
    for (const { path, verbs, key, member, withData, body } of CALLS) {
      const methods = described[path] ?? {};
      assert.deepEqual(Object.keys(methods).sort(), verbs.map((verb) => verb.toLowerCase()).sort(), path);
      for (const { summary, parameters = [], security, requestBody, responses } of Object.values(methods)) {
        assert.match(String(summary), /^(?:Cria|Lista|Troca|Consulta) /, path);
        const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
        assert.equal(
          security.some((one) => 'key' in one),
          key !== 'none',
          path,
        );
        assert.equal(inQuery.includes('clienteId'), path === '/Cliente/GetById', path);
        const answer = JSON.stringify(responses['200']);
        assert.equal(answer.includes(`"${member}"`), true, path);
        assert.equal(answer.includes('"data"'), withData, path);
        for (const name of Object.keys(body))
          assert.ok(JSON.stringify(requestBody).includes(`"${name}"`), name);
      }
    }
  });

  test('fields of the requests have examples, in Portuguese', async () => {
    const described = await paths();
    for (const { path } of INSERTS) {
      const text = JSON.stringify((described[path]?.post as Members | undefined)?.requestBody);
      assert.match(text, /"examples?":/, path);
    }
  });

  test('an operation that takes GET and POST tells the fields of its body', async () => {
    const described = await paths();
    for (const path of ['/Venda/Vender', '/Pedido/Insert', '/PagamentoRecorrente/Insert']) {
      const { get, post } = described[path] ?? {};
      assert.ok(post?.requestBody, path);
      assert.equal(get?.requestBody, undefined, path);
    }
  });

  test('a Postman collection has every path, and its sale works as it stands in the sandbox', async () => {
    const { item, variable } = (await service.send({ path: '/docs/postman.json' })).json() as Collection;
    const values = new Map(variable.map(({ key, value }) => [key, value]));
    const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
    const addresses = requests.map(({ url }) => url.raw.split('?')[0]?.replace('{{baseUrl}}', ''));
    const described = Object.keys(await paths()).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    assert.deepEqual([...new Set(addresses)].sort(), described.sort());
    const sale = requests.find(
      ({ method, url }) => method === 'POST' && url.raw === '{{baseUrl}}/v1/transactions',
    );
    assert.ok(sale?.body);
    const headers = sale.header.map(({ key, value }) => [
      key,
      value.replace(/^\{\{(\w+)\}\}$/, (_, name: string) => values.get(name) ?? ''),
    ]);
    const answer = await service.send({
      method: 'POST',
      path: '/v1/transactions',
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: sale.body.raw,
    });
    assert.equal(answer.status, 201, answer.text);
  });

  test('bodies and answers are named schemas, and every reference leads to one', async () => {
    const { text } = await service.send({ path: '/openapi.json' });
    const document = JSON.parse(text) as NamedDocument;
    const { schemas } = document.components;
    for (const name of ['Transaction', 'NewTransaction', 'Error', 'MessageError', 'Produto', 'Postback']) {
      assert.ok(schemas[name], name);
    }
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(schemas[name], name);
    }
    const unnamed = mediaOf(document).filter(({ schema }) => schema.type === 'object');
    assert.deepEqual(unnamed, []);
    assert.deepEqual(
      Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name)),
      [],
    );
  });

  test('every request and every answer has an example that its schema allows', async () => {
    const document = (await service.send({ path: '/openapi.json' })).json() as NamedDocument;
    const media = mediaOf(document);
    assert.ok(media.length > 250, `${media.length} bodies`);
    for (const { at, schema, example } of media) {
      const [isValid, errors] = Compile({ components: document.components, allOf: [schema] }).Errors(example);
      assert.ok(isValid && example !== undefined, `${at}: ${JSON.stringify([example, errors])}`);
    }
  });

  test('error.code and providerCode list what is known, and stay open', async () => {
    const { components } = (await service.send({ path: '/openapi.json' })).json() as NamedDocument;
    const text = (name: string) => JSON.stringify(components.schemas[name]);
    for (const code of ['amount_invalid', 'card_hash_expired', 'provider_missing', 'credentials_invalid']) {
      assert.ok(text('Error').includes(`"${code}"`), code);
    }
    assert.match(text('Transaction'), /"anyOf":\[\{"enum":\["00",[^\]]*"51"[^\]]*\]\},\{"type":"string"\}\]/);
  });

  test('the old prefix is served and not described', async () => {
    assert.deepEqual(
      Object.keys(await paths()).filter((path) => /webapi/i.test(path)),
      [],
    );
  });
});
