import { type RefusalRow, refusals } from '../../../platform/index.ts';
import type { Book } from './book.ts';
import { type Charge, type Elapsed, finallyRefunded, refundsOf, stateOf } from './charge.ts';
import { checkFaults, type Faults, faultNames } from './faults.ts';
import { type ForcedOutcome, type ForcedOutcomes, parseForced } from './forced-outcomes.ts';
import type { ReceivedRequest, RequestLog } from './request-log.ts';

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
  readonly book: Book;
  readonly requests: RequestLog;
  readonly forced: ForcedOutcomes;
  readonly elapsed: Elapsed;
  readonly faults: () => Faults;
  readonly setFaults: (faults: Faults) => void;
  readonly initialFaults: Faults;
}

export function createControl(parts: ControlParts): SimulatorControl {
  const { book, requests, forced } = parts;
  return {
    async book({ reference, id, limit }) {
      const key = { acquirerReference: textOf(reference), theirId: textOf(id) };
      if (key.acquirerReference === undefined && key.theirId === undefined) {
        return (await book.newest(limitOf(limit))).map((charge) => entryOf(charge, parts.elapsed));
      }
      const charge = await book.find(key);
      return charge ? [entryOf(charge, parts.elapsed)] : [];
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

function entryOf(charge: Charge, elapsed: Elapsed): BookEntry {
  const { id, reference, mask, brand, kind, scenario, code, amount, captured, voided } = charge;
  return {
    id,
    reference,
    state: stateOf(charge, elapsed),
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
