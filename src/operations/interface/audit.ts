import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import { type Actor, type AuditEntry, NOBODY } from '../../accounts/audit/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { toRefusal } from '../../platform/http/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Operation } from './operation.ts';
import { member } from './request.ts';

/** What is known of an audited request so far. */
export interface Trail {
  by: Actor;
  forPersonId: number | undefined;
  record: string | undefined;
  /** The entry was added to the transaction of a write. */
  written: boolean;
  /** That transaction was committed: a later failure does not concern the write. */
  committed: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    trail: Trail | null;
  }
}

/** These refusals protect the database from a flood, so they are not stored in it. */
const TURNED_AWAY = new Set([
  'too_many_failures',
  'too_many_registrations',
  'too_many_waiting',
  'passwords_busy',
  'photos_busy',
  'writes_busy',
]);
/** A malformed request of an unknown caller is not audited. */
const NOT_UNDERSTOOD = new Set([400, 413, 415]);
/** An unknown caller who touched nothing appears only in the logs: many such requests would fill the table. */
const KEY_UNKNOWN = 'key_unknown';

export interface Auditor {
  /** Adds the entry of a write to its transaction. */
  written(
    request: FastifyRequest,
    operation: Operation,
    transaction: WriteTransaction,
    record: { readonly id: number } | undefined,
  ): Promise<void>;
  /** Stores the entry of a refusal; durable before it is answered. */
  refused(request: FastifyRequest, operation: Operation, error: unknown): Promise<void>;
}

/** Records what audited operations did. */
export function createAuditor({
  accounts,
  clock,
}: {
  readonly accounts: Pick<Accounts, 'audit' | 'auditWithin'>;
  readonly clock: Clock;
}): Auditor {
  const entry = (
    request: FastifyRequest,
    operation: Operation,
    trail: Trail,
    result: string,
  ): AuditEntry => ({
    requestId: request.id,
    at: clock.now(),
    operation: `${operation.set}/${operation.method}`,
    by: trail.by,
    forPersonId: trail.forPersonId,
    address: request.clientAddress,
    result,
    record: trail.record,
    ...(request.holder?.operator ? { detail: `operador:${request.holder.operator.id}` } : {}),
  });
  return {
    written: async (request, operation, transaction, record) => {
      const trail = trailOf(request);
      trail.record = recordOf(operation, record) ?? trail.record;
      trail.written = true;
      await accounts.auditWithin(transaction, entry(request, operation, trail, 'ok'));
    },
    refused: async (request, operation, error) => {
      const trail = trailOf(request);
      // Once the entry is added, only the commit can fail: entry and write are stored together or not at all.
      const committing = trail.written && !(error instanceof Refusal);
      if (!operation.audited || trail.committed || committing || !isAttempt(error, trail)) return;
      await accounts.audit(entry(request, operation, trail, toRefusal(error).code));
    },
  };
}

export function trailOf(request: FastifyRequest): Trail {
  request.trail ??= {
    by: NOBODY,
    forPersonId: undefined,
    record: undefined,
    written: false,
    committed: false,
  };
  return request.trail;
}

/** `produto:12`; undefined while the record has no id. */
export function recordOf(operation: Pick<Operation, 'set'>, record: unknown): string | undefined {
  const id = member(record, 'id');
  const known = /^[1-9]\d{0,15}$/.test(typeof id === 'object' ? '' : String(id));
  return known ? `${recordName(operation)}:${id}` : undefined;
}

function recordName({ set }: Pick<Operation, 'set'>): string {
  return set.charAt(0).toLowerCase() + set.slice(1);
}

function isAttempt(error: unknown, trail: Trail): boolean {
  const { code, status } = toRefusal(error);
  if (TURNED_AWAY.has(code)) return false;
  if (trail.by.personId !== undefined) return true;
  return code !== KEY_UNKNOWN && !NOT_UNDERSTOOD.has(status);
}
