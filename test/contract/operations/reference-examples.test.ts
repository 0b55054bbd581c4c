import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { Compile } from 'typebox/schema';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import type { NamedDocument } from '../../support/open-api.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';

interface Collection {
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

interface Item {
  readonly request: Example;
  readonly event?: readonly {
    readonly listen: 'prerequest' | 'test';
    readonly script: { readonly exec: readonly string[] };
  }[];
}

interface Example {
  readonly method: string;
  readonly url: {
    readonly raw: string;
    readonly variable?: readonly { readonly key: string; readonly value: string }[];
  };
  readonly auth?: {
    readonly type: string;
    readonly basic?: readonly { readonly key: string; readonly value: string }[];
  };
  readonly header: readonly { readonly key: string; readonly value: string }[];
  readonly body?: { readonly raw: string };
}

/** Twice: what is read or changed by one folder may be made by a later one. */
const ROUNDS = 2;
/** Stands in addresses of what no call of the collection makes. */
const UNKNOWN_ID = '0199aabb-ccdd-7eee-8fff-001122334455';

/** What cannot succeed as it stands, with its answer. */
const NEVER_SUCCEEDS: Readonly<Record<string, number>> = {
  // The sandbox has no public identifier until the panel makes one.
  'GET /checkout/v1/{checkoutId}/public-key': 404,
  // The example of a sale is captured at once.
  'PUT /v1/transactions/{transactionId}/capture': 409,
  // The same with DELETE stands before it.
  'POST /Callback/Delete': 404,
  // No acquirer has said what it paid.
  'GET /v1/payouts/{payoutId}': 404,
  // Nobody has sent a picture.
  'GET /photos/{photoId}': 404,
  'GET /photos/thumbnails/{photoId}': 404,
};

onSqliteByDay('The examples of the reference', {}, (service) => {
  test('each one succeeds in a sandbox, in the order of the collection, with answers that are documented', async () => {
    const document = (await service.send({ path: '/openapi.json' })).json() as NamedDocument;
    const { item, variable } = (await service.send({ path: '/docs/postman.json' })).json() as Collection;
    const values = new Map(variable.map(({ key, value }) => [key, value]));
    const faults: string[] = [];
    const statuses = new Map<string, number>();
    const items = item.flatMap((folder) => folder.item);
    for (const item of Array.from({ length: ROUNDS }, () => items).flat()) {
      const { call, answer } = await sendExample(service, item, values);
      faults.push(...undocumented(document, call, answer));
      if ((statuses.get(call.name) ?? 500) >= 300) statuses.set(call.name, answer.status);
    }
    assert.deepEqual(faults, []);
    assert.ok(statuses.size > 70, `${statuses.size} examples`);
    assert.deepEqual(Object.fromEntries([...statuses].filter(([, status]) => status >= 300)), NEVER_SUCCEEDS);
  });

  test('in each folder the call that makes something stands before the calls about it', async () => {
    const { item } = (await service.send({ path: '/docs/postman.json' })).json() as Collection;
    const makers = item.filter((folder) => folder.item.some(({ event }) => event));
    assert.ok(makers.length > 0);
    for (const folder of makers) assert.ok(folder.item[0]?.event, JSON.stringify(folder.item[0]));
  });

  test('a Pix of the collection is made, found when it is paid, given back in part; another one is canceled', async () => {
    const { item, variable } = (await service.send({ path: '/docs/postman.json' })).json() as Collection;
    const values = new Map(variable.map(({ key, value }) => [key, value]));
    const [made, looked, found, refunded, unpaid, canceled] =
      item.find(({ name }) => name === 'Pix')?.item ?? [];
    const play = async (step: Item | undefined): Promise<HttpAnswer> => {
      assert.ok(step);
      const { answer } = await sendExample(service, step, values);
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    assert.equal(((await play(made)).json() as { status: number }).status, 1);
    const paid = await service.send({
      method: 'POST',
      path: '/__sim/pix/pay',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ transactionId: values.get('pixTransactionId') }),
    });
    assert.ok([200, 409].includes(paid.status), paid.text);
    await until('the Pix is paid', async () => {
      const { status } = (await play(looked)).json() as { status: number };
      return status === 6;
    });
    assert.ok(values.get('pixEndToEndId'));
    const [listed] = (await play(found)).json() as readonly { transactionId: string }[];
    assert.equal(listed?.transactionId, values.get('pixTransactionId'));
    const { payment } = (await play(refunded)).json() as { payment: { pix: Record<string, string> } };
    const { refundedAmount = '0', refundingAmount = '0' } = payment.pix;
    assert.equal(Number(refundedAmount) + Number(refundingAmount), 500);
    assert.equal(((await play(unpaid)).json() as { status: number }).status, 1);
    assert.equal(((await play(canceled)).json() as { status: number }).status, 9);
  });

  test('a slip of the collection is registered with a due date to come and found paid; another one is canceled', async () => {
    const { item, variable } = (await service.send({ path: '/docs/postman.json' })).json() as Collection;
    const values = new Map(variable.map(({ key, value }) => [key, value]));
    const [made, looked, unpaid, canceled] = item.find(({ name }) => name === 'Boleto')?.item ?? [];
    const play = async (step: Item | undefined): Promise<SlipRecord> => {
      assert.ok(step);
      const { answer } = await sendExample(service, step, values);
      assert.ok(answer.status < 300, answer.text);
      return answer.json() as SlipRecord;
    };
    const { status, payment } = await play(made);
    assert.equal(status, 1);
    assert.match(String(payment.bankSlip.digitableLine), /^341\d{44}$/);
    assert.equal(payment.bankSlip.expirationDate, values.get('slipDueDate'));
    await until('the slip is paid', async () => (await play(looked)).status === 6);
    assert.equal((await play(unpaid)).status, 1);
    assert.equal((await play(canceled)).status, 9);
  });
});

