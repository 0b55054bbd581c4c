import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TProperties } from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { actorOf } from '../../accounts/audit/index.ts';
import type { KeyHolder } from '../../accounts/credentials/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { bodyLimitOf } from '../../platform/http/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { followAnswer } from './answering.ts';
import { type Auditor, createAuditor, recordOf, type Trail, trailOf } from './audit.ts';
import { type ExposesCardNumber, exposedNumberRefusal } from './exposed-number.ts';
import type { Operation, OperationCall } from './operation.ts';
import { refuseByProfile } from './operator-rights.ts';
import { operationRefuse } from './refusals.ts';
import { member, namedPerson, refusingReader, unwrapped } from './request.ts';
import { createSendAnswer, type SendAnswer } from './send-answer.ts';
import { senderOf } from './sender.ts';
import type { WriteLimiter } from './write-limiter.ts';

/** The original service also answered under this prefix. */
const OLD_PREFIX = '/webapi';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the key hook of the operational interface. */
    holder: KeyHolder | null;
  }
}

export interface OperationDependencies {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly exposesCardNumber: ExposesCardNumber;
  readonly limitWrites: WriteLimiter;
}

/** Adds all operations to the server, each also under the old prefix. */
export function registerOperations(
  app: FastifyInstance,
  dependencies: OperationDependencies,
  operations: readonly Operation[],
): void {
  app.decorateRequest('holder', null);
  app.decorateRequest('trail', null);
  const shared = {
    auditor: createAuditor(dependencies),
    sendAnswer: createSendAnswer(),
    limitWrites: dependencies.limitWrites,
  };
  for (const operation of operations) {
    const handler = handlerOf(operation, dependencies, shared);
    for (const prefix of ['', OLD_PREFIX]) {
      app.route({
        method: [...operation.verbs],
        url: `${prefix}/${operation.set}/${operation.method}`,
        exposeHeadRoute: operation.verbs.includes('GET'),
        config: {
          cors: true,
          ...(operation.keylessBodyLimitBytes && { strangerBodyLimit: operation.keylessBodyLimitBytes }),
        },
        ...(operation.bodyLimitBytes === undefined ? {} : { bodyLimit: operation.bodyLimitBytes }),
        schema: prefix === '' ? referenceSchema(operation) : { hide: true },
        // The answer has already been written as text.
        serializerCompiler: () => JSON.stringify,
        onRequest: async (request: FastifyRequest) => {
          const holder = await holderOf(request, operation, dependencies.accounts);
          request.holder = holder;
          request.isKnown = holder !== null;
          if (holder) trailOf(request).by = actorOf(holder);
          operation.admit?.({ holder: holder ?? undefined, address: request.clientAddress });
        },
        // Passes the refusal on to the server's own handler, which answers it.
        errorHandler: async (error, request) => {
          await shared.auditor.refused(request, operation, error);
          throw error;
        },
        handler,
      });
    }
  }
}

