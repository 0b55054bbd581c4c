import { bankingDayFrom } from '../../../src/platform/time/banking-days.ts';
import { dayAfter } from '../../../src/platform/time/local-days.ts';
import { refuseControl, textOf } from '../../host/control/reading.ts';
import type { Fields } from '../../host/fields.ts';
import type { Host } from '../host.ts';
import { DISPUTE_OUTCOMES, nothingPlanted } from './planted.ts';
import { dayOf } from './sold.ts';
import { worldOf } from './world.ts';

const MAX_POINTS = 50;
const MAX_CENTAVOS = 100_000_000;
const DEFAULT_CENTAVOS = 100;
const PLANTS = [
  'suspend',
  'release',
  'cede',
  'anticipate',
  'duplicate',
  'missing',
  'correct',
  'dispute',
] as const;

/** `POST /__sim/statement`: what a tester wants wrong, or unusual, in the statements. Payments are named as they were agreed. */
export function plantIn(host: Host, body: Fields): object {
  const { planted } = host;
  if (body.reset === true) {
    Object.assign(planted, nothingPlanted());
    return shown(host);
  }
  if (textOf(body.fault) !== undefined) {
    plantFault(host, body);
    return shown(host);
  }
  const name = PLANTS.find((one) => textOf(body[one]) !== undefined);
  const id = name && textOf(body[name]);
  if (!(name && id))
    throw refuseControl('sim_invalid', { message: `Informe fault, reset ou um de ${PLANTS.join(', ')}.` });
  const work: Record<typeof name, () => unknown> = {
    suspend: () => planted.suspended.add(id),
    release: () => planted.suspended.delete(id),
    cede: () => planted.ceded.add(id),
    anticipate: () => planted.anticipated.set(id, bankingDayFrom(dayAfter(dayOf(host.clock.now())))),
    duplicate: () => planted.duplicated.add(id),
    missing: () => planted.missing.add(id),
    dispute: () => plantDispute(host, id, body),
    // Told wrong from now on; the same again with 0 tells it right.
    correct: () => planted.corrected.set(id, numberIn(body, 'amount', MAX_CENTAVOS, DEFAULT_CENTAVOS)),
  };
  work[name]();
  return shown(host);
}

/** `{"dispute": tid, "amount"?}` opens one today; with `"outcome"` it ends, today too. */
function plantDispute({ planted, clock }: Host, tid: string, body: Fields): void {
  const today = dayOf(clock.now());
  const known = planted.disputes.get(tid);
  const outcome = DISPUTE_OUTCOMES.find((one) => one === body.outcome);
  if (body.outcome !== undefined && !outcome) {
    throw refuseControl('sim_invalid', { message: `outcome deve ser ${DISPUTE_OUTCOMES.join(', ')}.` });
  }
  planted.disputes.set(tid, {
    openedOn: known?.openedOn ?? today,
    amount: body.amount === undefined ? known?.amount : numberIn(body, 'amount', MAX_CENTAVOS),
    outcome: outcome ?? known?.outcome,
    endedOn: outcome ? today : known?.endedOn,
  });
}

function plantFault(host: Host, body: Fields): void {
  const { planted, merchants, clock } = host;
  const pv = textOf(body.pv) ?? merchants[0]?.pv ?? '';
  const amount = () => numberIn(body, 'amount', MAX_CENTAVOS, DEFAULT_CENTAVOS);
  switch (body.fault) {
    case 'fee':
      planted.fees.set(textOf(body.tid) ?? '', numberIn(body, 'points', MAX_POINTS));
      return;
    case 'swapped':
      planted.swapped.add(textOf(body.tid) ?? '');
      return;
    case 'foreign':
      planted.foreign.push({ tid: host.nextId(), pv, at: clock.now(), amount: amount() });
      return;
    case 'rent':
    case 'unknown':
      planted.debits.push({ pv, day: dayOf(clock.now()), amount: amount(), adjustment: body.fault });
      return;
    default:
      throw refuseControl('sim_invalid', {
        message: 'fault deve ser fee, swapped, foreign, rent ou unknown.',
      });
  }
}

function numberIn(body: Fields, name: string, max: number, otherwise?: number): number {
  const value = body[name] ?? otherwise;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > max) {
    throw refuseControl('sim_invalid', { message: `${name} deve ser um número de 0 a ${max}.` });
  }
  return value;
}

/** The payments of a merchant, so that a tester knows their names: what is to come too. */
export async function paymentsOf(host: Host, query: Fields): Promise<object> {
  const { payments, debits } = await worldOf(host, textOf(query.pv) ?? host.merchants[0]?.pv ?? '');
  return {
    payments: payments.map(({ parts, nettings, ...payment }) => ({
      ...payment,
      agreed: parts[0]?.paymentId,
      tids: parts.map(({ sale }) => sale.tid),
      taken: nettings.reduce((sum, { amount }) => sum + amount, 0),
    })),
    debits: debits.map(({ sale, ...debit }) => ({ ...debit, tid: sale?.tid })),
  };
}

function shown({ planted }: Host): object {
  return {
    planted: Object.fromEntries(
      Object.entries(planted).map(([name, value]) => [name, Array.isArray(value) ? value : [...value]]),
    ),
  };
}
