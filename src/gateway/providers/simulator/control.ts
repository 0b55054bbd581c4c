import { type RefusalRow, refusals } from '../../../platform/refusal.ts';
import {
  type BookEntry,
  bookEntry,
  checkFaults,
  type Faults,
  type ForcedOutcome,
  type ForcedOutcomes,
  faultNames,
  parseForced,
} from '../issuer/index.ts';
import type { SimulatorContext } from './context.ts';
import type { ReceivedRequest } from './received-request.ts';

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
  sim_unknown: { status: 404, message: 'O banco simulado não conhece essa cobrança.' },
  sim_not_payable: {
    status: 409,
    message: 'O banco simulado não aceita esse pagamento. Com "force": true, ele aceita.',
  },
} as const satisfies Record<string, RefusalRow>;

export const refuse = refusals(refusalTable);

/** A request as the control interface shows it. */
type ShownRequest = Omit<ReceivedRequest, 'at'> & { readonly at: string };

/** What testers can see and set while the service runs. Throws `Refusal` for what cannot be read. */
export interface SimulatorControl {
  /** Newest first; `reference` or `id` picks one charge. */
  book(query: Readonly<Record<string, unknown>>): Promise<readonly BookEntry[]>;
  /** Newest first. */
  requests(query: Readonly<Record<string, unknown>>): readonly ShownRequest[];
  force(body: unknown): readonly ForcedOutcome[];
  forced(): readonly ForcedOutcome[];
  faults(): Faults;
  setFaults(body: unknown): Faults;
  /** Drops forced outcomes and received requests, and restores the faults of the start. The book stays. */
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
        return (await book.newest(limitOf(limit))).map((charge) => bookEntry(charge, context));
      }
      const charge = await book.find(key);
      return charge ? [bookEntry(charge, context)] : [];
    },
    requests: ({ limit }) =>
      requests
        .newest(limitOf(limit))
        .map((request) => ({ ...request, at: new Date(request.at).toISOString() })),
    force(body) {
      const outcome = parseForced(objectOf(body));
      if (typeof outcome === 'string') throw refuse('sim_invalid', { message: outcome });
      if (!forced.add(outcome))
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
