import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { findOperatorNames, type OperatorTables } from '../operators/index.ts';
import { findTerminalNames, type TerminalTables } from '../terminals/index.ts';
import { reportOf, type Shift, type ShiftEntry, type ShiftReport, type ShiftSum } from './shift.ts';
import { findOpenShift, findShift, selectCashMoves, selectShifts, sumEntries } from './store.ts';
import type { ShiftTables } from './tables.ts';
import {
  type AskedBy,
  type CashToMove,
  closeShift,
  moveCash,
  openShift,
  type ShiftToClose,
  type ShiftToOpen,
} from './work.ts';

/** A shift with the names that are shown. */
export interface ListedShift {
  readonly id: number;
  readonly shift: Shift;
  readonly terminalName: string;
  readonly operatorName: string | undefined;
}

export interface ShiftDetails extends ListedShift {
  readonly report: ShiftReport;
  /** Cash put in and taken out: the first 200. */
  readonly cashMoves: readonly ShiftEntry[];
  /** Names of the operators of the report. */
  readonly operatorNames: ReadonlyMap<number, string>;
}

/** The openings and closings of a seller's tills, for screens. Each use case documents its refusals. */
export interface SellerShifts {
  open(wanted: ShiftToOpen, by: AskedBy, written: Written<number>): Promise<number>;
  moveCash(wanted: CashToMove, by: AskedBy, written: Written<number>): Promise<void>;
  close(wanted: ShiftToClose, by: Pick<AskedBy, 'origin'>, written: Written<number>): Promise<void>;
  /** The open one of a terminal. */
  findOpen(personId: number, terminalId: number): Promise<ShiftDetails | undefined>;
  find(personId: number, id: number): Promise<ShiftDetails | undefined>;
  /** Newest first, open ones too. */
  list(
    filter: { readonly personId: number; readonly terminalId: number | undefined },
    page: { readonly beforeId: number | undefined; readonly limit: number },
  ): Promise<readonly ListedShift[]>;
}

const CASH_MOVES_SHOWN = 200;

export function createSellerShifts(rooms: {
  readonly database: Database;
  readonly clock: Clock;
}): SellerShifts {
  const { database } = rooms;
  const tables = () => database.read<ShiftTables>();
  const detailsOf = async (shift: Shift): Promise<ShiftDetails> => {
    const sums = await sumEntries(tables(), shift.id);
    const [names, cashMoves] = await Promise.all([
      namesOf(database, [shift], sums),
      selectCashMoves(tables(), shift.id, CASH_MOVES_SHOWN),
    ]);
    return {
      ...listedShift(shift, names),
      report: reportOf(shift, sums),
      cashMoves,
      operatorNames: names.operators,
    };
  };
  return {
    open: (wanted, by, written) => openShift(rooms, wanted, by, written),
    moveCash: (wanted, by, written) => moveCash(rooms, wanted, by, written),
    close: (wanted, by, written) => closeShift(rooms, wanted, by, written),
    findOpen: async (personId, terminalId) => {
      const shift = await findOpenShift(tables(), personId, terminalId);
      return shift && detailsOf(shift);
    },
    find: async (personId, id) => {
      const shift = await findShift(tables(), personId, id);
      return shift && detailsOf(shift);
    },
    list: async (filter, page) => {
      const shifts = await selectShifts(tables(), filter, page);
      const names = await namesOf(database, shifts);
      return shifts.map((shift) => listedShift(shift, names));
    },
  };
}

interface Names {
  readonly terminals: ReadonlyMap<number, string>;
  readonly operators: ReadonlyMap<number, string>;
}

/** Of the tills and of all operators, those of `sums` too. */
async function namesOf(
  database: Database,
  shifts: readonly Shift[],
  sums: readonly ShiftSum[] = [],
): Promise<Names> {
  const operatorIds = [...shifts, ...sums].flatMap(({ operatorId }) => operatorId ?? []);
  const [terminals, operators] = await Promise.all([
    findTerminalNames(database.read<TerminalTables>(), [
      ...new Set(shifts.map(({ terminalId }) => terminalId)),
    ]),
    findOperatorNames(database.read<OperatorTables>(), [...new Set(operatorIds)]),
  ]);
  return { terminals, operators };
}

function listedShift(shift: Shift, { terminals, operators }: Names): ListedShift {
  return {
    id: shift.id,
    shift,
    terminalName: terminals.get(shift.terminalId) ?? '',
    operatorName: shift.operatorId === undefined ? undefined : operators.get(shift.operatorId),
  };
}
