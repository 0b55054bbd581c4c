import type { Static, TSchema } from 'typebox';
import type { Actor, KeyHolder, Written } from '../../accounts/index.ts';
import type { RequestSender } from './sender.ts';

export type Verb = 'GET' | 'POST';

/** What only the operation itself can tell of who did what. */
interface AuditNote {
  /** Who, where no key said so. */
  readonly by?: Actor;
  /** `pessoa:12` */
  readonly record?: string;
}

/** What an operation gets, after credentials, fields and permission were checked in that order. */
export interface OperationCall<Query, Body> {
  /** Who the key stands for; undefined only where the key may be left out. */
  readonly holder: KeyHolder | undefined;
  readonly sender: RequestSender;
  /** The person acted for: pessoaId of the query, else of the body, else the key's own; 0 without a key. */
  readonly personId: number;
  readonly query: Query;
  readonly body: Body;
  /** The caller's address. */
  readonly address: string;
  /** The Idempotency-Key header, if there is one. */
  readonly idempotencyKey: string | undefined;
  /** Adds to what the audit says of this call. */
  note(note: AuditNote): void;
  /** Adds the audit's entry; every audited operation calls it last in the transaction of its write. */
  readonly written: Written<{ readonly id: number } | undefined>;
}

/** One method of the interface, `/Set/Method`, as data: routing, reading, permission, audit and reference follow from it. */
export interface Operation<
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Prepared = unknown,
  Done extends object = object,
> {
  /** `Produto` */
  readonly set: string;
  /** `GetByPessoaId` */
  readonly method: string;
  readonly verbs: readonly Verb[];
  /** Portuguese, for the API reference. */
  readonly summary: string;
  readonly key: 'required' | 'optional' | 'none';
  /** Whether pessoaId is looked for and the key must be allowed to act for that person. */
  readonly forPerson: boolean;
  /** Name of the object that a body may be wrapped in. */
  readonly wrapper?: 'pessoa' | 'produto' | 'terminal' | 'cliente' | 'intencaoVenda' | 'pedido';
  /** Names in lower camel case; requests may write them in any letter case. */
  readonly query?: Query;
  readonly body?: Body;
  /** Puts a body that old clients send in another shape into that of the schema. */
  adapt?(body: unknown): unknown;
  /** The answer without `data`. */
  readonly answer: TSchema;
  /** Whether the answer carries the server's time. */
  readonly withData: boolean;
  /** Writes are audited, refused ones too. */
  readonly audited: boolean;
  readonly bodyLimitBytes?: number;
  /** For calls without a key; absent: what the server allows strangers. */
  readonly keylessBodyLimitBytes?: number;
  /** Throws for a caller who had its share. Asked before the body is read. */
  admit?(caller: Pick<OperationCall<unknown, unknown>, 'holder' | 'address'>): void;
  /**
   * What a write needs that takes long and writes nothing, such as decoding a picture: done before the write takes one of
   * the few places, which others wait for.
   */
  prepare?(call: OperationCall<Static<Query>, Static<Body>>): Promise<Prepared>;
  run(call: OperationCall<Static<Query>, Static<Body>>, prepared: Prepared): Promise<Done>;
  /**
   * Makes the answer of a write once it is committed and its place given back, for what may take long, such as waiting
   * for a payment client. Absent: `run` gives the answer.
   */
  finish?(call: OperationCall<Static<Query>, Static<Body>>, done: Done): Promise<object>;
}

/** Lets `run` be typed by the schemas beside it. */
export function operation<
  Query extends TSchema,
  Body extends TSchema,
  Prepared = undefined,
  Done extends object = object,
>(spec: Operation<Query, Body, Prepared, Done>): Operation {
  return spec as unknown as Operation;
}
