import { capabilitiesOf, cardRoute } from '../../providers/index.ts';
import type { Attempt } from '../../transactions/rules/attempt.ts';
import type { PaymentKind } from '../../transactions/rules/kind.ts';
import type { RowBeside } from '../../transactions/rules/row-beside.ts';
import { Status } from '../../transactions/rules/transaction.ts';
import { type CardOffer, orderOfOffer } from './offer/card-offer.ts';
import { formerCardOffer, readCardOffer, writeCardOffer } from './offer/stored-offer.ts';
import { type CardPayment, isCapturedAtOnce, last4Of } from './payment.ts';
import { readCardPayment, searchedOfCard, writeCardPayment } from './stored-payment.ts';
import { rowsOfFinalRefusal, rowsOfTry } from './tries/card-tries.ts';
import { isRefusedForever } from './tries/retry-limits.ts';
import { captureWindowRow } from './windows/capture-windows.ts';

const BIN_DIGITS = 6;

/** Payments by card, credit and debit. */
export const cardKind: PaymentKind<CardPayment> = {
  kind: 'card',
  types: ['credit', 'debit'],
  statuses: { unanswered: Status.pending, awaited: Status.started },
  paidBy: 'merchant',
  refunds: 'one_at_a_time',
  write: writeCardPayment,
  read: readCardPayment,
  hasMasks: true,
  asOffered: (offer) => orderOfOffer(offer as CardOffer),
  writeOffer: (offer) => writeCardOffer(offer as CardOffer),
  readOffer: readCardOffer,
  readFormerOffer: formerCardOffer,
  searched: searchedOfCard,
  terms: (route, { type, card }) => capabilitiesOf(cardRoute(route), { type, card }),
  matches: ({ payment }, { seen }, attempt) => {
    // Of an intention each attempt may have had another card.
    const mask = attempt?.mask ?? payment.card?.mask;
    if (mask === undefined) throw new Error('a sale without a card has no answer');
    return (
      (seen?.cardBin === undefined || seen.cardBin.slice(0, BIN_DIGITS) === mask.slice(0, BIN_DIGITS)) &&
      (seen?.cardLast4 === undefined || seen.cardLast4 === last4Of({ mask }))
    );
  },
  rowsOfTry: ({ order: { payment }, amount }, attempt, isFirst) => {
    const isHeld = attempt.state === 'approved' && !isCapturedAtOnce(payment);
    return [
      ...countedRows(payment, amount, attempt, isFirst),
      ...(isHeld ? [captureWindowRow(attempt)] : []),
    ];
  },
};

/** What is counted of a try. */
function countedRows(
  { card }: CardPayment,
  amount: number,
  { mask, state, declineClass, abecsCode, rawCode, endedAt: at }: Attempt & { readonly endedAt: number },
  isFirst: boolean,
): readonly RowBeside[] {
  // Of an intention whose buyer has tried another card since.
  if (card?.fingerprint === undefined || (mask !== undefined && mask !== card.mask)) return [];
  const { fingerprint, brand, expirationMonth, expirationYear } = card;
  const code = abecsCode ?? rawCode;
  const isFinal = state === 'declined' && isRefusedForever(brand, { declineClass, code });
  const tried = { fingerprint, brand, expirationMonth, expirationYear, amount };
  if (isFirst) return rowsOfTry({ card: tried, at, isFinal });
  return isFinal ? rowsOfFinalRefusal({ card: tried, at }) : [];
}
