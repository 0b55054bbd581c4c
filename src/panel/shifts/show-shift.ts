import {
  CASH_METHOD,
  differenceOf,
  ENTRY_KIND,
  type ListedShift,
  methodWords,
  type ShiftDetails,
  type ShiftEntry,
  type Takings,
} from '../../operations/index.ts';
import { usersOf } from '../till/show-till-sale.ts';
import type { Shift, ShiftRow, ShiftTakings } from './schema.ts';

/** Names of the panel's users, by id. */
type Users = ReadonlyMap<number, string>;

/** The users who opened, closed and moved cash. */
export function usersOfShifts(
  shifts: readonly ListedShift[],
  moves: readonly ShiftEntry[] = [],
): readonly number[] {
  const own = shifts.flatMap(({ shift }) => [shift.openedBy, shift.closedBy ?? '']);
  return usersOf([...own, ...moves.map(({ origin }) => origin)].map((origin) => ({ origin })));
}

export function shiftRow({ shift, terminalName, operatorName }: ListedShift, users: Users): ShiftRow {
  return {
    id: shift.id,
    terminalId: shift.terminalId,
    terminalName,
    operatorName: operatorName ?? null,
    openedAt: new Date(shift.openedAt).toISOString(),
    openedBy: userIn(shift.openedBy, users),
    openingCash: shift.openingCash,
    closedAt: shift.closedAt === undefined ? null : new Date(shift.closedAt).toISOString(),
    closedBy: userIn(shift.closedBy ?? '', users),
    countedCash: shift.countedCash ?? null,
    difference: differenceOf(shift) ?? null,
  };
}

export function shownShift(details: ShiftDetails, users: Users): Shift {
  const { shift, report, cashMoves, operatorNames } = details;
  const cash = report.methods.find(({ methodId }) => methodId === CASH_METHOD);
  return {
    ...shiftRow(details, users),
    note: shift.note ?? null,
    methods: report.methods.map((of) => takings(methodWords(of.methodId).label, of)),
    operators: report.operators.map((of) => takings(sellerName(of.operatorId, operatorNames), of)),
    supplies: report.supplies,
    withdrawals: report.withdrawals,
    cashMoves: cashMoves.map(({ at, kind, amount, origin, note }) => ({
      at: new Date(at).toISOString(),
      kind: kind === ENTRY_KIND.supply ? 'supply' : 'withdrawal',
      amount,
      by: userIn(origin, users),
      note: note ?? null,
    })),
    cash: { sales: cash?.sales.amount ?? 0, refunds: cash?.refunds.amount ?? 0 },
    expectedCash: shift.expectedCash ?? report.expectedCash,
  };
}

function takings(name: string, { sales, refunds }: Takings): ShiftTakings {
  return { name, sales, refunds };
}

function sellerName(operatorId: number | undefined, names: ReadonlyMap<number, string>): string {
  if (operatorId === undefined) return 'Sem operador';
  return names.get(operatorId) ?? `Operador ${operatorId}`;
}

function userIn(origin: string, users: Users): string | null {
  const [id] = usersOf([{ origin }]);
  return (id === undefined ? undefined : users.get(id)) ?? null;
}