/** What all operations of one process share. */
interface Shared {
  readonly auditor: Auditor;
  readonly sendAnswer: SendAnswer;
  readonly limitWrites: WriteLimiter;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function handlerOf(
  operation: Operation,
  { accounts, clock, time, exposesCardNumber }: OperationDependencies,
  { auditor, sendAnswer, limitWrites }: Shared,
): Handler {
  const readQuery = refusingReader(operation.query);
  const readBody = refusingReader(operation.body);
  const refuseExposedNumber = exposedNumberRefusal(operation, exposesCardNumber);
  return async (request, reply) => {
    const holder = request.holder ?? undefined;
    const trail = trailOf(request);
    const given = unwrapped(request.body, operation.wrapper);
    const named = operation.forPerson ? namedPerson(request.query, given, request.body) : undefined;
    trail.record = recordOf(operation, given);
    trail.forPersonId = Number.isSafeInteger(named) ? named : holder?.personId;
    const query = readQuery(request.query);
    const body = readBody(operation.adapt ? operation.adapt(given) : given);
    refuseExposedNumber(query, body);
    refuseByProfile(operation, holder);
    const personId = operation.forPerson ? await personFor(named, holder, accounts) : (holder?.personId ?? 0);
    const sender = senderOf(holder, request.clientAddress);
    let handing: (() => Promise<void>) | undefined;
    const call: OperationCall<unknown, unknown> = {
      holder,
      sender,
      personId,
      query,
      body,
      address: request.clientAddress,
      idempotencyKey: idempotencyKeyOf(request),
      withWriteSlot: (work) => limitWrites(sender, 0, work),
      onAnswer: (steps) => {
        handing = followAnswer(reply, steps);
      },
      note: noteIn(trail),
      written: (transaction, record) => auditor.written(request, operation, transaction, record),
    };
    const prepared = await operation.prepare?.(call);
    const run = () => operation.run(call, prepared);
    const done = await (takesWriteSlot(operation) ? limitWrites(sender, bodyBytes(request), run) : run());
    const answer = await finished(operation, call, { done, trail });
    const members = operation.withData ? { data: time.brazilian(clock.now()), ...answer } : answer;
    await handing?.();
    return sendAnswer(request, reply, members);
  };
}

/** What an operation adds to the entry of its call. */
function noteIn(trail: Trail): OperationCall<unknown, unknown>['note'] {
  return ({ by, record, forPersonId }) => {
    if (by) Object.assign(trail, { by, forPersonId: by.personId });
    if (forPersonId !== undefined) trail.forPersonId = forPersonId;
    if (record !== undefined) trail.record = record;
  };
}

/** The answer, once the entry of the write is stored. */
async function finished(
  operation: Operation,
  call: OperationCall<unknown, unknown>,
  { done, trail }: { readonly done: object; readonly trail: Trail },
): Promise<object> {
  if (operation.audited && !trail.written)
    throw new Error(
      `${operation.set}/${operation.method} wrote no audit entry: call written() in its transaction`,
    );
  trail.committed = trail.written;
  return operation.finish ? operation.finish(call, done) : done;
}

const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= MAX_IDEMPOTENCY_KEY_CHARACTERS) return key;
  throw operationRefuse('value_invalid', {
    message: `O cabeçalho Idempotency-Key deve ter até ${MAX_IDEMPOTENCY_KEY_CHARACTERS} caracteres.`,
  });
}

/** A login does not: the few concurrent password checks limit it, and it must not hold a write slot that long. */
function takesWriteSlot({ audited, key }: Operation): boolean {
  return audited && key !== 'none';
}

/** The announced size, or the largest allowed one. */
function bodyBytes(request: FastifyRequest): number {
  return Number(request.headers['content-length'] ?? bodyLimitOf(request));
}

async function holderOf(
  request: FastifyRequest,
  operation: Operation,
  accounts: Accounts,
): Promise<KeyHolder | null> {
  const key = operation.key === 'none' ? undefined : member(request.query, 'key');
  if (operation.key !== 'required' && key === undefined) return null;
  const holder = typeof key === 'string' ? await accounts.verifyKey(new Secret(key)) : undefined;
  if (holder) return holder;
  // Counted after verification: a till with an expired key must not block its neighbours (docs/decisions/0009).
  accounts.failures.check(request.clientAddress);
  accounts.failures.record(request.clientAddress);
  throw refuseAccount('key_unknown');
}

/** Who may act for whom (docs/contract/decided.md 4). */
async function personFor(
  named: number | undefined,
  holder: KeyHolder | undefined,
  accounts: Accounts,
): Promise<number> {
  if (!holder) return 0;
  const personId = named ?? holder.personId;
  switch (await accounts.mayActFor(holder, personId)) {
    case 'allowed':
      return personId;
    case 'waiting':
      throw refuseAccount('person_waiting');
    case 'inactive':
      throw refuseAccount('person_inactive');
    case 'foreign':
      throw refuseAccount('person_foreign');
    case 'unknown':
      throw refuseAccount('person_unknown');
  }
}

function referenceSchema(operation: Operation): object {
  const parameters: TProperties = {
    ...(operation.key === 'none'
      ? {}
      : { key: Type.Optional(Type.String({ description: 'Chave de acesso' })) }),
    ...(operation.forPerson
      ? {
          pessoaId: Type.Optional(
            Type.String({
              description: 'Pessoa em nome de quem a chamada age; também aceito como pessoaVendedorId',
            }),
          ),
        }
      : {}),
    ...(operation.query as { properties?: TProperties } | undefined)?.properties,
  };
  return {
    summary: operation.summary,
    tags: [operation.set],
    querystring: Type.Object(parameters),
    ...bodyOf(operation),
    response: { 200: answerSchema(operation) },
  };
}

/** A GET has no body that could be described: where both verbs are taken, the reference tells that of POST. */
function bodyOf({ body, verbs }: Operation): object {
  if (!body) return {};
  return verbs.includes('GET') ? { postBody: body } : { body };
}

function answerSchema(operation: Operation): object {
  const { properties = {} } = operation.answer as { properties?: TProperties };
  return Type.Object({ ...(operation.withData ? { data: Type.String() } : {}), ...properties });
}
