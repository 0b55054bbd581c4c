import { DUE_BY_LIST } from '../../../charges/charge.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';
import { returnRowId } from '../../../charges/returns/returned.ts';
import {
  type AccountSettings,
  type ChargePayment,
  type ChargeProvider,
  referenceOfTxid,
} from '../../../providers/index.ts';

/** A bank shows a hundred to a page: fifty thousand payments in one go, else the halves are read one after the other. */
const MAX_PAGES = 500;
const SHORTEST_PERIOD_MS = 60_000;

export interface Listing {
  readonly charges: Pick<ChargeStore, 'knownPayments' | 'knownReturns' | 'lookNow'>;
  readonly bank: Pick<ChargeProvider, 'received'>;
  readonly account: AccountSettings;
}

export interface ListedPeriod {
  readonly from: number;
  readonly to: number;
  /** Only what something went back of. */
  readonly returned?: true;
}

export type Listed =
  /** All that arrived before `until` is in the book, or about to be looked at. `found`: how many were not. */
  | { readonly outcome: 'listed'; readonly until: number; readonly found: number }
  | { readonly outcome: 'not_listed'; readonly reason: string };

/** Reads what arrived in a period, page by page. What is not in the book makes its charge due: nothing is believed. */
export async function listReceived(listing: Listing, { from, to, returned }: ListedPeriod): Promise<Listed> {
  const { bank, account } = listing;
  let found = 0;
  for (let page: number | undefined = 0, pages = 0; page !== undefined; pages += 1) {
    if (pages === MAX_PAGES) {
      if (to - from <= SHORTEST_PERIOD_MS) return { outcome: 'not_listed', reason: 'the list has no end' };
      return listHalves(listing, { from, to, ...(returned && { returned }) });
    }
    const answer: Awaited<ReturnType<ChargeProvider['received']>> = await bank.received(account, {
      from,
      to,
      page,
      ...(returned && { returned }),
    });
    if (answer.outcome !== 'listed') return { outcome: 'not_listed', reason: answer.reason };
    found += await lookAtUnknown(listing, answer.payments);
    page = answer.nextPage;
  }
  return { outcome: 'listed', until: to, found };
}

/** Both in one go: half of a period may end before what was read of the last one. */
async function listHalves(listing: Listing, { from, to, ...only }: ListedPeriod): Promise<Listed> {
  const middle = from + Math.floor((to - from) / 2);
  const first = await listReceived(listing, { from, to: middle, ...only });
  if (first.outcome !== 'listed') return first;
  const second = await listReceived(listing, { from: middle, to, ...only });
  return second.outcome === 'listed' ? { ...second, found: first.found + second.found } : second;
}

async function lookAtUnknown(
  { charges, account }: Listing,
  payments: readonly Pick<ChargePayment, 'endToEndId' | 'txid' | 'returns'>[],
): Promise<number> {
  const ours = payments.flatMap(({ endToEndId, txid, returns }) => {
    const reference = txid === undefined ? undefined : referenceOfTxid(txid);
    return reference === undefined ? [] : { endToEndId, reference, taken: takenBack(endToEndId, returns) };
  });
  if (ours.length === 0) return 0;
  const known = await charges.knownPayments(ours.map(({ endToEndId }) => endToEndId));
  const booked = await charges.knownReturns(ours.flatMap(({ taken }) => taken.map(({ id }) => id)));
  const unknown = ours.filter(
    ({ endToEndId, taken }) =>
      !known.has(endToEndId) || taken.some(({ id, state }) => booked.get(id) !== state),
  );
  const references = [...new Set(unknown.map(({ reference }) => reference))];
  await charges.lookNow({ accountId: Number(account.accountId), references, by: DUE_BY_LIST });
  return unknown.length;
}

/** What the payer's bank took of it (MED): its notice may be lost, and come weeks after the payment. */
function takenBack(endToEndId: string, returns: ChargePayment['returns']) {
  return returns
    .filter(({ nature }) => nature !== 'original')
    .map(({ id, state }) => ({ id: returnRowId(endToEndId, id), state }));
}
