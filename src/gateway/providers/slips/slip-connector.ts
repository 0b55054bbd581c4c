import type { PaymentRefunds } from '../charge-provider.ts';
import type { AuthorizeOutcome, MoveOutcome, NextAction, QueryOutcome, UndoOutcome } from '../outcome.ts';
import type { ChargeIds, Charges, Provider } from '../provider.ts';
import { isSound } from './is-sound.ts';
import { SLIP_BUSY, type SlipIds, type SlipProvider } from './slip-provider.ts';

/** A bank for slips, with what can be asked about any charge. */
export interface SlipConnector
  extends Provider,
    Charges,
    PaymentRefunds,
    Pick<SlipProvider, 'capabilities' | 'create'> {}

/** What the connectors of all banks are given. */
export interface SlipNumbers {
  readonly numberOf: NumberOfSlip;
  /** The local day, `YYYY-MM-DD`. */
  today(): string;
}

/** Finds the number of a slip that was asked for; undefined where there is no such slip. */
type NumberOfSlip = (reference: string) => Promise<number | undefined>;

const BROKEN = { outcome: 'unknown', reason: 'the bank answered a slip whose code is wrong' } as const;

/** The bank as the engine asks about charges. Numbers are looked up: they stand in the row of the slip since before it was sent. */
export function slipConnector(bank: SlipProvider, { numberOf, today }: SlipNumbers): SlipConnector {
  const isBroken = (action: NextAction | undefined, amount: number) =>
    action?.kind === 'slip' && !isSound(action.slip, { amount, today: today() });
  const named = async (ids: ChargeIds): Promise<SlipIds | undefined> => {
    const number = await numberOf(ids.acquirerReference);
    return number === undefined ? undefined : { ...ids, number };
  };
  const remove = async (ids: ChargeIds): Promise<MoveOutcome> => {
    const slip = await named(ids);
    return slip ? bank.remove(slip) : { outcome: 'not_found', answer: {} };
  };
  const query = async (ids: ChargeIds): Promise<QueryOutcome> => {
    const slip = await named(ids);
    if (!slip) return { outcome: 'not_found' };
    const found = await bank.query(slip);
    if (found.outcome !== 'found') return found;
    const { awaited, amount } = found.charge;
    return isBroken(awaited?.nextAction, amount) ? BROKEN : found;
  };
  const settling = async (ids: ChargeIds) => {
    const found = await query(ids);
    return found.outcome === 'found'
      ? (found.charge.payments?.find(({ settles }) => settles) ?? { outcome: 'not_found' as const })
      : found;
  };
  return {
    provider: bank.provider,
    version: bank.version,
    live: bank.live,
    health: (account) => bank.health(account),
    capabilities: () => bank.capabilities(),
    create: async (request): Promise<AuthorizeOutcome> => {
      const outcome = await bank.create(request);
      if (outcome.outcome !== 'buyer_awaited') return outcome;
      return isBroken(outcome.nextAction, request.amount) ? BROKEN : outcome;
    },
    refundPayment: (payment, amount, reference) => bank.refundPayment(payment, amount, reference),
    queryPaymentRefund: (payment, reference) => bank.queryPaymentRefund(payment, reference),
    capture: async () => ({
      outcome: 'invalid_request',
      reason: 'nothing is held that could be captured',
      answer: {},
    }),
    void: remove,
    undo: async (ids) => undone(await remove(ids)),
    query,
    refund: async (ids, amount, reference) => {
      const payment = await settling(ids);
      if ('outcome' in payment)
        return payment.outcome === 'not_found' ? { ...payment, answer: {} } : asMove(payment);
      return bank.refundPayment({ endToEndId: payment.endToEndId, account: ids.account }, amount, reference);
    },
    queryRefund: async (ids, reference) => {
      const payment = await settling(ids);
      if ('outcome' in payment) return payment;
      return bank.queryPaymentRefund({ endToEndId: payment.endToEndId, account: ids.account }, reference);
    },
  };
}

function asMove(query: { readonly outcome: 'not_sent' | 'unknown'; readonly reason: string }): MoveOutcome {
  // The refund itself was not asked for.
  return { outcome: 'not_sent', reason: query.reason };
}

function undone(outcome: MoveOutcome): UndoOutcome {
  switch (outcome.outcome) {
    case 'not_found':
      return { outcome: 'undone', existed: false };
    case 'done':
      return { outcome: 'undone', existed: true, answer: outcome.answer };
    case 'declined':
      if (outcome.decline.code === SLIP_BUSY)
        return { outcome: 'unknown', reason: 'the bank takes the slip back later' };
      return { outcome: 'refused', decline: outcome.decline, answer: outcome.answer };
    case 'not_sent':
      return outcome;
    case 'pending':
      return { outcome: 'unknown', reason: 'the bank takes the slip back later' };
    case 'invalid_request':
    case 'unknown':
      return { outcome: 'unknown', reason: outcome.reason };
  }
}
