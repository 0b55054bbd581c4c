import type { FastifyRequest } from 'fastify';
import type { Accounts, KeyHolder } from '../../accounts/index.ts';
import { type Clock, Refusal } from '../../platform/index.ts';
import type { Operation } from './operation.ts';
import { member } from './request.ts';

/** What is known of an audited request so far. */
export interface Trail {
  by: Pick<KeyHolder, 'personId' | 'credentialId'> | undefined;
  forPersonId: number | undefined;
  record: string | undefined;
  written: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    trail: Trail | null;
  }
}

/** Said before anything is tried, to keep a flood away from the database: writing it down would undo that. */
const TURNED_AWAY = new Set(['too_many_failures', 'too_many_registrations', 'passwords_busy']);
/** Of nobody known, what was not even understood is no attempt. */
const NOT_UNDERSTOOD = new Set([400, 413, 415]);

export interface Auditor {
  done(request: FastifyRequest, operation: Operation, answer: object): Promise<void>;
  refused(request: FastifyRequest, operation: Operation, error: unknown): Promise<void>;
}

/** Writes what an audited operation did, durably, before it is answered. */
export function createAuditor({
  accounts,
  clock,
}: {
  readonly accounts: Pick<Accounts, 'audit'>;
  readonly clock: Clock;
}): Auditor {
  const write = (request: FastifyRequest, operation: Operation, trail: Trail, result: string) => {
    trail.written = true;
    return accounts.audit({
      requestId: request.id,
      at: clock.now(),
      operation: `${operation.set}/${operation.method}`,
      personId: trail.by?.personId,
      credentialId: trail.by?.credentialId,
      forPersonId: trail.forPersonId,
      address: request.ip,
      result,
      record: trail.record,
    });
  };
  return {
    done: async (request, operation, answer) => {
      if (!operation.audited) return;
      const trail = trailOf(request);
      trail.record ??= recordOf(operation, member(answer, recordName(operation)));
      await write(request, operation, trail, 'ok');
    },
    refused: async (request, operation, error) => {
      const trail = trailOf(request);
      if (!operation.audited || trail.written || !isAttempt(error, trail)) return;
      await write(request, operation, trail, codeOf(error));
    },
  };
}

export function trailOf(request: FastifyRequest): Trail {
  request.trail ??= { by: undefined, forPersonId: undefined, record: undefined, written: false };
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
  if (error instanceof Refusal && TURNED_AWAY.has(error.code)) return false;
  return trail.by !== undefined || !NOT_UNDERSTOOD.has(statusOf(error));
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  return Number((error as { statusCode?: unknown }).statusCode ?? 500);
}

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'internal_error';
}
