// Only the type: the package, and what it brings, is loaded when the reference is first asked for.
import type {} from '@fastify/swagger';
import Fastify, { type FastifySchema, type HTTPMethods } from 'fastify';
import { addFurtherExamples, type FurtherExample } from './further-examples.ts';
import { nameSchemas, pathWords } from './name-schemas.ts';
import { type DescribedSchema, type ExampleValues, exampleOf } from './schema-example.ts';

/** What an OpenAPI document says besides the routes. */
export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  /** Markdown shown above the endpoints. */
  readonly introduction: string;
  /** By the tags of the calls, in Markdown. */
  readonly tags: Readonly<Record<string, string>>;
  readonly licence: { readonly name: string; readonly identifier: string };
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** Requests that the service sends, as OpenAPI describes them. */
  readonly webhooks: Readonly<Record<string, object>>;
  /** Of calls whose schema names none, by their path. */
  securityOf(path: string): readonly Readonly<Record<string, readonly string[]>>[];
  /** The body of an error, where the schema of a call names none. */
  errorSchemaOf(path: string): object;
  /** An error with this status, as it is answered there. */
  errorExampleOf(path: string, status: string): object;
  /** More about a call than its summary, in Markdown. */
  detailsOf(path: string): string;
  /** What answers with a status mean; `4XX` is the rest of those. */
  readonly statusMeanings: Readonly<Record<string, string>>;
  readonly exampleValues: ExampleValues;
  readonly furtherExamples: readonly FurtherExample[];
  readonly contact: { readonly name: string };
  /** By a named schema and the path of its member: values that are known today, beside which others may come. */
  readonly knownValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export interface DescribedRoute {
  readonly method: readonly HTTPMethods[];
  readonly url: string;
  readonly schema: FastifySchema;
}

/** The OpenAPI document. A server that never listens gets the same routes, for the package to describe. */
export async function describeRoutes(
  routes: readonly DescribedRoute[],
  options: DocumentOptions,
): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger');
  const host = Fastify({ exposeHeadRoutes: false });
  host.setValidatorCompiler(() => () => true);
  host.setSerializerCompiler(() => JSON.stringify);
  const tags = new Set(routes.flatMap(({ schema }) => schema.tags ?? []));
  const { title, version, introduction: description, licence: license, contact } = options;
  await host.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license, contact },
      tags: [...tags].map((name) => ({ name, description: options.tags[name] ?? '' })),
      components: { securitySchemes: options.securitySchemes as never },
    },
  });
  for (const { method, url, schema } of routes) {
    for (const one of method)
      host.route({
        method: one,
        url,
        schema: completed({ method: one, url, schema }, options),
        handler: () => undefined,
      });
  }
  await host.ready();
  const document: object = host.swagger();
  const { paths = {} } = document as { readonly paths?: Paths };
  await host.close();
  for (const [path, calls] of Object.entries(paths)) {
    for (const call of Object.values(calls)) completeCall(path, call, options);
  }
  addFurtherExamples(paths, options.furtherExamples);
  const named = nameSchemas({ ...document, paths, webhooks: options.webhooks });
  for (const [name, members] of Object.entries(options.knownValues)) {
    for (const [path, values] of Object.entries(members)) addKnownValues(named, name, path, values);
  }
  return named;
}

/** The member stays an open text: a later version may add values, and acquirers have codes of their own. */
function addKnownValues(document: object, name: string, path: string, values: readonly string[]): void {
  const { schemas } = (document as { components: { schemas: Record<string, DescribedSchema> } }).components;
  const member = path
    .split('.')
    .reduce<DescribedSchema | undefined>((schema, part) => schema?.properties?.[part], schemas[name]);
  if (member === undefined) throw new Error(`the schema ${name} has no ${path}`);
  Object.assign(member, { anyOf: [{ enum: values }, { type: 'string' }] });
}

interface Media {
  readonly schema?: DescribedSchema;
  example?: unknown;
}
interface Part {
  description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Call {
  readonly summary?: string;
  description?: string;
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** Adds what the schemas of the routes do not say: details, what each status means, examples. */
function completeCall(path: string, call: Call, options: DocumentOptions): void {
  const { exampleValues, statusMeanings } = options;
  call.description ??= `${call.summary}. ${options.detailsOf(path)}`;
  for (const media of Object.values(call.requestBody?.content ?? {})) {
    if (media.schema) media.example ??= exampleOf(media.schema, exampleValues, 'request');
  }
  for (const [status, answer] of Object.entries(call.responses)) {
    const isError = /^[45]/.test(status);
    answer.description = statusMeanings[status] ?? answer.description ?? '';
    for (const [type, media] of Object.entries(answer.content ?? {})) {
      if (media.schema === undefined || !type.startsWith('application/json')) continue;
      media.example ??= isError
        ? options.errorExampleOf(path, status)
        : exampleOf(media.schema, exampleValues, 'answer');
    }
  }
}

function completed(
  { method, url, schema }: { method: HTTPMethods; url: string; schema: FastifySchema },
  { securityOf, errorSchemaOf }: DocumentOptions,
): FastifySchema {
  const response = (schema.response ?? {}) as Readonly<Record<string, unknown>>;
  const namesErrors = Object.keys(response).some((status) => status.startsWith('4'));
  const { postBody, ...rest } = schema as FastifySchema & { readonly postBody?: unknown };
  return {
    security: securityOf(url),
    ...rest,
    ...(postBody !== undefined && method !== 'GET' && { body: postBody }),
    operationId: operationId(method, url),
    response: namesErrors ? response : { ...response, '4xx': errorSchemaOf(url) },
  } as FastifySchema;
}

/** `get` and `/v1/transactions/:transactionId` are `getV1TransactionsByTransactionId`: the same in every version. */
function operationId(method: string, url: string): string {
  return method.toLowerCase() + pathWords(url);
}
