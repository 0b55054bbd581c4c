import type { Written } from '../../accounts/options.ts';
import { type Database, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findKeyed, type OperationRequest, rememberKeyed } from '../interface/request-keys.ts';
import { findOperator, type OperatorTables } from '../operators/index.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { refuseShift } from './refusals.ts';
import { CASH_METHOD, ENTRY_KIND, reportOf, type Shift } from './shift.ts';
import { insertEntry, insertShift, lockOpenShift, lockShift, sumEntries, updateShift } from './store.ts';
import type { ShiftTables } from './tables.ts';

interface ShiftRooms {
  readonly database: Database;
  readonly clock: Clock;
}

/** Who asks: `user 3`, and the Idempotency-Key of the call. */
export interface AskedBy {
  readonly origin: string;
  readonly key: string;
}

export interface ShiftToOpen {
  readonly personId: number;
  readonly terminalId: number;
  readonly operatorId: number | undefined;
  /** Centavos. */
  readonly openingCash: number;
}

/** Refusals: not_found, shift_terminal_archived, shift_operator_unknown, shift_open, key_reused. */
export async function openShift(
  { database, clock }: ShiftRooms,
  wanted: ShiftToOpen,
  { origin, key }: AskedBy,
  written: Written<number>,
): Promise<number> {
  const request = { personId: wanted.personId, operation: 'shift open', key, contents: wanted };
  return once({ database, clock }, request, written, async (transaction, now) => {
    const tables = transaction.tables<ShiftTables>();
    const terminals = transaction.tables<TerminalTables>();
    const terminal = await findTerminal(terminals, wanted.personId, wanted.terminalId);
    if (!terminal) throw operationRefuse('not_found');
    if (terminal.archived) throw refuseShift('shift_terminal_archived');
    await refuseWrongOperator(transaction, wanted);
    // Of two who open it at once the second waits here, on the sequence, and sees the first.
    const id = await nextId(transaction, 'till_shift');
    if (await lockOpenShift(tables, wanted.terminalId)) throw refuseShift('shift_open');
    await insertShift(tables, { ...NEW_SHIFT, ...wanted, id, openedAt: now, openedBy: origin });
    return id;
  });
}

const NEW_SHIFT = {
  closedAt: undefined,
  closedBy: undefined,
  countedCash: undefined,
  expectedCash: undefined,
  note: undefined,
};

export interface CashToMove {
  readonly personId: number;
  readonly shiftId: number;
  readonly kind: 'supply' | 'withdrawal';
  /** Centavos, above zero. */
  readonly amount: number;
  readonly note: string | undefined;
}

/** Puts cash in or takes it out. Refusals: not_found, shift_closed, shift_cash_short, key_reused. */
export async function moveCash(
  rooms: ShiftRooms,
  wanted: CashToMove,
  { origin, key }: AskedBy,
  written: Written<number>,
): Promise<void> {
  const { personId, shiftId, kind, amount, note } = wanted;
  const request = { personId, operation: 'shift cash', key, contents: wanted };
  await once(rooms, request, written, async (transaction, at) => {
    const tables = transaction.tables<ShiftTables>();
    const shift = await openOrRefuse(tables, personId, shiftId);
    if (kind === 'withdrawal') {
      const { expectedCash } = reportOf(shift, await sumEntries(tables, shiftId));
      if (amount > expectedCash) throw refuseShift('shift_cash_short', { field: 'amount' });
    }
    const sourceId = await nextId(transaction, 'till_shift_cash');
    const entry = { shiftId, sourceId, at, methodId: CASH_METHOD, operatorId: shift.operatorId };
    await insertEntry(tables, { ...entry, kind: ENTRY_KIND[kind], amount, origin, note });
    return shiftId;
  });
}

export interface ShiftToClose {
  readonly personId: number;
  readonly shiftId: number;
  /** Centavos. */
  readonly countedCash: number;
  readonly note: string | undefined;
}

/** Refusals: not_found, shift_closed. */
export async function closeShift(
  { database, clock }: ShiftRooms,
  { personId, shiftId, countedCash, note }: ShiftToClose,
  { origin }: Pick<AskedBy, 'origin'>,
  written: Written<number>,
): Promise<void> {
  await database.write(async (transaction) => {
    const tables = transaction.tables<ShiftTables>();
    const shift = await openOrRefuse(tables, personId, shiftId);
    const { expectedCash } = reportOf(shift, await sumEntries(tables, shiftId));
    const closedAt = Math.max(clock.now(), shift.openedAt);
    await updateShift(tables, { ...shift, closedAt, closedBy: origin, countedCash, expectedCash, note });
    await written(transaction, shiftId);
  });
}

/** Runs a write once for its key. The answer is the shift's id. */
async function once(
  { database, clock }: ShiftRooms,
  request: OperationRequest,
  written: Written<number>,
  write: (transaction: WriteTransaction, now: number) => Promise<number>,
): Promise<number> {
  return database.write(async (transaction) => {
    const known = await findKeyed(transaction, request);
    if (known !== undefined) return known;
    const now = clock.now();
    const recordId = await write(transaction, now);
    await rememberKeyed(transaction, request, { recordId, at: now });
    await written(transaction, recordId);
    return recordId;
  });
}

async function openOrRefuse(
  tables: Parameters<typeof lockShift>[0],
  personId: number,
  shiftId: number,
): Promise<Shift> {
  const shift = await lockShift(tables, personId, shiftId);
  if (!shift) throw operationRefuse('not_found');
  if (shift.closedAt !== undefined) throw refuseShift('shift_closed');
  return shift;
}

async function refuseWrongOperator(
  transaction: WriteTransaction,
  { personId, operatorId }: ShiftToOpen,
): Promise<void> {
  if (operatorId === undefined) return;
  const operator = await findOperator(transaction.tables<OperatorTables>(), personId, operatorId);
  if (operator?.active !== 1) throw refuseShift('shift_operator_unknown', { field: 'operatorId' });
}
