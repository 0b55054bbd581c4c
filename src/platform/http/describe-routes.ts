// Only the type: the package, and what it brings, is loaded when the reference is first asked for.
import type {} from '@fastify/swagger';
import Fastify, { type FastifySchema, type HTTPMethods } from 'fastify';

/** What an OpenAPI document says besides the routes. */
export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  /** Markdown shown above the endpoints. */
  readonly introduction: string;
  readonly licence: { readonly name: string; readonly identifier: string };
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** Requests that the service sends, as OpenAPI describes them. */
  readonly webhooks: Readonly<Record<string, object>>;
  /** Of calls whose schema names none, by their path. */
  securityOf(path: string): readonly Readonly<Record<string, readonly string[]>>[];
  /** The body of an error, where the schema of a call names none. */
  errorSchemaOf(path: string): object;
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
  const { title, version, introduction: description, licence: license } = options;
  await host.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license },
      tags: [...tags].map((name) => ({ name })),
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
  const document = host.swagger();
  await host.close();
  return { ...document, webhooks: options.webhooks };
}

function completed(
  { method, url, schema }: { method: HTTPMethods; url: string; schema: FastifySchema },
  { securityOf, errorSchemaOf }: DocumentOptions,
): FastifySchema {
  const response = (schema.response ?? {}) as Readonly<Record<string, unknown>>;
  const namesErrors = Object.keys(response).some((status) => status.startsWith('4'));
  const error = { description: 'O pedido foi recusado; a resposta diz por quê', ...errorSchemaOf(url) };
  const { postBody, ...rest } = schema as FastifySchema & { readonly postBody?: unknown };
  return {
    security: securityOf(url),
    ...rest,
    ...(postBody !== undefined && method !== 'GET' && { body: postBody }),
    operationId: operationId(method, url),
    response: namesErrors ? response : { ...response, '4xx': error },
  } as FastifySchema;
}

/** `get` and `/v1/transactions/:transactionId` are `getV1TransactionsByTransactionId`: the same in every version. */
function operationId(method: string, url: string): string {
  const words = url
    .split('/')
    .filter(Boolean)
    .flatMap((part) => (part.startsWith(':') ? ['by', part.slice(1)] : part.split(/[^A-Za-z0-9]+/)));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
