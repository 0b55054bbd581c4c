import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** As IS_DENIED was when this was written (transactions-table.ts). */
const IS_DENIED_TRY = sql<boolean>`(last_try = 7 and status in (1, 4, 12))`;
const IS_DENIED = sql<boolean>`(status = 7 or ${IS_DENIED_TRY})`;

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

async function fillLastTries(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  const linkId = isPostgres ? sql`cast(transaction_id as uuid)` : sql`transaction_id`;
  const end = sql`case attempts.state when 'declined' then 7 when 'not_sent' then 11 when 'invalid' then 11
    when 'absent' then case when transactions.provider_message = ${sql.lit(NOT_AUTHENTICATED)} then 4 else 11 end
    when 'undone' then 4 end`;
  await sql`update transactions set last_try =
      case when provider_message = ${sql.lit(NOT_ASKED)} then 7 else (select ${end} from attempts
        where attempts.transaction_id = transactions.id order by attempts.reference desc limit 1) end
    where status in (1, 4, 12) and id in (select ${linkId} from intentions)
      and (provider_message is not null
        or exists (select 1 from attempts where attempts.transaction_id = transactions.id))`.execute(
    database,
  );
}
