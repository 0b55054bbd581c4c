import Type, { type Static } from 'typebox';
import { LineField } from '../interface/fields.ts';

const LocalDay = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

export const AuditQuery = Type.Object({
  /** What this person did, or what was done on its behalf. */
  of: Type.Optional(Type.Integer({ minimum: 1 })),
  user: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Exactly this operation. */
  operation: Type.Optional(LineField(200)),
  /** How the caller was authenticated. */
  origin: Type.Optional(Type.Enum(['key', 'login', 'link', 'command', 'panel', 'none'], { type: 'string' })),
  /** Local days, both inclusive. */
  from: Type.Optional(LocalDay),
  to: Type.Optional(LocalDay),
  cursor: Type.Optional(Type.String({ maxLength: 80 })),
});
export type AuditQuery = Static<typeof AuditQuery>;
export type AuditOrigin = NonNullable<AuditQuery['origin']>;

/** One entry of the audit. */
export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly operation: string;
  /** Portuguese title of the operation. */
  readonly title: string;
  readonly origin: string | null;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly person: { readonly id: number; readonly name: string } | null;
  readonly forPerson: { readonly id: number; readonly name: string } | null;
  readonly record: string | null;
  /** `Produto 12`; empty for none. */
  readonly recordTitle: string;
  /** `ok`, the code of a refusal, or `begun` if it is unknown whether it happened. */
  readonly result: string;
  /** The result in the words of people. */
  readonly resultTitle: string;
  readonly address: string;
  readonly detail: string | null;
}

/** The calls of "Auditoria", typed for the panel's front end. */
export interface AuditRoutes {
  'GET /audit': {
    query: AuditQuery;
    answer: { items: readonly AuditRow[]; next: string | null };
  };
}
