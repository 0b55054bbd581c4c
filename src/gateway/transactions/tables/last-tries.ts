import { type Kysely, sql } from 'kysely';

/** As IS_DENIED was when this was written (transactions-table.ts). */
const IS_DENIED_TRY = sql<boolean>`(last_try = 7 and status in (1, 4, 12))`;
const IS_DENIED = sql<boolean>`(status = 7 or ${IS_DENIED_TRY})`;

const LINKS_AT_ONCE = 1_000;

/** What is read and written here, as it was then. */
interface Tables {
  intentions: { transaction_id: string };
  transactions: { id: string; status: number; provider_message: string | null; last_try: number | null };
  attempts: { transaction_id: string; reference: string; state: string; created_at: number };
}

/** Refused without an attempt: the acquirer was not asked. */
const NOT_ASKED = 'Parcelamento não permitido.';
const NOT_AUTHENTICATED = 'O comprador não concluiu a autenticação no prazo; nada foi cobrado';

/**
 * How the last try of each unpaid link ended, from its newest attempt. The index of denials has those of links too, in the
 * order of time, so that it serves the list of denied sales and the count of their reasons.
 */
export async function addLastTries(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable('transactions').addColumn('last_try', 'smallint').execute();
  await fillLastTries(database);
  await schema.dropIndex('transactions_denied').execute();
  await schema
    .createIndex('transactions_denied')
    .on('transactions')
    // SQLite looks at the columns of the condition again: with them it counts the reasons from the index alone.
    .columns(['merchant_id', 'created_at', 'id', 'provider_code', 'status', 'last_try'])
    .where(IS_DENIED)
    .execute();
  // The next start counts them apart (stores/day-figures-store.ts).
  await sql`update sales_by_day_zone set time_zone = 'to be counted'
    where exists (select 1 from transactions where ${IS_DENIED_TRY})`.execute(database);
}

/**
 * In parts, each looked up by its ids: PostgreSQL without statistics of these tables would read whole ones again and again.
 */
async function fillLastTries(database: Kysely<unknown>): Promise<void> {
  const tables = database as Kysely<Tables>;
  for (let after = ''; ; ) {
    const links = await tables
      .selectFrom('intentions')
      .select('transaction_id')
      .where('transaction_id', '>', after)
      .orderBy('transaction_id')
      .limit(LINKS_AT_ONCE)
      .execute();
    const last = links.at(-1);
    if (!last) return;
    after = last.transaction_id;
    await fillSome(
      tables,
      links.map(({ transaction_id: id }) => id),
    );
  }
}

async function fillSome(tables: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const unpaid = await tables
    .selectFrom('transactions')
    .select(['id', 'provider_message'])
    .where('id', 'in', ids)
    .where('status', 'in', [1, 4, 12])
    .execute();
  if (unpaid.length === 0) return;
  const attempts = await tables
    .selectFrom('attempts')
    .select(['transaction_id', 'state'])
    .where(
      'transaction_id',
      'in',
      unpaid.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('reference')
    .execute();
  const newest = new Map(attempts.map(({ transaction_id: id, state }) => [id, state]));
  const ended = unpaid.map(({ id, provider_message: message }) => ({
    id,
    lastTry: lastTryOf(newest.get(id), message),
  }));
  for (const [lastTry, alike] of Map.groupBy(ended, (one) => one.lastTry)) {
    if (lastTry === undefined) continue;
    await tables
      .updateTable('transactions')
      .set({ last_try: lastTry })
      .where(
        'id',
        'in',
        alike.map(({ id }) => id),
      )
      .execute();
  }
}

/** 7 denied, 11 failed, 4 not authenticated in time. */
function lastTryOf(newest: string | undefined, message: string | null): number | undefined {
  if (message === NOT_ASKED) return 7;
  switch (newest) {
    case 'declined':
      return 7;
    case 'not_sent':
    case 'invalid':
      return 11;
    case 'absent':
      return message === NOT_AUTHENTICATED ? 4 : 11;
    case 'undone':
      return 4;
    default:
      return undefined;
  }
}
