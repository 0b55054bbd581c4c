import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type AuditEntry, actorOfUser } from '../../accounts/audit/index.ts';
import type { Visitor } from '../../accounts/entry/index.ts';
import { compileReader, compressedBody, FieldFault, faultText } from '../../platform/http/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { refusePanel } from '../refusals.ts';
import { allAtOnce } from './all-at-once.ts';
import { cardNumberRefusal } from './card-numbers.ts';
import { firstOfMinute, type IsFirstOfMinute } from './first-of-minute.ts';
import { admit, type GuardOptions, personFor } from './guard.ts';
import { requireOwnOrigin } from './own-origin.ts';
import type { AnyOpenRoute, AnyPanelRoute, AuditSubject, OpenCall, PanelCall } from './route.ts';

const PANEL_API = '/painel/api';

export interface PanelInterfaceOptions extends GuardOptions {
  publicUrl(): string;
}

/** Adds the panel's own interface: not part of the public contract, and not described in its reference. */
export function registerPanelRoutes(
  app: FastifyInstance,
  options: PanelInterfaceOptions,
  routes: readonly (AnyPanelRoute | AnyOpenRoute)[],
): void {
  const isFirstOfMinute = firstOfMinute(options.clock);
  for (const route of routes) {
    const guarded = route.access === 'anybody' ? undefined : guardedRunner(options, route, isFirstOfMinute);
    const run = guarded?.run ?? openRunner(options, route as AnyOpenRoute);
    const { bodyLimitBytes } = route as Pick<AnyPanelRoute, 'bodyLimitBytes'>;
    app.route({
      method: route.method,
      url: `${PANEL_API}${route.path}`,
      ...(bodyLimitBytes === undefined ? {} : { bodyLimit: bodyLimitBytes }),
      schema: { hide: true },
      serializerCompiler: () => JSON.stringify,
      onRequest: async (request) => {
        if (route.method !== 'GET') requireOwnOrigin(request, options.publicUrl());
        await guarded?.admit(request);
      },
      handler: async (request, reply) => {
        const answer = await run(request, reply);
        if (reply.sent) return reply;
        reply.type('application/json; charset=utf-8');
        if (!('compressed' in route && route.compressed)) return reply.send(answer ?? 'null');
        return reply.send(await compressedBody(request, reply, JSON.stringify(answer)));
      },
    });
  }
}

/** What no route answers is told as JSON; the pages of the panel stand at every other address below it. */
export function registerUnknownAddresses(app: FastifyInstance): void {
  for (const url of [PANEL_API, `${PANEL_API}/*`]) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      schema: { hide: true },
      handler: () => {
        throw refusePanel('address_unknown');
      },
    });
  }
}

type Runner = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function openRunner({ cookie }: PanelInterfaceOptions, route: AnyOpenRoute): Runner {
  const readBody = readerOf(route.body);
  const refuseCardNumbers = cardNumberRefusal(route);
  return (request, reply) => {
    const body = readBody(request.body);
    refuseCardNumbers(undefined, body);
    return route.run({ ...factsOf(request, reply, cookie.read(request) ?? ''), body });
  };
}

interface GuardedRunner {
  /** Called before the body is read: large bodies are accepted only from authorized callers. */
  admit(request: FastifyRequest): Promise<void>;
  readonly run: Runner;
}

