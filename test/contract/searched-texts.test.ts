import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { compileTextSearch } from '../../src/platform/http/index.ts';
import { assertRefused } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, VISA } from '../support/gateway-client.ts';
import { assertMessage, DEMO_KEY, post } from '../support/operations-client.ts';
import { onSqliteByDay } from '../support/service.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly 'x-unsearched'?: string;
  readonly 'x-integer-text'?: object;
}

/** The texts of a body, by their paths, each with a value that has nothing but this text. */
function textsOf(
  schema: Schema,
  path = '',
): readonly { path: string; declared: string | undefined; valueWith(text: string): unknown }[] {
  if (schema.type === 'string') {
    if (schema.enum || schema['x-integer-text']) return [];
    return [{ path, declared: schema['x-unsearched'], valueWith: (text) => text }];
  }
  if (schema.type === 'array' && schema.items) {
    return textsOf(schema.items, `${path}[0]`).map((found) => ({
      ...found,
      valueWith: (text) => [found.valueWith(text)],
    }));
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    textsOf(member, path === '' ? name : `${path}.${name}`).map((found) => ({
      ...found,
      valueWith: (text: string) => ({ [name]: found.valueWith(text) }),
    })),
  );
}

function assertSearched(name: string, schema: Schema, declared: Set<string>): void {
  const search = compileTextSearch(schema as TSchema);
  for (const { path, declared: why, valueWith } of textsOf(schema)) {
    if (why !== undefined) declared.add(`${path.split('.').at(-1)}: ${why}`);
    const found = search(valueWith(VISA), (text) => text === VISA);
    assert.equal(found, why === undefined ? path : undefined, `${name} ${path}`);
  }
}

const NOT_SEARCHED = [
  'attestationObject: signed',
  'authenticatorData: signed',
  'cardHash: cardHash',
  'cardNumber: card number',
  'cavv: a proof',
  'clientDataJSON: signed',
  'code: password',
  'cpfCnpj: document',
  'cpfCnpj: login',
  'current: password',
  'customerDocument: document',
  'document: document',
  'file: a file of a bank, in base64',
  'file: a picture or PDF, in base64',
  'fotBase64: picture',
  'foto: picture',
  'id: signed',
  'login: login',
  'number: card number',
  'operador: login',
  'password: password',
  'photo: picture',
  'rawId: signed',
  'recoveryCode: password',
  'referenceId: an id',
  'senha: password',
  'senhaTecnica: password',
  'signature: signed',
  'technicalPassword: password',
  'token: token',
  'transactionId: an id, or nothing',
  'userHandle: signed',
  'value: sealed',
  'xid: a proof',
];

/** Where bodies and queries are read by their schemas, and so searched; and the parts of a body that was searched whole. */
const READERS = [
  'src/gateway/checkout/intention/offers.ts',
  'src/gateway/http/searched-body.ts',
  'src/gateway/kinds/card/wire/buyer-device.ts',
  'src/gateway/kinds/card/wire/read.ts',
  'src/operations/interface/request.ts',
  'src/operations/payment-clients/read-request.ts',
  'src/panel/interface/register.ts',
  'src/platform/http/reading/reader.ts',
];

test('schemas are read nowhere but where their texts are searched', () => {
  const readers = globSync('src/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('compileReader'))
    .filter((file) => file !== 'src/platform/http/index.ts');
  assert.deepEqual(readers.sort(), READERS);
});

async function bodiesOfPanel(): Promise<readonly (readonly [string, Schema])[]> {
  const modules = await Promise.all(
    globSync('src/panel/*/schema.ts').map(
      async (file) => (await import(`../../${file}`)) as Record<string, unknown>,
    ),
  );
  return modules.flatMap((exported) =>
    Object.entries(exported).filter((entry): entry is [string, Schema] => entry[0].endsWith('Body')),
  );
}

onSqliteByDay('Texts that could hold a card number', {}, (service) => {
  test('are searched in the bodies of all calls, but for what their schemas declare', async () => {
    const { paths, components } = (await service.send({ path: '/openapi.json' })).json() as {
      paths: Record<
        string,
        Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
      >;
      components: { schemas: Record<string, Schema> };
    };
    const resolved = (schema: Schema): Schema => {
      const named =
        schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
      assert.ok(named, `${schema.$ref} is a schema`);
      return {
        ...named,
        ...(named.items && { items: resolved(named.items) }),
        ...(named.properties && {
          properties: Object.fromEntries(
            Object.entries(named.properties).map(([name, member]) => [name, resolved(member)]),
          ),
        }),
      };
    };
    const declared = new Set<string>();
    let bodies = 0;
    for (const [path, calls] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(calls)) {
        const schema = requestBody?.content['application/json']?.schema;
        if (!schema) continue;
        bodies += 1;
        assertSearched(`${method} ${path}`, resolved(schema), declared);
      }
    }
    assert.ok(bodies > 40, `${bodies} bodies`);
    const ofPanel = await bodiesOfPanel();
    assert.ok(ofPanel.length > 25, `${ofPanel.length} bodies of the panel`);
    for (const [name, schema] of ofPanel) assertSearched(`the panel's ${name}`, schema, declared);
    assert.deepEqual([...declared].sort(), NOT_SEARCHED);
  });

  test('an edit of a link is refused like a new one', async () => {
    const send = (method: string, path: string, body: object) =>
      service.send({
        method,
        path: `/v1/payment-links${path}`,
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: JSON.stringify(body),
      });
    const made = await send('POST', '', { name: 'Bolo', amount: '100', payment: { card: { type: 1 } } });
    const { paymentLinkId } = made.json() as { paymentLinkId: string };
    assertRefused(
      await send('PATCH', `/${paymentLinkId}`, { name: `x ${VISA}` }),
      400,
      'card_number_exposed',
      'name',
    );
    const link = (await getAs(service, `/v1/payment-links/${paymentLinkId}`)).json() as { name: string };
    assert.equal(link.name, 'Bolo');
  });

  test('the query of a write is searched like its body', async () => {
    const path = `/Callback/Insert?callbackTipo=1&urlCallback=https://loja.example/${VISA}`;
    assertMessage(await post(service, path, {}, DEMO_KEY), 400, /urlCallback contém um número de cartão/);
  });

  test('the version that asks for a pairing has too few digits for a card number', async () => {
    const pair = (version: string) => post(service, '/payment-client/v1/pairing', { version });
    assert.equal((await pair('guiche-pinpad 1.4.2 (2026-11-25)')).status, 201);
    for (const version of [VISA, 'v1 4235 6477 2802 5682', '٤٢٣٥٦٤٧٧٢٨٠٢٥٦٨٢']) {
      assert.equal((await pair(version)).status, 400, version);
    }
  });

  test('a look-up is never refused for a card number', async () => {
    assert.equal((await getAs(service, `/v1/transactions?referenceId=${VISA}`)).status, 200);
    for (const [path, body] of lookUps()) {
      assert.equal((await post(service, path, body, DEMO_KEY)).status, 200, path);
    }
  });
});

function lookUps(): readonly (readonly [string, object])[] {
  return [['/IntencaoVenda/GetByFiltros', { referencia: VISA }]];
}
