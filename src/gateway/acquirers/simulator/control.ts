import { type RefusalRow, refusals } from '../../../platform/index.ts';
import type { Charge } from './charge.ts';
import {
  authenticationOfCharge,
  eciOfCharge,
  isAuthenticating,
  resultOfCharge,
} from './charge-authentication.ts';
import { finallyRefunded, refundsOf, stateOf } from './charge-rules.ts';
import type { SimulatorContext } from './context.ts';
import { checkFaults, type Faults, faultNames } from './faults.ts';
import { type ForcedOutcome, type ForcedOutcomes, parseForced } from './forced-outcomes.ts';
import type { ReceivedRequest } from './request-log.ts';
import { scenarioNamed } from './scenarios.ts';

const MAX_LISTED = 500;
const DEFAULT_LISTED = 50;

const refusalTable = {
  sim_host_unknown: { status: 403, message: 'Host não permitido.' },
  sim_access_denied: {
    status: 401,
    message: 'O simulador só responde a esta máquina ou à chave de um operador.',
  },
  sim_not_json: { status: 415, message: 'O corpo deve ser application/json.' },
  sim_invalid: { status: 400, message: 'Pedido inválido.' },
} as const satisfies Record<string, RefusalRow>;

export const refuse = refusals(refusalTable);

/** A charge as the control interface shows it. Amounts in minor units. */
interface BookEntry {
  readonly id: string;
  readonly reference: string;
  readonly state: string;
  /** Masked. */
  readonly number: string;
  readonly brand: string;
  readonly kind: string;
  readonly scenario: string;
  readonly code: string;
  readonly amount: number;
  readonly captured: number;
  readonly voided: number;
  readonly refunded: number;
  readonly refunds: readonly { readonly reference: string; readonly amount: number }[];
  readonly created: string;
  readonly authentication?: ShownAuthentication;
}

interface ShownAuthentication {
  readonly flow: string;
  readonly onFailure: string;
  /** Where the buyer goes, and the code to type there; only while that can be done. */
  readonly url?: string;
  readonly oneTimeCode?: string;
  /** How it ended, and the indicator of that. */
  readonly result?: string;
  readonly eci?: number;
}

/** A request as the control interface shows it. */
type ShownRequest = Omit<ReceivedRequest, 'at'> & { readonly at: string };

/** What a tester may see and set while the service runs. Throws `Refusal` for what it cannot read. */
export interface SimulatorControl {
  /** Newest first; `reference` or `id` picks one charge. */
  book(query: Readonly<Record<string, unknown>>): Promise<readonly BookEntry[]>;
  /** Newest first. */
  requests(query: Readonly<Record<string, unknown>>): readonly ShownRequest[];
  force(body: unknown): readonly ForcedOutcome[];
  forced(): readonly ForcedOutcome[];
  faults(): Faults;
  setFaults(body: unknown): Faults;
  /** Forgets forced outcomes and received requests, and sets the faults of the start. The book stays. */
  reset(): void;
}

interface ControlParts {
  readonly context: SimulatorContext;
  readonly forced: ForcedOutcomes;
  readonly faults: () => Faults;
  readonly setFaults: (faults: Faults) => void;
  readonly initialFaults: Faults;
}

export function createControl(parts: ControlParts): SimulatorControl {
  const { context, forced } = parts;
  const { book, requests } = context;
  return {
    async book({ reference, id, limit }) {
      const key = { acquirerReference: textOf(reference), theirId: textOf(id) };
      if (key.acquirerReference === undefined && key.theirId === undefined) {
        return (await book.newest(limitOf(limit))).map((charge) => entryOf(charge, context));
      }
      const charge = await book.find(key);
      return charge ? [entryOf(charge, context)] : [];
    },
    requests: ({ limit }) =>
      requests
        .newest(limitOf(limit))
        .map((request) => ({ ...request, at: new Date(request.at).toISOString() })),
    force(body) {
      const asked = parseForced(objectOf(body));
      if (typeof asked === 'string') throw refuse('sim_invalid', { message: asked });
      if (!forced.add(asked))
        throw refuse('sim_invalid', { message: 'Resultados forçados demais em espera.' });
      return forced.waiting();
    },
    forced: () => forced.waiting(),
    faults: parts.faults,
    setFaults(body) {
      const checked = checkFaults(objectOf(body));
      if (typeof checked === 'string') {
        const message = `Use ${faultNames()} ou três dígitos de um cenário, com taxas de 0 a 1 que somem até 1.`;
        throw refuse('sim_invalid', { message });
      }
      parts.setFaults(checked);
      return checked;
    },
    reset() {
      forced.clear();
      requests.clear();
      parts.setFaults(parts.initialFaults);
    },
  };
}

function entryOf(charge: Charge, context: SimulatorContext): BookEntry {
  const { elapsed } = context;
  const { id, reference, mask, brand, kind, scenario, code, amount, captured, voided } = charge;
  return {
    id,
    reference,
    state: charge.state === 'forgotten' ? charge.state : stateOf(charge, elapsed),
    number: mask,
    brand,
    kind,
    scenario,
    code,
    amount,
    captured,
    voided,
    refunded: finallyRefunded(charge, elapsed),
    refunds: refundsOf(charge).map((refund) => ({ reference: refund.reference, amount: refund.amount })),
    created: new Date(charge.created).toISOString(),
    ...shownAuthentication(charge, context),
  };
}

function shownAuthentication(
  charge: Charge,
  context: SimulatorContext,
): { readonly authentication?: ShownAuthentication } {
  const authentication = authenticationOfCharge(charge);
  if (authentication === undefined) return {};
  const { onFailure, oneTimeCode } = authentication;
  const { flow } = scenarioNamed(charge.scenario).authentication;
  if (isAuthenticating(charge, context.elapsed)) {
    const { redirectUrl: url } = context.challenge(charge);
    return { authentication: { flow, onFailure, url, oneTimeCode } };
  }
  const [result, eci] = [resultOfCharge(charge), eciOfCharge(charge)];
  return {
    authentication: { flow, onFailure, ...(result && { result }), ...(eci !== undefined && { eci }) },
  };
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse('sim_invalid', { message: 'O corpo deve ser um objeto JSON.' });
  }
  return body as Readonly<Record<string, unknown>>;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function limitOf(value: unknown): number {
  if (value === undefined) return DEFAULT_LISTED;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) {
    throw refuse('sim_invalid', { message: `limit deve ser um inteiro de 1 a ${MAX_LISTED}.` });
  }
  return limit;
}
