import type { Static, TSchema } from 'typebox';
import type { Actor } from '../../accounts/audit/index.ts';
import type { KeyHolder } from '../../accounts/credentials/index.ts';
import type { Written } from '../../accounts/options.ts';
import type { AnswerSteps } from './answering.ts';
import type { RequestSender } from './sender.ts';

/** Waits for one of the few write slots, which persons take in turn, and runs the write in it. */
export type WithWriteSlot = <Result>(work: () => Promise<Result>) => Promise<Result>;

export type Verb = 'GET' | 'POST' | 'DELETE';

/** Audit facts that only the operation itself knows. */
interface AuditNote {
  /** The actor, if the request has no key. */
  readonly by?: Actor;
  /** `pessoa:12` */
  readonly record?: string;
  /** Whom a refused call without a key was about. */
  readonly forPersonId?: number;
}

/** What an operation is given, after credentials, fields and permission were checked in that order. */
export interface OperationCall<Query, Body> {
  /** The owner of the key; undefined only where the key may be left out. */
  readonly holder: KeyHolder | undefined;
  readonly sender: RequestSender;
  /**
   * The person on whose behalf the call acts: pessoaId of the query, else of the body, else the key's own; 0 without a
   * key.
   */
  readonly personId: number;
  readonly query: Query;
  readonly body: Body;
  /** The caller's address. */
  readonly address: string;
  /** The Idempotency-Key header, if there is one. */
  readonly idempotencyKey: string | undefined;
  /** For a write made by `finish`; `run` has a slot already. */
  readonly withWriteSlot: WithWriteSlot;
  /** For a write that must know whether its answer reached the caller's connection; called before the answer is built. */
  onAnswer(steps: AnswerSteps): void;
  /** Adds to the audit's entry of this call. */
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
  /** Whether pessoaId is read and the key must be allowed to act for that person. */
  readonly forPerson: boolean;
  /** Name of the object that a body may be wrapped in. */
  readonly wrapper?:
    | 'pessoa'
    | 'produto'
    | 'terminal'
    | 'cliente'
    | 'clienteCartao'
    | 'pagamentoRecorrente'
    | 'intencaoVenda'
    | 'pagamentoExterno'
    | 'intencaoImpressao'
    | 'impressora'
    | 'operador'
    | 'terminalFisico'
    | 'pedido'
    | 'callback';
  /** Names in lower camel case; requests may write them in any letter case. */
  readonly query?: Query;
  readonly body?: Body;
  /** Converts a body that old clients send in another shape into that of the schema. */
  adapt?(body: unknown): unknown;
  /** The answer without `data`. */
  readonly answer: TSchema;
  /** Whether the answer carries the server's time. */
  readonly withData: boolean;
  /** Writes are audited, also when they are refused. */
  readonly audited: boolean;
  readonly bodyLimitBytes?: number;
  /** For calls without a key; absent: the server's limit for such calls. */
  readonly keylessBodyLimitBytes?: number;
  /** Throws when the caller has used up its share. Called before the body is read. */
  admit?(caller: Pick<OperationCall<unknown, unknown>, 'holder' | 'address'>): void;
  /**
   * Slow work before a write that writes nothing, such as decoding a picture: done before the write takes one of the
   * few write slots.
   */
  prepare?(call: OperationCall<Static<Query>, Static<Body>>): Promise<Prepared>;
  run(call: OperationCall<Static<Query>, Static<Body>>, prepared: Prepared): Promise<Done>;
  /**
   * Builds the answer of a write after the commit, when its slot is released: for slow work such as waiting for a
   * payment client. Absent: `run` returns the answer.
   */
  finish?(call: OperationCall<Static<Query>, Static<Body>>, done: Done): Promise<object>;
}

/** Infers the types of `run` from the schemas beside it. */
export function operation<
  Query extends TSchema,
  Body extends TSchema,
  Prepared = undefined,
  Done extends object = object,
>(spec: Operation<Query, Body, Prepared, Done>): Operation {
  return spec as unknown as Operation;
}
