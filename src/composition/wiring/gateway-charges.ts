import { cardOffer, cardPaymentOf, ISSUER_INTEREST, STORE_INTEREST } from '../../gateway/kinds/card/index.ts';
import { isPixPayment } from '../../gateway/kinds/pix/index.ts';
import { isSlipPayment } from '../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import { retryAdviceFor } from '../../gateway/providers/index.ts';
import { Status, type Transaction } from '../../gateway/transactions/index.ts';
import type {
  ChargeResult,
  ChargeState,
  ChargeStatus,
  GatewayCharges,
  PageCharge,
} from '../../operations/index.ts';
import { pixCharges, pixResultOf } from './pix-charges.ts';
import { makeKnownSlip, SLIP_OF_SALE, slipResultOf } from './slip-charges.ts';

const STATUS_OF: Readonly<Record<Status, ChargeStatus>> = {
  [Status.started]: 'underWay',
  [Status.intention]: 'waiting',
  [Status.expired]: 'expired',
  [Status.authorized]: 'paid',
  [Status.captured]: 'paid',
  [Status.denied]: 'refused',
  [Status.canceling]: 'refunding',
  [Status.canceled]: 'refunded',
  [Status.pending]: 'underWay',
  [Status.failed]: 'failed',
  [Status.intentionCanceled]: 'canceled',
};

type ChargingPayments = Pick<
  Payments,
  | 'intend'
  | 'intended'
  | 'charge'
  | 'sell'
  | 'find'
  | 'void'
  | 'triesOf'
  | 'declineOf'
  | 'pixOf'
  | 'pixPagesOf'
  | 'pay'
  | 'slipOf'
>;

/** The gateway as the back office charges through it. */
export function gatewayCharges(
  payments: ChargingPayments,
  pageUrl: (transactionId: string) => string,
): GatewayCharges {
  const resultOf = async (transaction: Transaction): Promise<ChargeResult> =>
    isPixPayment(transaction.order.payment)
      ? pixResultOf(transaction, await payments.pixOf(transaction))
      : isSlipPayment(transaction.order.payment)
        ? slipResultOf(transaction, await payments.slipOf(transaction))
        : cardResultOf(transaction);
  const stateOf = async (transaction: Transaction): Promise<ChargeState> => {
    const status = STATUS_OF[transaction.result.status];
    const decline = status === 'refused' ? await payments.declineOf(transaction) : undefined;
    const mayTry = status === 'waiting' && !isPixPayment(transaction.order.payment);
    const isExhausted = mayTry && (await payments.triesOf(transaction)).isExhausted;
    return {
      transactionId: transaction.id,
      status: isExhausted ? 'exhausted' : status,
      result: await resultOf(transaction),
      ...(decline && {
        declineClass: decline.declineClass,
        retryAfter: retryAdviceFor(decline).retryAfter,
      }),
    };
  };
  return {
    openPage: async (wanted) => {
      const { transaction } = await payments.intend({
        merchantId: wanted.personId,
        origin: { kind: 'sale' },
        intention: intentionOf(wanted),
        idempotency: claimOf(wanted),
      });
      if (wanted.kind !== 'slip') return stateOf(transaction);
      await makeKnownSlip(payments, transaction, wanted);
      return stateOf((await payments.find(wanted.personId, transaction.id)) ?? transaction);
    },
    findPage: async (wanted) => {
      const made = await payments.intended({ merchantId: wanted.personId, idempotency: claimOf(wanted) });
      return made && stateOf(made);
    },
    chargeCard: async ({ chargeId, key, transactionId, personId, cardToken: token, amount, ...wanted }) => {
      const { transaction } = await payments.charge({
        merchantId: personId,
        origin: { kind: 'sale' },
        token,
        amount,
        installments: 1,
        recurrent: wanted.recurrent,
        isAutomatic: wanted.recurrent,
        referenceId: wanted.reference,
        description: wanted.description,
        customer: wanted.customer,
        requestId: key,
        transactionId,
        chargeId,
      });
      return stateOf(transaction);
    },
    ...pixCharges(payments, stateOf),
    find: async (personId, transactionId) => {
      const transaction = await payments.find(personId, transactionId);
      return transaction && stateOf(transaction);
    },
    closePage: async (personId, transactionId) => {
      const found = await payments.find(personId, transactionId);
      const isUnpaid = found !== undefined && mayClose(found);
      const closed = isUnpaid
        ? await payments.void({
            merchantId: personId,
            transactionId,
            origin: { kind: 'sale' },
            amount: undefined,
            idempotencyKey: undefined,
          })
        : undefined;
      const now = await payments.find(personId, transactionId);
      // A Pix that was never paid ends as one that was paid back.
      if (!now || (isUnpaid && now.result.status === Status.canceled)) return 'canceled';
      return closed?.kind === 'pending' && mayClose(now) ? 'closing' : STATUS_OF[now.result.status];
    },
    refund: async ({ personId, transactionId, key }) => {
      const moved = await payments.void({
        merchantId: personId,
        transactionId,
        origin: { kind: 'sale' },
        amount: undefined,
        idempotencyKey: `charge ${key}`,
      });
      if (moved.kind === 'refused') return { kind: 'refused', message: moved.refusal.message };
      const isFinal = moved.kind === 'moved' && moved.transaction.result.status === Status.canceled;
      return { kind: isFinal ? 'refunded' : 'refunding', result: await resultOf(moved.transaction) };
    },
    pageUrl,
  };
}

/** Without the customer: the seller may edit it between two requests for the same charge. */
function claimOf({ customer: _edited, ...content }: PageCharge) {
  return { key: `charge ${content.chargeId}`, content };
}

/** An intention, or a Pix or slip whose bank may not have answered yet. */
function mayClose({ order, result: { status } }: Transaction): boolean {
  const isByBuyer = isPixPayment(order.payment) || isSlipPayment(order.payment);
  return status === Status.intention || (status === Status.started && isByBuyer);
}

function cardResultOf({ result, order, nsu, updatedAt }: Transaction): ChargeResult {
  const { card } = cardPaymentOf(order);
  return {
    terminalNsu: result.providerReference,
    nsu,
    authorization: result.authorizationCode,
    acquirer: order.provider,
    brand: card?.brand,
    acquirerCode: result.providerCode,
    message: result.providerMessage,
    acquirerTime: result.providerCode === undefined ? undefined : updatedAt,
    holderName: card?.holderName,
  };
}

function intentionOf(wanted: PageCharge): Parameters<Payments['intend']>[0]['intention'] {
  return {
    referenceId: wanted.reference,
    amount: wanted.amount,
    offers: [wanted.kind === 'slip' ? SLIP_OF_SALE : cardOfferOfSale(wanted, wanted.kind)],
    expiresAt: wanted.expiresAt,
    linkId: undefined,
    order: {
      description: wanted.description,
      postBackUrl: undefined,
      returnUrl: undefined,
      customer: wanted.customer && { name: wanted.customer.name, document: wanted.customer.document },
      chargeId: wanted.chargeId,
    },
  };
}

function cardOfferOfSale({ installments, interest }: PageCharge, types: 'credit' | 'debit') {
  return cardOffer({
    types,
    installments,
    fixedInstallments: true,
    interestType: interest === 'issuer' ? ISSUER_INTEREST : STORE_INTEREST,
  });
}
