import type { FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Visitor } from '../../accounts/entry/index.ts';
import type { TeamPermission } from '../../accounts/team/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';

/**
 * Who may call: `half`: a session that waits for its second factor; `session`: any other session; otherwise the
 * permission that the role needs.
 */
export type Access = 'half' | 'session' | TeamPermission;

/** A call without a session: login, accepting an invitation. */
export interface OpenCall<Body> {
  /** The token of a session that the browser still has; `''` without one. */
  readonly token: string;
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly reply: FastifyReply;
}

/** A call by a logged-in user. */
export interface PanelCall<Body, Query> extends OpenCall<Body> {
  readonly visitor: Visitor;
  /** The person on whose behalf the call acts; undefined: all persons, only for the platform's team. */
  readonly personId: number | undefined;
  readonly query: Query;
  /** Writes the entry of a read-only operation, such as an export, before it runs. */
  auditAlone(record?: string, detail?: string): Promise<void>;
  /**
   * Runs an action outside a database transaction, such as a movement of money: writes the entry `begun` before it and
   * the result after it. Once begun, an entry that cannot be written does not fail the action.
   */
  auditAround<Result>(
    subject: AuditSubject,
    act: () => Promise<Result>,
    subjectOf?: (result: Result) => AuditSubject,
  ): Promise<Result>;
  /**
   * Writes the entry of a call that is refused, with the refusal's code as its result: one in a minute, or `every` one where
   * something else bounds them, as the lock of a login does.
   */
  auditRefused(code: string, how?: { readonly every?: boolean }): Promise<void>;
  /** Writes the entry of a write into its transaction. */
  audit(
    transaction: WriteTransaction,
    record?: string,
    more?: Pick<AuditSubject, 'detail' | 'forPersonId'>,
  ): Promise<void>;
}

/** The subject of an audit entry. */
export interface AuditSubject {
  /** `transaction:…` */
  readonly record?: string | undefined;
  /** Why, in a few words. */
  readonly detail?: string | undefined;
  /** Absent: the person on whose behalf the call acts. */
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

/** A route with its schemas. */
export interface PanelRoute<Body extends TSchema, Query extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/painel/api`. */
  readonly path: string;
  readonly access: Access;
  readonly body?: Body;
  readonly query?: Query;
  /** Needs a second factor, or the password, given within the last minutes. */
  readonly stepUp?: boolean;
  /** A higher limit for bodies with photos. */
  readonly bodyLimitBytes?: number;
  /** Compresses the answer, where the browser accepts it. Only for lists, none of whose fields is a secret. */
  readonly compressed?: boolean;
  /** Never counts as use of the session. Of other routes a call does not when its page marks it as a timer's. */
  readonly passive?: boolean;
  run(call: PanelCall<Static<Body>, Static<Query>>): Promise<unknown>;
}

/** Routes of any schema, for lists. */
export type AnyPanelRoute = PanelRoute<TSchema, TSchema>;
export type AnyOpenRoute = OpenRoute<TSchema>;

/** Infers the types of body and query for `run`, and returns a route that fits in a list with others. */
export function panelRoute<Body extends TSchema, Query extends TSchema>(
  route: PanelRoute<Body, Query>,
): AnyPanelRoute {
  return route as unknown as AnyPanelRoute;
}

export function openRoute<Body extends TSchema>(route: OpenRoute<Body>): AnyOpenRoute {
  return route as unknown as AnyOpenRoute;
}
