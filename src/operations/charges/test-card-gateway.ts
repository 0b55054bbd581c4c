import { Refusal } from '../../platform/refusal.ts';
import type { CardCharge, ChargeState, ChargeStatus, GatewayCharges, RefundOutcome } from './charge.ts';

/** A fake gateway that charges cards with outcomes set by the tests; it returns the first outcome of each key, or planned transaction, again. */
export interface TestCardGateway extends GatewayCharges {
  /** Every charge that took effect, in order. */
  readonly charged: CardCharge[];
  readonly refunded: string[];
  /** The outcomes of the next charges; then `paid`. */
  readonly next: (Partial<Omit<ChargeState, 'transactionId'>> | Error)[];
  /** Called after a charge took effect, before its answer. */
  beforeAnswer(): Promise<void>;
  /** As after seven days: keys no longer stand for what was charged. */
  forgetKeys(): void;
  /** Of the first, second, … charge that took effect. */
  change(charge: number, status: ChargeStatus): void;
  /** The transaction's id of the first, second, … charge that took effect. */
  idOf(charge: number): string;
  refundOutcome: RefundOutcome;
}

const NO_SUCH_CARD = new Refusal('card_token_invalid', { status: 400, message: 'Cartão não encontrado.' });

const noPage = async (): Promise<never> => {
  throw new Error('this gateway has no pages');
};

export function testCardGateway(): TestCardGateway {
  const byKey = new Map<string, string>();
  const states = new Map<string, ChargeState>();
  const setStatus = (transactionId: string, status: ChargeStatus) => {
    const state = states.get(transactionId);
    if (state) states.set(transactionId, { ...state, status });
  };
  const gateway: TestCardGateway = {
    charged: [],
    refunded: [],
    next: [],
    refundOutcome: { kind: 'refunded', result: {} },
    beforeAnswer: async () => {},
    forgetKeys: () => byKey.clear(),
    change: (charge, status) => setStatus(gateway.idOf(charge), status),
    idOf: (charge) => gateway.charged[charge - 1]?.transactionId ?? `transaction-${charge}`,
    openPage: noPage,
    findPage: noPage,
    closePage: noPage,
    openPix: noPage,
    pixToShow: noPage,
    pixPages: async () => new Map(),
    chargeCard: async (request) => {
      if (request.cardToken === '') throw NO_SUCH_CARD;
      const known = states.get(byKey.get(request.key) ?? request.transactionId ?? '');
      if (known) return known;
      const outcome = gateway.next.shift() ?? {};
      if (outcome instanceof Error) throw outcome;
      gateway.charged.push(request);
      const transactionId = gateway.idOf(gateway.charged.length);
      byKey.set(request.key, transactionId);
      const state: ChargeState = { transactionId, status: 'paid', result: {}, ...outcome };
      states.set(transactionId, state);
      await gateway.beforeAnswer();
      return state;
    },
    find: async (_personId, transactionId) => states.get(transactionId),
    refund: async ({ transactionId, key }) => {
      gateway.refunded.push(key);
      if (gateway.refundOutcome.kind === 'refunded') setStatus(transactionId, 'refunded');
      return gateway.refundOutcome;
    },
    pageUrl: (transactionId) => `https://loja.example/v1/payment/${transactionId}`,
  };
  return gateway;
}
