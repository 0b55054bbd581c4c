import type { FurtherExample } from './further-examples.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  /** What stands in the address, where it is not the variable of the same name. */
  readonly value?: string;
  readonly description?: string;
}

interface Call {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema?: { readonly examples?: readonly unknown[] };
}

/** What fills the credentials of the collection, by its variables. */
export type CollectionVariables = Readonly<Record<string, string>>;

interface CollectionOptions {
  readonly baseUrl: string;
  readonly variables: CollectionVariables;
  /** Stand after the calls, in their order. */
  readonly further: readonly FurtherExample[];
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The calls of an OpenAPI document as a Postman collection (version 2.1), which Postman, Insomnia and Bruno import: a folder
 * for each tag, addresses from `{{baseUrl}}`, credentials from variables, bodies from the examples. What a call makes is kept
 * in a variable, which the calls about it use.
 */
export function postmanCollection(
  document: Json,
  { baseUrl, variables, further }: CollectionOptions,
): object {
  const folders = new Map<string, object[]>();
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Call>>>>;
  const names = new Set<string>();
  for (const [path, verbs] of Object.entries(paths)) {
    for (const [verb, call] of Object.entries(verbs)) {
      // What takes both methods alike stands once.
      if (verb === 'get' && verbs.post?.summary === call.summary) continue;
      const [tag = 'API'] = call.tags ?? [];
      const items = folders.get(tag) ?? [];
      const made = verb === 'post' ? madeBelow(path, Object.keys(paths)) : undefined;
      if (made !== undefined) names.add(made);
      items.push({
        ...itemOf(verb, path, call),
        ...(made !== undefined && { event: [keepsFromAnswer({ [made]: made })] }),
      });
      folders.set(tag, items);
    }
  }
  const later = Map.groupBy(further, ({ folder }) => folder);
  for (const name of further.flatMap(filledBy)) names.add(name);
  const { title } = document.info as { title: string };
  return {
    info: { name: title, schema: SCHEMA },
    item: [
      ...[...folders].map(([name, items]) => ({ name, item: makersFirst(items) })),
      ...[...later].map(([name, items]) => ({ name, item: items.map((one) => furtherItem(paths, one)) })),
    ],
    variable: Object.entries({
      baseUrl,
      ...variables,
      ...Object.fromEntries([...names].map((name) => [name, ''])),
    }).map(([key, value]) => ({ key, value })),
  };
}

/** Variables that an example fills. */
function filledBy({ keeps = {}, dayAhead }: FurtherExample): readonly string[] {
  return [...Object.keys(keeps), ...(dayAhead ? [dayAhead.variable] : [])];
}

/** The calls about what a call makes come after it, so that the collection can be run as a whole. */
function makersFirst(items: readonly object[]): readonly object[] {
  return items.toSorted((one, other) => Number('event' in other) - Number('event' in one));
}

/** What a POST to `/v1/things` makes, if there is a `/v1/things/{thingId}`: `thingId`. */
function madeBelow(path: string, paths: readonly string[]): string | undefined {
  const below = paths.find((one) => one.startsWith(`${path}/{`));
  return below && /^\{(\w+)\}/.exec(below.slice(path.length + 1))?.[1];
}

function furtherItem(
  paths: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  { method, path, summary, body, values = {}, dayAhead, keeps }: FurtherExample,
): object {
  const call = paths[path]?.[method];
  const parameters = call?.parameters?.map(({ example: _, ...one }) => {
    const value = values[one.name];
    return { ...one, ...(value !== undefined && (one.in === 'path' ? { value } : { example: value })) };
  });
  const example = dayAhead ? withLaterDay(body, dayAhead) : body;
  const item = itemOf(method, path, {
    ...call,
    summary,
    ...(parameters && { parameters }),
    ...(example !== undefined && { requestBody: { content: { 'application/json': { example } } } }),
  });
  const event = [...(dayAhead ? [countsDays(dayAhead)] : []), ...(keeps ? [keepsFromAnswer(keeps)] : [])];
  return { ...item, ...(event.length > 0 && { event }) };
}

type DayAhead = NonNullable<FurtherExample['dayAhead']>;

function withLaterDay(body: unknown, { variable, insteadOf }: DayAhead): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(insteadOf, `{{${variable}}}`));
}

/** Before the call: a day that is written down is over soon. */
function countsDays({ variable, days }: DayAhead): object {
  const exec = [
    `const day = new Date(Date.now() + ${days} * 24 * 60 * 60 * 1000);`,
    `pm.collectionVariables.set('${variable}', day.toISOString().slice(0, 10));`,
  ];
  return { listen: 'prerequest', script: { type: 'text/javascript', exec } };
}

/** By the variable, the member that it keeps. */
function keepsFromAnswer(keeps: Readonly<Record<string, string>>): object {
  const exec = [
    'const find = (value) => {',
    '  for (const [key, inner] of Object.entries(value ?? {})) {',
    ...Object.entries(keeps).map(
      ([variable, member]) =>
        `    if (key === '${member}') pm.collectionVariables.set('${variable}', inner);`,
    ),
    "    if (typeof inner === 'object') find(inner);",
    '  }',
    '};',
    'if (pm.response.code < 300) find(pm.response.json());',
  ];
  return { listen: 'test', script: { type: 'text/javascript', exec } };
}

/** What another call made is named by its variable: `transactionId` in the body of a call about a transaction. */
function isAbout(path: string, example: unknown): unknown {
  const { transactionId, ...others } = example as Json;
  const isOfAnother = transactionId !== undefined && !path.startsWith('/v1/transactions');
  return isOfAnother ? { transactionId: '{{transactionId}}', ...others } : example;
}

function itemOf(verb: string, path: string, call: Call): object {
  const { parameters = [], requestBody } = call;
  const schemes = Object.keys(call.security?.[0] ?? {});
  const ofPlace = (place: string) => parameters.filter((one) => one.in === place);
  const pair = ({ name, example, required, description }: Parameter) => ({
    key: name,
    value: example === undefined ? '' : String(example),
    disabled: required !== true && example === undefined,
    ...(description === undefined ? {} : { description }),
  });
  const query = [
    ...(schemes.includes('key') ? [{ key: 'key', value: '{{key}}' }] : []),
    ...ofPlace('query').map(pair),
  ];
  const headers = ['authenticationApi', 'authenticationKey'].filter((name) => schemes.includes(name));
  const media = requestBody?.content['application/json'];
  const [first] = Object.values(media?.examples ?? {});
  const example = media?.example ?? first?.value ?? media?.schema?.examples?.[0] ?? {};
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const sent = query.filter((one) => !('disabled' in one && one.disabled));
  const search = sent.map(({ key, value }) => `${key}=${value}`).join('&');
  return {
    name: call.summary ?? path,
    request: {
      method: verb.toUpperCase(),
      url: {
        raw: `{{baseUrl}}/${segments}${search === '' ? '' : `?${search}`}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
        query,
        variable: ofPlace('path').map(({ name, value = `{{${name}}}` }) => ({ key: name, value })),
      },
      header: [
        ...headers.map((key) => ({ key, value: `{{${key}}}` })),
        ...(requestBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      ...(schemes.includes('checkout') && {
        auth: {
          type: 'basic',
          basic: [
            { key: 'username', value: '{{checkoutUser}}' },
            { key: 'password', value: '{{checkoutPassword}}' },
          ],
        },
      }),
      ...(requestBody && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(isAbout(path, example), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}
