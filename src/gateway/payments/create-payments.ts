import { isDerivedToken } from '../../platform/derived-tokens.ts';
import { isLiveSale, openCard, refuseCardNumberBeside, savedMaskOf } from '../kinds/card/index.ts';
import { movementOptions, Status, summaryOfTries, withAttemptUnderWay } from '../transactions/index.ts';
import { declineOf, declineOfLastTry } from './decline-of.ts';
import type { PaymentsDependencies } from './dependencies.ts';
import { movingPayments } from './moving.ts';
import type { Payments } from './payments.ts';
import { sellingPayments } from './selling.ts';

export function createPayments(dependencies: PaymentsDependencies): Payments {
  const { store, history, unstored, pix, slips } = dependencies;
  return {
    ...sellingPayments(dependencies),
    ...movingPayments(dependencies),
    tokenOf: ({ id }) => dependencies.tokens.of(id),
    findIntention: async (token) => {
      if (!isDerivedToken(token)) return undefined;
      const found = await dependencies.intentions.find(dependencies.tokens.hash(token));
      return found && store.findAny(found.transactionId);
    },
    triesOf: async ({ id }) => summaryOfTries(await store.attemptsOf(id)),
    optionsOf: (transaction) => movementOptions(dependencies, transaction),
    find: async (merchantId, id) => {
      const found = await store.find(merchantId, id);
      return found && unstored.shown(found);
    },
    pixOf: pix.besideOf,
    slipOf: slips.besideOf,
    slipsTakenBy: slips.takenBy,
    pixPagesOf: pix.pagesOf,
    redirectUrlOf: dependencies.authenticationPages.redirectUrlOf,
    readCard: async (merchantId, sent, texts) => {
      const card = await openCard(dependencies, merchantId, sent);
      refuseCardNumberBeside(card, texts);
      return card;
    },
    savedTokenOf: async ({ id, order, result: { status } }) => {
      const mask = savedMaskOf({ order });
      if (mask === undefined || !(isLiveSale(status) || status === Status.canceled)) return undefined;
      return (await dependencies.storedCards.ofSale(id, isLiveSale(status), mask))?.token;
    },
    declineOf: (transaction) => declineOf(store, transaction),
    declineOfLastTry: (transaction) => declineOfLastTry(store, transaction),
    list: async (wanted) => (await store.list(wanted)).map(unstored.shown),
    changesOf: async (merchantId, id) =>
      (await store.find(merchantId, id)) &&
      withAttemptUnderWay(await history.of(id), await store.attemptsOf(id)),
  };
}
