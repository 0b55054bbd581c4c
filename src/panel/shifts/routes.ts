import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { SellerShifts, ShiftDetails } from '../../operations/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { actingFor, activePerson, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { CashBody, CloseShiftBody, OpenShiftBody, type Shift } from './schema.ts';
import { shiftRow, shownShift, usersOfShifts } from './show-shift.ts';

export interface ShiftOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'panel'>;
  readonly sellerShifts: SellerShifts;
}

const terminalId = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const OpenQuery = Type.Object({ terminalId: terminalId() });
const ListQuery = Type.Object({ ...PageQuery.properties, terminalId: Type.Optional(terminalId()) });

/** Opening and closing of tills: whoever sells does it, whoever sees sales sees them. */
export function shiftRoutes(options: ShiftOptions): readonly AnyPanelRoute[] {
  return [...readRoutes(options), ...writeRoutes(options)];
}

function readRoutes(options: ShiftOptions): readonly AnyPanelRoute[] {
  const { accounts, sellerShifts } = options;
  return [
    panelRoute({
      method: 'GET',
      path: '/till/shifts',
      access: 'sales.read',
      query: ListQuery,
      run: async (call) => {
        const page = pageOf(call.query);
        const filter = { personId: actingFor(call), terminalId: call.query.terminalId };
        const found = await sellerShifts.list(filter, { beforeId: page.after, limit: page.limit + 1 });
        const users = await accounts.panel.namesOf(usersOfShifts(found));
        return answeredPage(found, page, (row) => shiftRow(row, users));
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/till/shifts/open',
      access: 'sales.read',
      query: OpenQuery,
      run: async (call) => {
        const open = await sellerShifts.findOpen(actingFor(call), call.query.terminalId);
        return { shift: open ? await shown(options, open) : null };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/till/shifts/:id',
      access: 'sales.read',
      run: (call) => shiftNow(options, call, recordIdOf(call)),
    }),
  ];
}

function writeRoutes(options: ShiftOptions): readonly AnyPanelRoute[] {
  const { accounts, sellerShifts } = options;
  return [
    panelRoute({
      method: 'POST',
      path: '/till/shifts',
      access: 'sales.sell',
      body: OpenShiftBody,
      run: async (call) => {
        const personId = actingFor(call);
        await activePerson(accounts, personId);
        const { operatorId, ...body } = call.body;
        const wanted = { ...body, personId, operatorId };
        const id = await sellerShifts.open(wanted, keyedBy(call), audited(call));
        return shiftNow(options, call, id);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/till/shifts/:id/cash',
      access: 'sales.sell',
      body: CashBody,
      run: async (call) => {
        const shiftId = recordIdOf(call);
        const { kind, amount, note } = call.body;
        const wanted = { personId: actingFor(call), shiftId, kind, amount, note: noteOf(note) };
        const detail = kind === 'supply' ? 'suprimento' : 'sangria';
        await sellerShifts.moveCash(wanted, keyedBy(call), audited(call, detail));
        return shiftNow(options, call, shiftId);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/till/shifts/:id/close',
      access: 'sales.sell',
      body: CloseShiftBody,
      run: async (call) => {
        const shiftId = recordIdOf(call);
        const { countedCash, note } = call.body;
        const wanted = { personId: actingFor(call), shiftId, countedCash, note: noteOf(note) };
        await sellerShifts.close(wanted, { origin: originOf(call) }, audited(call));
        return shiftNow(options, call, shiftId);
      },
    }),
  ];
}

async function shiftNow(
  options: ShiftOptions,
  call: PanelCall<unknown, unknown>,
  id: number,
): Promise<Shift> {
  const found = await options.sellerShifts.find(actingFor(call), id);
  if (!found) throw refusePanel('record_unknown');
  return shown(options, found);
}

async function shown({ accounts }: ShiftOptions, details: ShiftDetails): Promise<Shift> {
  return shownShift(details, await accounts.panel.namesOf(usersOfShifts([details], details.cashMoves)));
}

function audited(call: PanelCall<unknown, unknown>, detail?: string) {
  return (transaction: WriteTransaction, id: number) =>
    call.audit(transaction, `caixa:${id}`, detail === undefined ? {} : { detail });
}

/** A press of a button that is sent again is done once. */
function keyedBy(call: PanelCall<unknown, unknown>): { readonly origin: string; readonly key: string } {
  const { idempotencyKey: key } = call;
  if (key === undefined) throw refusePanel('idempotency_key_missing');
  return { origin: originOf(call), key };
}

function originOf({ visitor }: PanelCall<unknown, unknown>): string {
  return `user ${visitor.user.id}`;
}

function noteOf(note: string | undefined): string | undefined {
  return note?.trim() || undefined;
}
