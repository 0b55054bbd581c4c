import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/schema';
import type { HttpAnswer } from '../../support/http-exchange.ts';
import type { NamedDocument } from '../../support/open-api.ts';
import { onEachEngine } from '../../support/service.ts';

interface Collection {
  readonly item: readonly { readonly item: readonly { readonly request: Example }[] }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
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

/** Stands in addresses whose identifier has no example: the answer is a documented refusal. */
const UNKNOWN_ID = '0199aabb-ccdd-7eee-8fff-001122334455';

onEachEngine('The examples of the reference', {}, (service) => {
  test('each one has credentials that the sandbox takes, and an answer that its operation documents, if only a refusal', async () => {
    const document = (await service.send({ path: '/openapi.json' })).json() as NamedDocument;
    const { item, variable } = (await service.send({ path: '/docs/postman.json' })).json() as Collection;
    const values = new Map(variable.map(({ key, value }) => [key, value]));
    const filled = (text: string) =>
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
        name === 'baseUrl' ? '' : (values.get(name) ?? ''),
      );
    const undescribed: string[] = [];
    let sent = 0;
    for (const { request } of item.flatMap((folder) => folder.item)) {
      const { method, url, header, body, auth } = request;
      const described =
        filled(url.raw)
          .split('?')[0]
          ?.replaceAll(/:(\w+)/g, '{$1}') ?? '';
      const inPath = new Map(url.variable?.map(({ key, value }) => [key, filled(value)]));
      const headers = Object.fromEntries(header.map(({ key, value }) => [key, filled(value)]));
      const basic = new Map(auth?.basic?.map(({ key, value }) => [key, filled(value)]));
      if (basic.size > 0) {
        const pair = `${basic.get('username')}:${basic.get('password')}`;
        headers.Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      }
      const answer = await service.send({
        method,
        path: filled(url.raw).replaceAll(/:(\w+)/g, (_, name: string) => inPath.get(name) || UNKNOWN_ID),
        headers,
        ...(body ? { body: body.raw } : {}),
      });
      sent += 1;
      const fault = undocumented(document, method, described, answer);
      if (fault) undescribed.push(fault);
    }
    assert.deepEqual(undescribed, []);
    assert.ok(sent > 50, `${sent} examples`);
  });
});

/** What the document does not say of an answer, with the call. Undefined when it says all of it. */
function undocumented(
  { paths, components }: NamedDocument,
  method: string,
  path: string,
  answer: HttpAnswer,
): string | undefined {
  const at = `${method} ${path} ${answer.status}`;
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const documented = responses[String(answer.status)] ?? responses[`${String(answer.status)[0]}XX`];
  if (documented === undefined || answer.status === 401) return at;
  const media = documented.content?.['application/json'];
  if (media === undefined) return undefined;
  const [isValid, errors] = Compile({ components, allOf: [media.schema] }).Errors(answer.json());
  return isValid ? undefined : `${at} ${JSON.stringify([answer.json(), errors])}`;
}