interface SlipRecord {
  readonly status: number;
  readonly payment: { readonly bankSlip: Readonly<Record<string, unknown>> };
}

interface DocumentedCall {
  readonly name: string;
  readonly method: string;
  /** As in the document. */
  readonly path: string;
}

function readExample(
  { method, url, header, body, auth }: Example,
  values: ReadonlyMap<string, string>,
): { readonly call: DocumentedCall; readonly sent: HttpRequest } {
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      name === 'baseUrl' ? '' : (values.get(name) ?? ''),
    );
  const path = filled(url.raw)
    .split('?', 1)
    .join('')
    .replaceAll(/:(\w+)/g, '{$1}');
  const inPath = new Map(url.variable?.map(({ key, value }) => [key, filled(value)]));
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, filled(value)]));
  const basic = new Map(auth?.basic?.map(({ key, value }) => [key, filled(value)]));
  if (basic.size > 0) {
    const pair = `${basic.get('username')}:${basic.get('password')}`;
    headers.Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const sent = {
    method,
    path: filled(url.raw).replaceAll(/:(\w+)/g, (_, name: string) => inPath.get(name) || UNKNOWN_ID),
    headers,
    ...(body ? { body: filled(body.raw) } : {}),
  };
  return { call: { name: `${method} ${path}`, method, path }, sent };
}

/** Sends an example with the scripts before and after it, as the program does that imported the collection. */
async function sendExample(
  service: Pick<TestService, 'send'>,
  { request, event = [] }: Item,
  values: Map<string, string>,
): Promise<{ readonly call: DocumentedCall; readonly answer: HttpAnswer }> {
  const collectionVariables = { set: (name: string, value: string) => values.set(name, value) };
  const run = (when: 'prerequest' | 'test', more: object) => {
    for (const { script } of event.filter(({ listen }) => listen === when)) {
      runInContext(script.exec.join('\n'), createContext({ pm: { collectionVariables, ...more } }));
    }
  };
  run('prerequest', {});
  const { call, sent } = readExample(request, values);
  const answer = await service.send(sent);
  run('test', { response: { code: answer.status, json: () => answer.json() } });
  return { call, answer };
}

/** What the document does not say of an answer, with the call. */
function undocumented(
  { paths, components }: NamedDocument,
  { name, method, path }: DocumentedCall,
  answer: HttpAnswer,
): readonly string[] {
  const at = `${name} ${answer.status}`;
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const documented = responses[String(answer.status)] ?? responses[`${String(answer.status)[0]}XX`];
  if (documented === undefined || answer.status === 401) return [at];
  const media = documented.content?.['application/json'];
  if (media === undefined) return [];
  const [isValid, errors] = Compile({ components, allOf: [media.schema] }).Errors(answer.json());
  return isValid ? [] : [`${at} ${JSON.stringify([answer.json(), errors])}`];
}