function guardedRunner(
  options: PanelInterfaceOptions,
  route: AnyPanelRoute,
  isFirstOfMinute: IsFirstOfMinute,
): GuardedRunner {
  const { accounts, clock } = options;
  const readBody = readerOf(route.body);
  const readQuery = readerOf(route.query);
  const refuseCardNumbers = cardNumberRefusal(route);
  const admitted = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof admit>>>();
  const entryOf = (request: FastifyRequest, visitor: Visitor, forPersonId?: number): AuditEntry => ({
    requestId: request.id,
    at: clock.now(),
    operation: `painel ${route.method} ${route.path}`,
    by: actorOfUser(visitor.user),
    forPersonId,
    address: request.clientAddress,
    result: 'ok',
    record: undefined,
    detail: undefined,
  });
  /** Of a refusal that a user can repeat at will, the first in a minute. */
  const isFirst = ({ user }: Visitor, code: string): boolean =>
    isFirstOfMinute(`${user.id} ${route.method} ${route.path} ${code}`);
  /** What a user may not write is in the audit, once a minute; pages are only read, and asked for again and again. */
  const refused = async (request: FastifyRequest, visitor: Visitor, code: string): Promise<void> => {
    if (route.method === 'GET' || !isFirst(visitor, code)) return;
    const forPersonId = visitor.person.role === 'operator' ? undefined : visitor.person.id;
    await accounts.audit({ ...entryOf(request, visitor, forPersonId), result: code });
  };
  const run: Runner = async (request, reply) => {
    const known = admitted.get(request);
    if (!known) throw new Error('panel route ran before admit()');
    const { visitor, token } = known;
    const personId = await personFor(accounts, visitor, request.query);
    const body = readBody(request.body);
    const query = readQuery(request.query);
    refuseCardNumbers(query, body);
    const entry = ({ record, detail, forPersonId }: AuditSubject): AuditEntry => ({
      ...entryOf(request, visitor, forPersonId ?? personId),
      record,
      detail,
    });
    const call: PanelCall<unknown, unknown> = {
      ...factsOf(request, reply, token),
      visitor,
      personId,
      body,
      query,
      auditAlone: (record, detail) => accounts.audit(entry({ record, detail })),
      auditAround: (subject, act, subjectOf) => auditAround(accounts, { entry, subject, act, subjectOf }),
      auditRefused: async (result, { every = false } = {}) => {
        if (every || isFirst(visitor, result)) await accounts.audit({ ...entry({}), result });
      },
      audit: (transaction, record, more) => accounts.auditWithin(transaction, entry({ record, ...more })),
    };
    return route.run(call);
  };
  return {
    admit: async (request) => {
      const known = await admit(options, route, request, (visitor, code) => refused(request, visitor, code));
      admitted.set(request, known);
      request.isKnown = true;
    },
    run: async (request, reply) => {
      try {
        return await run(request, reply);
      } catch (error) {
        const visitor = admitted.get(request)?.visitor;
        if (visitor && error instanceof Refusal && OUT_OF_REACH.has(error.code)) {
          await refused(request, visitor, error.code);
        }
        throw error;
      }
    },
  };
}

/** Refusals of calls that the role permits, but not for that record or person. */
const OUT_OF_REACH = new Set(['not_allowed', 'person_foreign']);

interface AuditedAct<Result> {
  entry(subject: AuditSubject): AuditEntry;
  readonly subject: AuditSubject;
  act(): Promise<Result>;
  readonly subjectOf: ((result: Result) => AuditSubject) | undefined;
}

/** Writes two entries, as commands do: the list shows `begun` only until the second entry exists. */
async function auditAround<Result>(
  accounts: Pick<PanelInterfaceOptions['accounts'], 'audit'>,
  { entry, subject, act, subjectOf }: AuditedAct<Result>,
): Promise<Result> {
  const begun = entry(subject);
  await accounts.audit({ ...begun, result: 'begun' });
  const end = (result: string, about: AuditSubject = subject) =>
    // The action is done and its result must be returned; the entry `begun` stays.
    accounts
      .audit({ ...entry({ ...subject, ...about }), requestId: `${begun.requestId}.end`, result })
      .catch(() => undefined);
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    await end(error instanceof Refusal ? error.code : 'failed');
    throw error;
  }
  await end('ok', subjectOf?.(result));
  return result;
}

function factsOf(request: FastifyRequest, reply: FastifyReply, token: string): Omit<OpenCall<never>, 'body'> {
  const key = request.headers['idempotency-key'];
  return {
    token,
    params: request.params as Readonly<Record<string, string>>,
    address: request.clientAddress,
    agent: String(request.headers['user-agent'] ?? ''),
    requestId: request.id,
    idempotencyKey: typeof key === 'string' && key !== '' ? key : undefined,
    reply,
  };
}

function readerOf(schema: TSchema | undefined): (value: unknown) => unknown {
  if (schema === undefined) return () => undefined;
  const read = refusing(compileReader(schema));
  const readParts = lazily(() => partsOf(schema).map((part) => refusing(compileReader(part))));
  return (value) => {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof Refusal) || error.field === '') throw error;
      // Field by field, to say all that is wrong.
      allAtOnce(Object.fromEntries(readParts().map((one, index) => [index, () => one(value)])));
      throw error;
    }
  };
}

function refusing(read: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      throw refusePanel('field_invalid', { field: error.path, message: faultText(error) });
    }
  };
}

/** Schemas of one field each. */
function partsOf(schema: TSchema): readonly TSchema[] {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    type: 'object',
    properties: { [name]: property },
    required: required.filter((one) => one === name),
  }));
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
