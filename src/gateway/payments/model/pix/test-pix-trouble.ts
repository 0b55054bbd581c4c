import type { ChargeStore } from '../../../charges/charge-store.ts';
import type { ChargeProvider } from '../../../providers/index.ts';
import type { SlipConnector } from '../../../providers/slips/slip-connector.ts';
import type { TransactionStore } from '../../../transactions/stores/store.ts';

/**
 * A failure injected once into an operation: at its nth call to the bank, or around its nth commit. Of a call that is lost
 * nobody knows whether it arrived: it did not, or only its answer was lost.
 */
export type PixTrouble =
  | { readonly on: 'call'; readonly nth: number; readonly how: 'refused' | 'lost' | 'answer lost' | Stall }
  | { readonly on: 'commit'; readonly nth: number; readonly how: Stall };

/** The operation stalls there until it is resumed, or for ever if its instance dies. */
type Stall = 'stalls before' | 'stalls after';

/** The environment of one operation. */
export interface PixWays {
  readonly store: TransactionStore;
  readonly charges: ChargeStore;
  readonly connector: ChargeProvider;
  readonly slips: SlipConnector;
}

interface Troubled extends PixWays {
  /** Resolves when the operation is stalled. */
  readonly stalled: Promise<void>;
  goOn(): void;
}

type Around = <Value>(on: PixTrouble['on'], work: () => Promise<Value>) => Promise<Value>;

const NOT_SENT = { outcome: 'not_sent', reason: 'connection refused' };
const LOST = { outcome: 'unknown', reason: 'no answer' };

export function withPixTrouble(
  { store, charges, connector, slips }: PixWays,
  trouble: PixTrouble | undefined,
): Troubled {
  const stalled = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const seen = { call: 0, commit: 0 };
  const stall = () => {
    stalled.resolve();
    return going.promise;
  };
  const around: Around = async (on, work) => {
    seen[on] += 1;
    if (trouble?.on !== on || trouble.nth !== seen[on]) return work();
    if (trouble.how === 'refused') return NOT_SENT as never;
    if (trouble.how === 'lost') return LOST as never;
    if (trouble.how === 'stalls before') await stall();
    const value = await work();
    if (trouble.how === 'answer lost') return LOST as never;
    if (trouble.how === 'stalls after') await stall();
    return value;
  };
  return {
    store: {
      ...store,
      insertSale: (begin) => around('commit', () => store.insertSale(begin)),
      change: (change) => around('commit', () => store.change(change)),
    },
    charges: {
      ...charges,
      addPayments: (added) => around('commit', () => charges.addPayments(added)),
      changePayment: (...change) => around('commit', () => charges.changePayment(...change)),
    },
    connector: troubledBank(connector, around),
    slips: troubledBank(slips, around),
    stalled: stalled.promise,
    goOn: () => going.resolve(),
  };
}

function troubledBank<Bank extends ChargeProvider | SlipConnector>(bank: Bank, around: Around): Bank {
  return {
    ...bank,
    create: (request: never) => around('call', () => bank.create(request)),
    void: (ids, amount) => around('call', () => bank.void(ids, amount)),
    undo: (ids) => around('call', () => bank.undo(ids)),
    query: (ids) => around('call', () => bank.query(ids)),
    refund: (ids, amount, reference) => around('call', () => bank.refund(ids, amount, reference)),
    queryRefund: (ids, reference) => around('call', () => bank.queryRefund(ids, reference)),
    refundPayment: (payment, amount, reference) =>
      around('call', () => bank.refundPayment(payment, amount, reference)),
    queryPaymentRefund: (payment, reference) =>
      around('call', () => bank.queryPaymentRefund(payment, reference)),
  };
}
