import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { DerivedTokens } from '../../../platform/derived-tokens.ts';
import type { PaymentRow } from '../../charges/charge.ts';
import { AWAITED_CHARGES, type AwaitedChargeTables, PAYMENTS } from '../../charges/charges-table.ts';
import { asCharged } from '../../charges/open-charge.ts';
import type { MinorUnits } from '../../providers/index.ts';
import type { PaymentKinds } from '../../transactions/rules/kind.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { transactionOf } from '../../transactions/stores/store.ts';
import type { AttemptTables } from '../../transactions/tables/attempts-table.ts';
import type { TransactionTables } from '../../transactions/tables/transactions-table.ts';
import { pageOfSlip } from './beside.ts';
import { mayBePaid, rowMayBePaid } from './may-be-paid.ts';
import { SLIPS, type SlipRow, type SlipTables } from './slips-table.ts';

/** Which slips of a merchant. */
export interface SlipsWanted {
  readonly merchantId: number;
  /** `out`: its payer may still pay it (`mayBePaid`). */
  readonly state: 'out' | 'paid';
  /** Days of the local calendar, both inclusive. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly order: 'asc' | 'desc';
}

/** A place in a list by due date. */
export type SlipPlace = Pick<SlipRow, 'dueOn' | 'reference'>;

export interface ListedSlip {
  readonly slip: SlipRow;
  /** As its slip asks for it. */
  readonly transaction: Transaction;
  /** What pays it. */
  readonly payment: PaymentRow | undefined;
  /** Whether its payer may still pay it, as far as its bank takes it. */
  readonly isOut: boolean;
  /** Its page; undefined until the bank has registered it. */
  readonly url: string | undefined;
}

/** How many slips, and their sum. `bounded`: there may be more, since counting stopped. */
export interface SlipSum {
  readonly count: number;
  readonly amount: MinorUnits;
  readonly bounded: boolean;
}

/** Slips of one merchant by the day on which they are due, read aside of payments. */
export interface SlipsByDueDate {
  /** Looks at a bounded number of slips: a page may have fewer rows than asked for, and `next` then tells where to go on. */
  list(
    wanted: SlipsWanted,
    page: Page,
  ): Promise<{ readonly slips: readonly ListedSlip[]; readonly next: SlipPlace | undefined }>;
  sum(wanted: SlipsWanted): Promise<SlipSum>;
}

interface Page {
  readonly limit: number;
  readonly after: SlipPlace | undefined;
}

export interface SlipsByDueDateOptions {
  readonly database: Database;
  readonly kinds: PaymentKinds;
  readonly pixTokens: DerivedTokens;
  publicUrl(): string;
}

const LOOKED_AT_ONCE = 500;
const MOST_STEPS = 8;
const MOST_SUMMED = 10_000;

type Tables = SlipTables & AttemptTables & AwaitedChargeTables & TransactionTables;

export function createSlipsByDueDate(options: SlipsByDueDateOptions): SlipsByDueDate {
  const tables = () => options.database.readAside<Tables>();
  return {
    list: async (wanted, page) => {
      const { found, next } = await placesOf(tables(), wanted, page);
      return { slips: await slipsAt(options, tables(), found), next };
    },
    sum: async (wanted) => {
      const looked = slipsInRange(tables(), wanted)
        .select('amount')
        .limit(MOST_SUMMED + 1);
      const { all, count, amount } = await tables()
        .selectFrom(looked.as('looked'))
        .leftJoin('attempts', 'attempts.reference', 'looked.reference')
        .leftJoin('pix_charges', 'pix_charges.reference', 'looked.reference')
        .leftJoin('transactions', 'transactions.id', 'attempts.transaction_id')
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          sql<number>`coalesce(sum(case when ${ofState(wanted)} then 1 else 0 end), 0)`.as('count'),
          sql<number>`coalesce(sum(case when ${ofState(wanted)} then looked.amount else 0 end), 0)`.as(
            'amount',
          ),
        ])
        .executeTakeFirstOrThrow();
      return { count: Number(count), amount: Number(amount), bounded: Number(all) > MOST_SUMMED };
    },
  };
}

