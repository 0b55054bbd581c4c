import {
  createIntention,
  type IntentionResult,
  type PayResult,
  payIntention,
  refuseIntention,
  sellIntention,
  sellIntentionByPix,
} from '../intentions/index.ts';
import { saleByToken, withDefaults, withPostBackUrl } from '../kinds/card/index.ts';
import { type Claim, type SaleResult, saleResult, type Transaction } from '../transactions/index.ts';
import { authorize, isPixSale, isSlipSale } from './authorize.ts';
import type { PaymentsDependencies } from './dependencies.ts';
import type { Payments } from './payments.ts';
import type { SellRequest } from './requests.ts';

/** Sales, charges of stored cards, intentions and their buyers' tries, each once for each key. */
export function sellingPayments(
  dependencies: PaymentsDependencies,
): Pick<Payments, 'sell' | 'charge' | 'intend' | 'intended' | 'pay'> {
  const { store, once } = dependencies;

  /** The decline class is stored with the attempt. */
  const repeatedSale = async (transaction: Transaction): Promise<SaleResult> => {
    const attempts = await store.attemptsOf(transaction.id);
    return saleResult(dependencies.kinds, transaction, attempts.at(-1)?.declineClass);
  };

  const sell = (request: SellRequest): Promise<SaleResult> => {
    const { merchantId, idempotency } = request;
    const run = (claim?: Claim) => sellOnce(dependencies, request, claim);
    return idempotency ? once({ merchantId, route: 'sale', ...idempotency }, run, repeatedSale) : run();
  };

  return {
    sell,
    charge: async (request) => {
      const { merchantId, transactionId } = request;
      const known = transactionId === undefined ? undefined : await store.find(merchantId, transactionId);
      return known ? repeatedSale(known) : sell(saleByToken(request));
    },
    intend: ({ merchantId, origin, intention, idempotency }) => {
      const run = async (claim?: Claim) =>
        createIntention(
          dependencies,
          { merchantId, origin, idempotency: claim },
          intention,
          await dependencies.defaultsOf(merchantId),
        );
      if (!idempotency) return run();
      return once({ merchantId, route: 'intention', ...idempotency }, run, (transaction) => ({
        kind: 'created',
        transaction,
      }));
    },
    intended: async ({ merchantId, idempotency }) => {
      const made = await once<{ readonly kind: 'refused' } | IntentionResult>(
        { merchantId, route: 'intention', ...idempotency },
        async () => ({ kind: 'refused' }),
        (transaction) => ({ kind: 'created', transaction }),
      );
      return made.kind === 'created' ? store.find(merchantId, made.transaction.id) : undefined;
    },
    pay: ({ transaction, origin, payment, idempotencyKey: key }) => {
      const { id, merchantId } = transaction;
      const run = async (idempotency: Claim) => {
        // A replayed `intend` answers its first result with the version of a record that may be paid by now.
        const current = (await store.find(merchantId, id)) ?? transaction;
        return payIntention(dependencies, { origin, payment, idempotency }, current);
      };
      return once<PayResult>({ merchantId, route: 'payment', key, content: [id] }, run, repeatedSale);
    },
  };
}

async function sellOnce(
  dependencies: PaymentsDependencies,
  { merchantId, origin, sale, newId, transactionId, capture }: SellRequest,
  idempotency: Claim | undefined,
): Promise<SaleResult> {
  if (transactionId !== undefined) {
    const named = await dependencies.store.find(merchantId, transactionId);
    if (!named?.order.intention) throw refuseIntention('intention_not_found', { field: 'transactionId' });
    // No intention offers a slip.
    if (isSlipSale(sale)) throw refuseIntention('intention_not_found', { field: 'transactionId' });
    if (isPixSale(sale)) return sellIntentionByPix(dependencies, { origin, idempotency }, named, sale);
    return sellIntention(dependencies, { origin, capture, idempotency }, named, sale);
  }
  const defaults = await dependencies.defaultsOf(merchantId);
  const complete =
    isPixSale(sale) || isSlipSale(sale) ? withPostBackUrl(sale, defaults) : withDefaults(sale, defaults);
  return authorize(dependencies, { merchantId, origin, idempotency, newId }, complete);
}
