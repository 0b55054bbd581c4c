import type { FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { TeamPermission, Visitor } from '../../accounts/index.ts';
import type { WriteTransaction } from '../../platform/index.ts';

/**
 * Who may call: `half` is the session that waits for its second factor; `session` is every other one; else the
 * permission that the role must have.
 */
export type Access = 'half' | 'session' | TeamPermission;

/** A call that needs no session: logging in, taking an invitation. */
export interface OpenCall<Body> {
  /** Of a session that the browser still has; `''` without one. */
  readonly token: string;
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly reply: FastifyReply;
}

/** A call of somebody who is logged in. */
export interface PanelCall<Body, Query> extends OpenCall<Body> {
  readonly visitor: Visitor;
  /** The person acted for; undefined: all persons, which only the platform's team may ask for. */
  readonly personId: number | undefined;
  readonly query: Query;
  /** Writes the entry of what is only read, before it is: an export. */
  auditAlone(record?: string, detail?: string): Promise<void>;
  /**
   * Does what is written elsewhere, as money that moves: `begun` is durable before, the result after. Once begun, an
   * entry that cannot be written does not fail the act.
   */
  auditAround<Result>(
    subject: AuditSubject,
    act: () => Promise<Result>,
    told?: (result: Result) => AuditSubject,
  ): Promise<Result>;
  /** Writes the entry of a write into its transaction. */
  audit(
    transaction: WriteTransaction,
    record?: string,
    more?: Pick<AuditSubject, 'detail' | 'forPersonId'>,
  ): Promise<void>;
}

/** What an entry of the audit is about. */
export interface AuditSubject {
  /** `transaction:…` */
  readonly record?: string | undefined;
  /** Why, in a few words. */
  readonly detail?: string | undefined;
  /** Absent: the person acted for. */
  readonly forPersonId?: number | undefined;
}

export interface OpenRoute<Body extends TSchema> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/painel/api`. */
  readonly path: string;
  readonly access: 'anybody';
  readonly body?: Body;
  run(call: OpenCall<Static<Body>>): Promise<unknown>;
}

/** A route as it is declared, next to its schemas. */
export interface PanelRoute<Body extends TSchema, Query extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/painel/api`. */
  readonly path: string;
  readonly access: Access;
  readonly body?: Body;
  readonly query?: Query;
  /** Needs a second factor, or the password, that was given minutes ago. */
  readonly stepUp?: boolean;
  /** More than other bodies may have: for photos. */
  readonly bodyLimitBytes?: number;
  /** A page that refreshes by itself does not keep the session alive. */
  readonly passive?: boolean;
  run(call: PanelCall<Static<Body>, Static<Query>>): Promise<unknown>;
}

/** Declared routes of any schema, as they are registered. */
export type AnyPanelRoute = PanelRoute<TSchema, TSchema>;
export type AnyOpenRoute = OpenRoute<TSchema>;

/** Keeps the types of body and query for `run`, and gives a route that can stand in one list with others. */
export function panelRoute<Body extends TSchema, Query extends TSchema>(
  route: PanelRoute<Body, Query>,
): AnyPanelRoute {
  return route as unknown as AnyPanelRoute;
}

export function openRoute<Body extends TSchema>(route: OpenRoute<Body>): AnyOpenRoute {
  return route as unknown as AnyOpenRoute;
}
