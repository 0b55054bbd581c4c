import { PostgresAdapter, sql } from 'kysely';
import { refuseAccount } from '../../accounts/refusals.ts';
import { type Database, type RoomMigrations, raisedBy } from '../../platform/database/index.ts';

/** What the database says of a beginning that it refused. */
const RAISED = 'shop_inactive';
/** `persons.status` of a person whose access was taken away. */
const INACTIVE = 4;

interface Beginning {
  readonly table: string;
  readonly event: 'insert' | 'update';
  /** Of the rows that begin something; absent: all. */
  readonly when?: string;
  /** The id of the shop that the row belongs to. */
  readonly shop: string;
}

/**
 * Every row by which money or a card may come in, written before anything else happens: a card charge, a card to keep, a
 * card on its way to the acquirer, a sale of the till, and a payment that a payment client takes. What has begun may end.
 */
const BEGINNINGS: readonly Beginning[] = [
  {
    table: 'attempts',
    event: 'insert',
    shop: '(select t.merchant_id from transactions t where t.id = new.transaction_id)',
  },
  { table: 'tokenizations', event: 'insert', shop: 'new.merchant_id' },
  {
    table: 'tokenizations',
    event: 'update',
    when: "new.state = 'sending' and old.state <> 'sending'",
    shop: 'new.merchant_id',
  },
  { table: 'acquirer_tokens', event: 'insert', shop: 'new.merchant_id' },
  { table: 'sales', event: 'insert', shop: 'new.person_id' },
  {
    table: 'external_payments',
    event: 'update',
    when: 'new.type = 5 and new.status = 10 and old.status = 5',
    shop: 'new.person_id',
  },
];

/**
 * A shop whose access was taken away begins nothing, whatever way leads there, also one that does not exist yet: the database
 * itself refuses the row, in the statement that writes it, so that no look before it can be too old.
 */
export const inactiveShopMigrations: RoomMigrations = {
  '1300-inactive-shops-begin-nothing': {
    up: async (database) => {
      const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
      for (const beginning of BEGINNINGS) {
        for (const statement of isPostgres ? postgresTrigger(beginning) : sqliteTrigger(beginning)) {
          await sql.raw(statement).execute(database);
        }
      }
    },
  },
  // Attempts are written in batches, and each has its shop in another table: one look for a batch in place of one for each row.
  '2026-11-26-attempts-of-inactive-shops-by-batch': {
    up: async (database) => {
      if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
      const name = 'inactive_shop_attempts_insert';
      for (const statement of [
        `drop trigger ${name} on attempts`,
        `create or replace function ${name}() returns trigger language plpgsql as $$ begin
  if exists (
    select 1 from begun b join transactions t on t.id = b.transaction_id join persons p on p.id = t.merchant_id
    where p.status = ${INACTIVE}
  ) then raise exception '${RAISED}'; end if;
  return null;
end $$`,
        `create trigger ${name} after insert on attempts referencing new table as begun
  for each statement execute function ${name}()`,
      ]) {
        await sql.raw(statement).execute(database);
      }
    },
  },
};

function nameOf({ table, event }: Beginning): string {
  return `inactive_shop_${table}_${event}`;
}

function isOfInactive({ shop }: Beginning): string {
  return `exists (select 1 from persons p where p.id = ${shop} and p.status = ${INACTIVE})`;
}

function sqliteTrigger(beginning: Beginning): readonly string[] {
  const { table, event, when } = beginning;
  const condition = [...(when === undefined ? [] : [`(${when})`]), isOfInactive(beginning)].join(' and ');
  return [
    `create trigger ${nameOf(beginning)} before ${event} on ${table} for each row when ${condition} ` +
      `begin select raise(abort, '${RAISED}'); end`,
  ];
}

function postgresTrigger(beginning: Beginning): readonly string[] {
  const { table, event, when } = beginning;
  const name = nameOf(beginning);
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
  if ${isOfInactive(beginning)} then raise exception '${RAISED}'; end if;
  return new;
end $$`,
    `create trigger ${name} before ${event} on ${table} for each row ${when === undefined ? '' : `when (${when}) `}` +
      `execute function ${name}()`,
  ];
}

/** The database whose refusal of an inactive shop's row is the refusal `shop_inactive`, for all who write. */
export function refusingInactiveShops(database: Database): Database {
  const refusing = async <Result>(written: Promise<Result>): Promise<Result> => {
    try {
      return await written;
    } catch (error) {
      throw raisedBy(error) === RAISED ? refuseAccount('shop_inactive') : error;
    }
  };
  return {
    ...database,
    write: (work) => refusing(database.write(work)),
    writeGrouped: (write, item) => refusing(database.writeGrouped(write, item)),
  };
}
