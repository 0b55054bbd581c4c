import type { Kysely } from 'kysely';
import {
  type Database,
  lockSequence,
  nextId,
  type RoomMigrations,
  type WriteTransaction,
} from '../../../platform/database/index.ts';
import type { Rule } from './rule-set.ts';

/** The owner of the rules for persons without their own. */
export const INSTALLATION = 0;

interface RuleSetRow {
  /** 0: the installation. */
  person_id: number;
  version: number;
  /** JSON; never changed. */
  rules: string;
  rule_count: number;
  created_at: number;
}

interface ActivationRow {
  id: number;
  person_id: number;
  /** 0: none any more. */
  version: number;
  activated_at: number;
}

interface RoutingTables {
  routing_rule_sets: RuleSetRow;
  routing_activations: ActivationRow;
}

export const routingMigrations: RoomMigrations = {
  '2026-11-26-routing-rules': {
    up: async (database) => {
      await database.schema
        .createTable('routing_rule_sets')
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('rules', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('routing_rule_sets_key', ['person_id', 'version'])
        .execute();
      await database.schema
        .createTable('routing_activations')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('activated_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('routing_activations_by_person')
        .on('routing_activations')
        .columns(['person_id', 'id'])
        .execute();
    },
  },
  '2026-11-26-rule-count': {
    up: async (database) => {
      await database.schema
        .alterTable('routing_rule_sets')
        .addColumn('rule_count', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      const tables = database as Kysely<unknown> as Kysely<RoutingTables>;
      const kept = await tables.selectFrom('routing_rule_sets').selectAll().execute();
      for (const { person_id, version, rules } of kept) {
        await tables
          .updateTable('routing_rule_sets')
          .set({ rule_count: (JSON.parse(rules) as readonly unknown[]).length })
          .where('person_id', '=', person_id)
          .where('version', '=', version)
          .execute();
      }
    },
  },
};

/** A version of the rules of a person, or of the installation. */
export interface StoredRuleSet {
  readonly version: number;
  readonly rules: readonly Rule[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The same without its rules. */
export interface KeptVersion extends Pick<StoredRuleSet, 'version' | 'createdAt'> {
  readonly ruleCount: number;
}

/** What became active when. */
export interface Activation {
  readonly id: number;
  readonly personId: number;
  /** 0: none any more. */
  readonly version: number;
  readonly activatedAt: number;
}

/** Of several writers at once each gets a number of its own. */
export async function insertRuleSet(
  write: WriteTransaction,
  added: { readonly personId: number; readonly rules: readonly Rule[]; readonly createdAt: number },
): Promise<number> {
  await lockSequence(write, 'routing_rule_sets');
  const tables = write.tables<RoutingTables>();
  const last = await tables
    .selectFrom('routing_rule_sets')
    .select((row) => row.fn.max('version').as('version'))
    .where('person_id', '=', added.personId)
    .executeTakeFirst();
  const version = Number(last?.version ?? 0) + 1;
  await tables
    .insertInto('routing_rule_sets')
    .values({
      person_id: added.personId,
      version,
      rules: JSON.stringify(added.rules),
      rule_count: added.rules.length,
      created_at: added.createdAt,
    })
    .execute();
  return version;
}

export async function insertActivation(
  write: WriteTransaction,
  { personId, version, activatedAt }: Omit<Activation, 'id'>,
): Promise<void> {
  await write
    .tables<RoutingTables>()
    .insertInto('routing_activations')
    .values({
      id: await nextId(write, 'routing_activation'),
      person_id: personId,
      version,
      activated_at: activatedAt,
    })
    .execute();
}

export async function findRuleSet(
  database: Database,
  personId: number,
  version: number,
): Promise<StoredRuleSet | undefined> {
  const row = await database
    .read<RoutingTables>()
    .selectFrom('routing_rule_sets')
    .selectAll()
    .where('person_id', '=', personId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Newest first. */
export async function listVersions(
  database: Database,
  personId: number,
  limit: number,
): Promise<readonly KeptVersion[]> {
  const rows = await database
    .read<RoutingTables>()
    .selectFrom('routing_rule_sets')
    .select(['version', 'rule_count', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    ruleCount: row.rule_count,
    createdAt: row.created_at,
  }));
}

/** What is active now. Undefined: nothing ever was. */
export async function lastActivation(database: Database, personId: number): Promise<Activation | undefined> {
  const row = await database
    .read<RoutingTables>()
    .selectFrom('routing_activations')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && activationOf(row);
}

/** All activations after one, oldest first. */
export async function activationsAfter(
  database: Database,
  id: number,
  limit: number,
): Promise<readonly Activation[]> {
  const rows = await database
    .read<RoutingTables>()
    .selectFrom('routing_activations')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(activationOf);
}

/** 0 where nothing was ever activated. */
export async function newestActivation(database: Database): Promise<number> {
  const row = await database
    .read<RoutingTables>()
    .selectFrom('routing_activations')
    .select((rows) => rows.fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

function fromRow({ version, rules, created_at }: RuleSetRow): StoredRuleSet {
  return { version, rules: JSON.parse(rules) as readonly Rule[], createdAt: created_at };
}

function activationOf({ id, person_id, version, activated_at }: ActivationRow): Activation {
  return { id, personId: person_id, version, activatedAt: activated_at };
}