/** In the order of their index, and read from it alone. */
export function slipsInRange(
  tables: Kysely<Tables>,
  { merchantId, dueFrom, dueTo, order }: SlipsWanted,
  after?: SlipPlace,
) {
  const beyond = order === 'asc' ? '>' : '<';
  // Of the place an own bound too: none follows from its comparison below, and a late page would read all before it.
  const from = latest(dueFrom, order === 'asc' ? after?.dueOn : undefined);
  const to = earliest(dueTo, order === 'desc' ? after?.dueOn : undefined);
  return tables
    .selectFrom('slips')
    .select(['due_on', 'reference'])
    .where('merchant_id', '=', merchantId)
    .$if(from !== undefined, (query) => query.where('due_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('due_on', '<=', to ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('due_on', beyond, after?.dueOn ?? ''),
          and([eb('due_on', '=', after?.dueOn ?? ''), eb('reference', beyond, after?.reference ?? '')]),
        ]),
      ),
    )
    .orderBy('due_on', order)
    .orderBy('reference', order);
}

function latest(...days: readonly (string | undefined)[]): string | undefined {
  return inOrder(days).at(-1);
}

function earliest(...days: readonly (string | undefined)[]): string | undefined {
  return inOrder(days)[0];
}

function inOrder(days: readonly (string | undefined)[]): readonly string[] {
  return days.filter((day) => day !== undefined).toSorted();
}

/** Of slips beside their tries, their charges and their sales. */
function ofState({ state }: Pick<SlipsWanted, 'state'>) {
  return state === 'out' ? rowMayBePaid() : sql<boolean>`attempts.state = 'approved'`;
}

async function placesOf(
  tables: Kysely<Tables>,
  wanted: SlipsWanted,
  { limit, after }: Page,
): Promise<{ readonly found: readonly SlipPlace[]; readonly next: SlipPlace | undefined }> {
  const found: SlipPlace[] = [];
  let place = after;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const looked = await tables
      .selectFrom(slipsInRange(tables, wanted, place).limit(LOOKED_AT_ONCE).as('looked'))
      .leftJoin('attempts', 'attempts.reference', 'looked.reference')
      .leftJoin('pix_charges', 'pix_charges.reference', 'looked.reference')
      .leftJoin('transactions', 'transactions.id', 'attempts.transaction_id')
      .select(['looked.due_on', 'looked.reference'])
      .select(sql<number>`case when ${ofState(wanted)} then 1 else 0 end`.as('wanted'))
      .orderBy('looked.due_on', wanted.order)
      .orderBy('looked.reference', wanted.order)
      .execute();
    for (const { due_on: dueOn, reference, wanted: isWanted } of looked) {
      if (isWanted && found.length === limit) return { found, next: place };
      place = { dueOn, reference };
      if (isWanted) found.push(place);
    }
    if (looked.length < LOOKED_AT_ONCE) return { found, next: undefined };
  }
  return { found, next: place };
}

async function slipsAt(
  { kinds, pixTokens, publicUrl }: SlipsByDueDateOptions,
  tables: Kysely<Tables>,
  places: readonly SlipPlace[],
): Promise<readonly ListedSlip[]> {
  if (places.length === 0) return [];
  const references = places.map(({ reference }) => reference);
  const [slips, charges, payments, attempts] = await Promise.all([
    tables.selectFrom('slips').selectAll().where('reference', 'in', references).execute(),
    tables.selectFrom('pix_charges').selectAll().where('reference', 'in', references).execute(),
    tables
      .selectFrom('pix_payments')
      .selectAll()
      .where('reference', 'in', references)
      .where('surplus', 'is', null)
      .execute(),
    tables
      .selectFrom('attempts')
      .select(['reference', 'state'])
      .where('reference', 'in', references)
      .execute(),
  ]);
  const ids = [...new Set(charges.map(({ transaction_id: id }) => id))];
  const sales = await tables.selectFrom('transactions').selectAll().where('id', 'in', ids).execute();
  const slipOf = new Map(slips.map((row) => [row.reference, SLIPS.fromRow(row)]));
  const chargeOf = new Map(charges.map((row) => [row.reference, AWAITED_CHARGES.fromRow(row)]));
  const paymentOf = new Map(payments.map((row) => [row.reference, PAYMENTS.fromRow(row)]));
  const stateOf = new Map(attempts.map(({ reference, state }) => [reference, state]));
  const saleOf = new Map(sales.map((row) => [String(row.id), transactionOf(kinds, row)]));
  return references.flatMap((reference) => {
    const slip = slipOf.get(reference);
    const charge = chargeOf.get(reference);
    const sale = charge && saleOf.get(charge.transactionId);
    if (!slip || !charge || !sale) return [];
    return [
      {
        slip,
        transaction: asCharged(kinds, sale, charge),
        payment: paymentOf.get(reference),
        isOut: mayBePaid({
          ...{ status: sale.result.status, ending: charge.ending },
          tryState: stateOf.get(reference),
        }),
        url: pageOfSlip({ pixTokens, publicUrl }, slip),
      },
    ];
  });
}
