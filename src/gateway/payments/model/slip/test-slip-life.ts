import { daysAfter } from '../../../../platform/time/local-days.ts';
import { pay } from '../../../providers/simulator/bank/book/pay.ts';
import { isPaidByBarcode } from '../../../providers/slips/slip-provider.ts';
import { Status } from '../../../transactions/rules/transaction.ts';
import { newChargeLife, type Paying } from '../pix/test-pix-life.ts';
import type { PixWorld } from '../pix/test-pix-world.ts';
import { bankInState, type SlipBankState } from './test-slip-bank.ts';

/** Less than is due, whatever is taken off. */
export const LESS_BY = 300;
const DISCOUNT = 200;

export interface ModelSlip {
  /** Its last two digits decide what happens at the bank. */
  readonly amount: number;
  readonly dueInDays: number;
  readonly payableDaysAfterDue: number;
  /** With interest, fine and discount. */
  readonly hasTerms: boolean;
  /** So long after it was asked for the bank registers it. */
  readonly registersAfterMs: number;
  /** The shop keeps surplus. */
  readonly keeps: boolean;
}

/** One slip on an empty database: registered, paid by either half, removed, expired and taken back by instances that die. */
export async function newSlipLife(world: PixWorld, about: ModelSlip) {
  const { amount, payableDaysAfterDue, hasTerms, keeps } = about;
  const atBank: SlipBankState = {
    registersFrom: world.passed() + about.registersAfterMs,
    busyUntil: 0,
    isTakenBack: false,
  };
  const slipBank = bankInState(world.bank.slipBank('ITAU'), world.passed, atBank);
  const dueOn = daysAfter(world.today(), about.dueInDays);
  const life = await newChargeLife(
    world,
    { keeps, slipBank },
    { amount, payment: slipOf({ dueOn, payableDaysAfterDue, hasTerms }), customer: CUSTOMER },
  );
  const { book } = life;

  /** Paid at a bank, which may not take it. */
  const payBy = async (half: 'barcode' | 'pix', how: Paying): Promise<void> => {
    const [known] = await book();
    if (!known || world.passed() < atBank.registersFrom) return;
    await world.bankBook.change(known.txid, (charge) => {
      const paid = pay(charge, {
        at: world.passed(),
        amount: how === 'another amount' ? charge.amount - LESS_BY : undefined,
        force: how === 'late or twice',
        byPix: half === 'pix',
        timeScale: 1,
        dayOf: world.dayOf,
      });
      return { charge: paid?.charge ?? charge, told: undefined };
    });
  };

  return {
    ...life,
    about,
    atBank,
    nothingNewUntil: async (): Promise<number> => {
      const transaction = await life.current();
      const { status, capturedAmount } = transaction?.result ?? {};
      const isOpen = status === Status.intention;
      const isGoing = status === Status.canceling && capturedAmount === undefined;
      if (!transaction || !(isOpen || isGoing)) return 0;
      const charges = isOpen ? await world.charges.ofTransaction(transaction.id) : [];
      const busyUntil = world.now() + atBank.busyUntil - world.passed();
      return Math.max(busyUntil, ...charges.map(({ expiresAt }) => expiresAt));
    },
    pay: (how: Paying) => payBy('barcode', how),
    payByPix: (how: Paying) => payBy('pix', how),
    beBusy: (ms: number): void => {
      atBank.busyUntil = world.passed() + ms;
    },
    /** What is known to be paid by the barcode is not any more, or is again. */
    takeBack: async (): Promise<void> => {
      const transaction = await life.current();
      const payments = transaction ? await world.charges.paymentsOf(transaction.id) : [];
      const paying = payments.find(({ surplus }) => surplus === undefined);
      if (paying && isPaidByBarcode(paying)) atBank.isTakenBack = !atBank.isTakenBack;
    },
  };
}

export type SlipLife = Awaited<ReturnType<typeof newSlipLife>>;

const CUSTOMER = { name: 'Maria da Silva', document: '52998224725', email: undefined };

function slipOf({
  dueOn,
  payableDaysAfterDue,
  hasTerms,
}: Pick<ModelSlip, 'payableDaysAfterDue' | 'hasTerms'> & { readonly dueOn: string }) {
  return {
    ...{ kind: 'bankSlip' as const, dueOn, payableDaysAfterDue },
    ...{ instructions: 'Pedido 1', guarantor: undefined, phone: undefined },
    address: {
      ...{ street: 'Rua A', number: '1', complement: undefined, district: 'Centro' },
      ...{ zipcode: '01001000', city: 'São Paulo', state: 'SP' },
    },
    interest: hasTerms ? { type: 'monthlyPercent' as const, value: 100 } : undefined,
    fine: hasTerms ? { type: 'percent' as const, value: 200 } : undefined,
    discounts: hasTerms ? [{ until: dueOn, type: 'amount' as const, value: DISCOUNT }] : [],
  };
}
