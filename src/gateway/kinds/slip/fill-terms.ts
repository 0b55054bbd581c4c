import type { Kysely } from 'kysely';

const ROWS_AT_ONCE = 250;

/** What is read of rows of before slips had these columns: as they were then. */
interface FormerTables {
  slips: {
    readonly reference: string;
    merchant_id: number;
    amount: number;
    due_on: string;
    payable_until: string;
  };
  pix_charges: { readonly reference: string; readonly transaction_id: string; readonly asked: string | null };
  transactions: {
    readonly id: string;
    readonly merchant_id: number;
    readonly amount: number;
    readonly asked: string;
  };
}

/** A stored payment by slip, and an order with one, by their short names. */
interface StoredTerms {
  readonly due?: string;
  readonly last?: string;
}
interface StoredOrder extends StoredTerms {
  readonly intention?: { readonly amount?: number };
}

/**
 * Writes beside each slip of before who made it, when it is due and for how much: it stood in the text of its order, and of one that
 * was asked for on a page in the text of its charge. A slip whose sale or charge is gone stays without, as does one of a page that was
 * made before charges kept what was asked for and whose buyer took another way: the doctor counts them.
 */
export async function fillTerms(database: Kysely<unknown>): Promise<void> {
  const tables = database as Kysely<FormerTables>;
  for (let after = ''; ; ) {
    const charges = await tables
      .selectFrom('slips')
      .innerJoin('pix_charges', 'pix_charges.reference', 'slips.reference')
      .select(['slips.reference', 'pix_charges.transaction_id', 'pix_charges.asked'])
      .where('slips.reference', '>', after)
      .orderBy('slips.reference')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (charges.length === 0) return;
    const ids = [...new Set(charges.map(({ transaction_id: id }) => id))];
    const sales = await tables
      .selectFrom('transactions')
      .select(['id', 'merchant_id', 'amount', 'asked'])
      .where('id', 'in', ids)
      .execute();
    const saleOf = new Map(sales.map((sale) => [sale.id, sale]));
    for (const { reference, transaction_id: id, asked } of charges) {
      const sale = saleOf.get(id);
      if (sale) await fillOne(tables, reference, sale, asked);
      after = reference;
    }
  }
}

async function fillOne(
  tables: Kysely<FormerTables>,
  reference: string,
  sale: FormerTables['transactions'],
  asked: string | null,
): Promise<void> {
  const order = JSON.parse(sale.asked) as StoredOrder;
  const { due, last = due } =
    asked === null ? order : (JSON.parse(asked) as { readonly payment: StoredTerms }).payment;
  if (due === undefined || last === undefined) return;
  await tables
    .updateTable('slips')
    .set({
      merchant_id: sale.merchant_id,
      amount: order.intention?.amount ?? sale.amount,
      due_on: due,
      payable_until: last,
    })
    .where('reference', '=', reference)
    .execute();
}
