import { keysOfText } from '../../../../platform/text/search-key.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';
import { type PayerHashes, payerHash } from '../../../charges/payer-hash.ts';
import { referenceOfTxid } from '../../../providers/index.ts';
import type { SaleFilter } from '../../../transactions/reading/sale-filter.ts';
import type { SalesReader } from '../../../transactions/reading/sales-reader.ts';

/** Of one payer; who has more is found by a period. */
const MAX_OF_PAYER = 200;
const END_TO_END_ID = /^E[0-9A-Za-z]{31}$/;

export interface FindPixDependencies {
  readonly charges: Pick<ChargeStore, 'byReference' | 'transactionsOf'>;
  readonly payers: PayerHashes;
}

/** What a Pix may be looked for by. */
export interface PixSearch {
  readonly endToEndId?: string | undefined;
  readonly txid?: string | undefined;
  /** CPF or CNPJ of who paid. */
  readonly document?: string | undefined;
}

/** Transactions, of whichever merchant, that all of it names: each is looked up by its index. */
export async function findPix(
  { charges, payers }: FindPixDependencies,
  { endToEndId, txid, document }: PixSearch,
): Promise<readonly string[]> {
  const reference = txid === undefined ? undefined : referenceOfTxid(txid);
  const hash = payerHash(payers, document);
  const found = await Promise.all([
    endToEndId === undefined ? undefined : charges.transactionsOf({ endToEndId }, 1),
    txid === undefined ? undefined : ofReference(charges, reference),
    document === undefined
      ? undefined
      : hash === undefined
        ? []
        : charges.transactionsOf({ payerHash: hash }, MAX_OF_PAYER),
  ]);
  const [first = [], ...others]: readonly (readonly string[])[] = found.filter((ids) => ids !== undefined);
  return first.filter((id) => others.every((ids) => ids.includes(id)));
}

async function ofReference(
  charges: FindPixDependencies['charges'],
  reference: string | undefined,
): Promise<readonly string[]> {
  const charge = reference === undefined ? undefined : await charges.byReference(reference);
  return charge ? [charge.transactionId] : [];
}

/** A reader whose search also finds what only the payments of a Pix know: every payment that arrived, and who paid. */
export function searchingPix(sales: SalesReader, dependencies: FindPixDependencies): SalesReader {
  const widened = async (filter: SaleFilter): Promise<SaleFilter> => {
    const ids = filter.search === undefined ? [] : await idsOf(dependencies, filter.search.trim());
    return ids.length === 0 ? filter : { ...filter, searchedIds: [...(filter.searchedIds ?? []), ...ids] };
  };
  return {
    ...sales,
    list: async (filter, page) => sales.list(await widened(filter), page),
    summary: async (filter) => sales.summary(await widened(filter)),
  };
}

async function idsOf(dependencies: FindPixDependencies, text: string): Promise<readonly string[]> {
  if (END_TO_END_ID.test(text)) return findPix(dependencies, { endToEndId: text });
  if (referenceOfTxid(text) !== undefined) return findPix(dependencies, { txid: text });
  return keysOfText(text).document === undefined ? [] : findPix(dependencies, { document: text });
}
