import type { ChargeResult, ChargeState } from '../charges/index.ts';

/** How an entry of a recurrence stands (`status`), by the numbers of the interface. */
export const ENTRY_STATUS = { scheduled: 5, approved: 10, denied: 15, canceled: 20 } as const;
export type EntryStatus = (typeof ENTRY_STATUS)[keyof typeof ENTRY_STATUS];

const ENTRY_NAMES: Readonly<Record<EntryStatus, string>> = {
  5: 'Agendado',
  10: 'Aprovado',
  15: 'Negado',
  20: 'Cancelado',
};

export function entryStatusName(status: EntryStatus): string {
  return ENTRY_NAMES[status];
}

/** The same amount from a client's card every month. Money in centavos, times in milliseconds since 1970. */
export interface Recurrence {
  readonly id: number;
  /** The seller. */
  readonly personId: number;
  readonly clientId: number;
  readonly reference: string | undefined;
  readonly description: string | undefined;
  /** Local, `yyyy-MM-ddTHH:mm:ss`: the first entry is due then. */
  readonly startsAt: string;
  /** How many entries. */
  readonly months: number;
  readonly amount: number;
  /** 1: nothing more is charged. */
  readonly canceled: 0 | 1;
  /** Since then nothing is tried; undefined: it goes on. */
  readonly pausedAt: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One month of a recurrence: one payment, charged by one try or several. */
export interface RecurrenceEntry {
  readonly id: number;
  readonly recurrenceId: number;
  readonly personId: number;
  /** From 1. */
  readonly number: number;
  readonly dueAt: number;
  readonly status: EntryStatus;
  /** Grows with each change of the status. */
  readonly version: number;
  /** How often it was sent to the gateway. */
  readonly tries: number;
  /** 1: the outcome of the last try is not known yet. */
  readonly underWay: 0 | 1;
  /** It is not tried before; undefined: from when it is due. */
  readonly nextTryAt: number | undefined;
  /** Of the gateway, from the last try. */
  readonly transactionId: string | undefined;
  readonly endedAt: number | undefined;
  /** JSON of the TryResult of the last try. */
  readonly result: string;
}

/** What became of a try. */
export type TryResult = ChargeResult & Pick<ChargeState, 'declineClass'>;

export function tryResultOf({ result }: Pick<RecurrenceEntry, 'result'>): TryResult {
  return JSON.parse(result) as TryResult;
}

/** Kept as the message of a month that ended without a card to charge. */
export const NO_CARD = 'O cliente está sem cartão válido.';

/** What only the bank of a card says. */
const SAID_BY_BANK: ReadonlySet<ChargeState['declineClass']> = new Set([
  'hard',
  'fix_data',
  'soft_customer',
  'wrong_function',
  'authentication',
]);

/**
 * Why the money of a month has not come: `no_card`: there was none to charge; `refused`: the bank did not want to; `failed`:
 * something that the client cannot mend.
 */
export function refusalOfEntry(
  entry: Pick<RecurrenceEntry, 'tries' | 'result'>,
): 'no_card' | 'refused' | 'failed' {
  const { declineClass, acquirerCode, message } = tryResultOf(entry);
  if (entry.tries === 0 || message === NO_CARD) return 'no_card';
  const isByBank = declineClass === undefined ? acquirerCode !== undefined : SAID_BY_BANK.has(declineClass);
  return isByBank ? 'refused' : 'failed';
}

/** How many entries of a recurrence have each status; a status that none has may be absent. */
export type EntryCounts = ReadonlyMap<EntryStatus, number>;

/** How a recurrence stands (`pagamentoRecorrenteStatus`), by the numbers of the interface. */
export const RECURRENCE_STATUS = { active: 5, ended: 15, canceled: 20 } as const;
export type RecurrenceStatus = (typeof RECURRENCE_STATUS)[keyof typeof RECURRENCE_STATUS];

const RECURRENCE_NAMES: Readonly<Record<RecurrenceStatus, string>> = {
  5: 'Ativo',
  15: 'Encerrado',
  20: 'Cancelado',
};

export function recurrenceStatusName(status: RecurrenceStatus): string {
  return RECURRENCE_NAMES[status];
}

export function recurrenceStatusOf(
  { canceled }: Pick<Recurrence, 'canceled'>,
  counts: EntryCounts,
): RecurrenceStatus {
  if (canceled === 1) return RECURRENCE_STATUS.canceled;
  return (counts.get(ENTRY_STATUS.scheduled) ?? 0) > 0 ? RECURRENCE_STATUS.active : RECURRENCE_STATUS.ended;
}

export function countByStatus(entries: readonly Pick<RecurrenceEntry, 'status'>[]): EntryCounts {
  const byStatus = Map.groupBy(entries, ({ status }) => status);
  return new Map([...byStatus].map(([status, some]) => [status, some.length]));
}

/** What the gateway keeps. */
const MAX_REFERENCE_CHARACTERS = 100;

/** The reference of an entry's sales in the gateway: the seller's reference, or the recurrence's number, and the month. */
export function referenceOfEntry(
  { reference, id }: Pick<Recurrence, 'reference' | 'id'>,
  number: number,
): string {
  const suffix = `-${number}`;
  return `${(reference ?? `recorrente-${id}`).slice(0, MAX_REFERENCE_CHARACTERS - suffix.length)}${suffix}`;
}
