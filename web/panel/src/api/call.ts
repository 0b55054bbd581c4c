import type { AcquirerRoutes, FeeRoutes } from '../../../../src/panel/acquirers/schema.ts';
import type { AttentionRoutes } from '../../../../src/panel/attention/schema.ts';
import type { AuditRoutes } from '../../../../src/panel/audit/schema.ts';
import type { BankStatementRoutes } from '../../../../src/panel/bank-statements/schema.ts';
import type { CategoryRoutes } from '../../../../src/panel/categories/schema.ts';
import type { ChargeRoutes } from '../../../../src/panel/charge/schema.ts';
import type { CheckoutIdRoutes } from '../../../../src/panel/checkout-ids/schema.ts';
import type { ClientRoutes } from '../../../../src/panel/clients/schema.ts';
import type { DisputeRoutes } from '../../../../src/panel/disputes/schema.ts';
import type { EntryRoutes } from '../../../../src/panel/entry/schema.ts';
import type { HealthRoutes } from '../../../../src/panel/health/schema.ts';
import type { HomeRoutes } from '../../../../src/panel/home/schema.ts';
import type { KeyRoutes } from '../../../../src/panel/keys/schema.ts';
import type { LinkRoutes } from '../../../../src/panel/links/schema.ts';
import type { OrderRoutes } from '../../../../src/panel/orders/schema.ts';
import type { PaymentMethodRoutes } from '../../../../src/panel/payment-methods/schema.ts';
import type { PersonRoutes } from '../../../../src/panel/persons/schema.ts';
import type { PlaceRoutes } from '../../../../src/panel/places/schema.ts';
import type { PostbackRoutes } from '../../../../src/panel/postbacks/schema.ts';
import type { ProductRoutes } from '../../../../src/panel/products/schema.ts';
import type { ReceivableRoutes } from '../../../../src/panel/receivables/schema.ts';
import type { ReconciliationRoutes } from '../../../../src/panel/reconciliation/schema.ts';
import type { RecurrenceRoutes } from '../../../../src/panel/recurrences/schema.ts';
import type { RoutingRoutes } from '../../../../src/panel/routing/schema.ts';
import type { SalesRoutes } from '../../../../src/panel/sales/schema.ts';
import type { SecurityRoutes } from '../../../../src/panel/security/schema.ts';
import type { SettingsRoutes } from '../../../../src/panel/settings/schema.ts';
import type { ShiftRoutes } from '../../../../src/panel/shifts/schema.ts';
import type { SlipRoutes } from '../../../../src/panel/slips/schema.ts';
import type { TeamRoutes } from '../../../../src/panel/team/schema.ts';
import type { TerminalRoutes } from '../../../../src/panel/terminals/schema.ts';
import type { TestRoutes } from '../../../../src/panel/tests/schema.ts';
import type { TillRoutes } from '../../../../src/panel/till/schema.ts';
import type { TillChoiceRoutes } from '../../../../src/panel/till-choices/schema.ts';
import type { ViewRoutes } from '../../../../src/panel/views/schema.ts';
import { actingFor } from './acting.ts';
import { isUnattended } from './use.ts';

type Routes = EntryRoutes &
  SalesRoutes &
  PostbackRoutes &
  HomeRoutes &
  SecurityRoutes &
  TeamRoutes &
  KeyRoutes &
  CheckoutIdRoutes &
  LinkRoutes &
  SlipRoutes &
  ChargeRoutes &
  PersonRoutes &
  AttentionRoutes &
  AcquirerRoutes &
  FeeRoutes &
  RoutingRoutes &
  AuditRoutes &
  HealthRoutes &
  ProductRoutes &
  CategoryRoutes &
  TerminalRoutes &
  PaymentMethodRoutes &
  ClientRoutes &
  PlaceRoutes &
  TillRoutes &
  ShiftRoutes &
  TillChoiceRoutes &
  OrderRoutes &
  ReceivableRoutes &
  DisputeRoutes &
  ReconciliationRoutes &
  BankStatementRoutes &
  RecurrenceRoutes &
  ViewRoutes &
  SettingsRoutes &
  TestRoutes;
export type Route = keyof Routes;
type Part<Of extends Route, Name extends string> =
  Routes[Of] extends Record<Name, infer Value> ? Value : never;
export type AnswerOf<Of extends Route> = Part<Of, 'answer'>;

type QueryValue = string | number | boolean | undefined | null | readonly string[];

interface Input<Of extends Route> {
  /** The values of the route's `:name` parts. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: [Part<Of, 'query'>] extends [never] ? never : Part<Of, 'query'>;
  readonly body?: [Part<Of, 'body'>] extends [never] ? never : Part<Of, 'body'>;
  readonly signal?: AbortSignal;
  /** The same key for the same press of a button, so that repeated requests move the money once. */
  readonly idempotencyKey?: string;
}

interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** A refusal of the service; status 0 if the service could not be reached. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** What else is wrong in a form that was sent. */
  readonly alsoWrong: readonly FieldFault[];

  constructor(
    status: number,
    fault: { code: string; message: string; field?: string; requestId?: string },
    alsoWrong: readonly FieldFault[] = [],
  ) {
    super(fault.message);
    this.name = 'CallError';
    this.status = status;
    this.code = fault.code;
    this.field = fault.field;
    this.requestId = fault.requestId;
    this.alsoWrong = alsoWrong;
  }
}

/** What the service answers to a call without a session. */
export function sessionOver(): CallError {
  return new CallError(401, { code: 'session_missing', message: 'Entre de novo para continuar.' });
}

const SENT_BEFORE =
  'Já foi enviado antes, com outros dados. Confira na lista se deu certo: enviar de novo faz mais um.';

/**
 * What a person reads after an answer that was lost, where the service speaks of keys: what was typed was changed since, and who sends
 * it once more makes another; or the first request is still under way.
 */
const AFTER_LOST_ANSWER: Readonly<Record<string, string>> = {
  idempotency_mismatch: SENT_BEFORE,
  key_reused: SENT_BEFORE,
  idempotency_running:
    'O primeiro envio ainda está em andamento. Tente de novo em instantes: nada é feito duas vezes.',
};

const BASE = '/painel/api';
/** Calls about the user or about all persons, which do not depend on the selected shop. */
const NOT_OF_A_SHOP = /^\/(?:session|security|invitation|persons|acquirers|audit|health)(?:\/|\.|$)/;

/** Marks calls that nobody's use led to: they do not keep the session alive. */
const TIMER_HEADER = 'X-Guiche-Timer';
/** The only calls after the session's end: to log in again, and whether somebody has. */
const ABOUT_THE_SESSION = /^\/session(?:\/second-factor(?:\/passkey)?)?$/;

let stopped = false;

/** The session has ended: until `askAgain` every call is refused without asking the service. */
export function stopAsking(): void {
  stopped = true;
}

export function askAgain(): void {
  stopped = false;
}

/** Window event: a call found that the session has ended. */
export const SESSION_ENDED = 'guiche-session-ended';

/** The URL of a route, for calls and downloads. */
export function urlOf(
  path: string,
  values: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  );
  const search = new URLSearchParams();
  const shop = actingFor();
  if (shop && !NOT_OF_A_SHOP.test(path)) search.set('person', String(shop.id));
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `${BASE}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** Calls the panel's interface. Throws `CallError` for everything but success. */
export async function call<Of extends Route>(route: Of, input: Input<Of> = {}): Promise<AnswerOf<Of>> {
  const [method = 'GET', path = ''] = route.split(' ');
  const writes = method !== 'GET';
  if (stopped && !ABOUT_THE_SESSION.test(path)) throw sessionOver();
  const response = await reach(
    urlOf(path, input.path, (input.query ?? {}) as Readonly<Record<string, QueryValue>>),
    {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(writes ? { 'Content-Type': 'application/json' } : {}),
        ...(isUnattended() && route !== 'POST /session/keep' ? { [TIMER_HEADER]: '1' } : {}),
        ...(input.idempotencyKey ? { 'Idempotency-Key': input.idempotencyKey } : {}),
      },
      ...(writes ? { body: JSON.stringify(input.body ?? {}) } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    },
  );
  const answer = await readJson(response);
  if (!response.ok) throw refusedBy(response, answer);
  return answer as AnswerOf<Of>;
}

/** Fetches a file, and tells how much of it has come. Throws `CallError`. */
export async function callFile(
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  { signal, onReceived }: { readonly signal: AbortSignal; readonly onReceived: (bytes: number) => void },
): Promise<{ readonly name: string | undefined; readonly content: Blob }> {
  if (stopped) throw sessionOver();
  const response = await reach(urlOf(path, {}, query), { credentials: 'same-origin', signal });
  if (!response.ok) throw refusedBy(response, await readJson(response));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      received += part.value.length;
      onReceived(received);
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const type = response.headers.get('Content-Type') ?? '';
  return { name, content: new Blob(parts, { type }) };
}

function refusedBy(response: Response, answer: unknown): CallError {
  const fault = faultOf(answer);
  if (fault.code === 'session_missing') globalThis.dispatchEvent(new Event(SESSION_ENDED));
  return new CallError(response.status, fault, alsoWrongIn(answer));
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

function unreachable(): CallError {
  return new CallError(0, {
    code: 'unreachable',
    message: 'Sem conexão com o serviço. Confira a internet e tente de novo.',
  });
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultOf(answer: unknown): { code: string; message: string } {
  const fault = (answer as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  if (fault && typeof fault.code === 'string' && typeof fault.message === 'string') {
    const { code, message } = fault;
    return { ...fault, code, message: AFTER_LOST_ANSWER[code] ?? message };
  }
  return { code: 'unreadable', message: 'O serviço respondeu algo inesperado. Tente de novo em instantes.' };
}

function alsoWrongIn(answer: unknown): readonly FieldFault[] {
  const { alsoWrong } = (answer ?? {}) as { readonly alsoWrong?: unknown };
  return Array.isArray(alsoWrong) ? (alsoWrong as readonly FieldFault[]) : [];
}
