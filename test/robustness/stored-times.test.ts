import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { allThatWaits } from '../../src/composition/wiring/due-again.ts';
import { dueAgainJob } from '../../src/platform/jobs/index.ts';
import { newDatabase } from '../support/databases.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const YEAR_MS = 365 * 24 * 60 * 60_000;
/** No wait is longer than a link by e-mail or the retry of a recurrence. */
const LONGEST_MS = 10 * 24 * 60 * 60_000;
/** Rows that wait, beside the filling that any column gets. */
const WAITING_ROWS: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  acquirer_tokens: [{}],
  authentications: [{}],
  capture_windows: [{}],
  charges: [{ owner: 'sale' }, { owner: 'entry', owner_id: 1 }, { owner: 'entry', owner_id: 2 }],
  checkout_tries: [{}],
  credentials: [{ kind: 'login' }],
  external_payments: [
    { status: 5, auto_start: 1, unsettled: null, updated_at: 1 },
    { status: 10, unsettled: null, take_until: null, updated_at: 1 },
    { status: 15, unsettled: 1, take_until: null },
  ],
  idempotency_keys: [{}],
  mails: [{ state: 'waiting' }],
  passkey_challenges: [{}],
  password_links: [{}],
  payment_client_pairings: [{}],
  pix_accounts: [{}],
  pix_charges: [{}],
  pix_payments: [{}],
  postbacks: [{ state: 'waiting', lane: 'inbox' }],
  print_jobs: [{ status: 10 }],
  recovery_cases: [{ state: 'open' }],
  recurrence_entries: [
    { id: 1, status: 5, tries: 1, under_way: 1 },
    { id: 2, status: 5, tries: 0, under_way: 0, due_at: NOW - 1, next_try_at: null },
  ],
  sessions: [{ state: 'open' }],
  simulator_pix_charges: [{}],
  stored_cards: [{ state: 'active' }],
  technical_passwords: [{}],
  tokenizations: [{ state: 'sending' }],
  user_links: [{}],
};
/** Times by which something waits or lasts, and why a clock that was ahead and is set back does not make that endless. */
const NO_WAITS: Readonly<Record<string, string>> = {
  'acquirer_accounts.removed_at': 'a record',
  'audit_heads.adopts_until': 'sealed with the chain; once, at an upgrade',
  'acquirer_pauses.lasts_until': 'a date that a person gave',
  'authentications.asked_at': 'isWithin',
  'card_sessions.expires_at': 'told to the browser as a date',
  'credentials.expires_at': 'a date that a person gave; of logins see below',
  'disputes.answered_at': 'a record',
  'external_payments.updated_at': 'see below',
  'instances.seen_at': 'whoever judges sees it move (platform/instances)',
  'intentions.check_at': 'the expiry of a page is a date',
  'job_leases.expires_at': 'its holder has it, or is seen to be dead',
  'key_pairs.handed_out_until': 'not taken where it is too far',
  'login_failures.last_failed_at': 'isWithin',
  'login_networks.succeeded_at': 'known for longer, which only delays nobody',
  'payment_clients.seen_at': 'isWithin',
  'payment_links.expires_at': 'a date',
  'pix_accounts.listed_until': 'never taken for later than now',
  'pix_charges.expires_at': 'told to the buyer as a date',
  'pix_payments.received_at': 'a record of the bank',
  'pix_payments.taken_back_at': 'a record',
  'postbacks.claimed_until': 'goes with next_at',
  'receivable_reading.read_until': 'never taken for later than now',
  'recurrence_entries.due_at': 'a date',
  'recurrences.paused_at': 'a record: it is resumed by a person',
  'registrations.created_at': 'isWithin',
  'sales.created_at': 'a repetition is found for longer',
  'statement_answers.received_at': 'a record',
  'tokenizations.expires_at': 'told with the form as a date',
};
/** Records of when, or rows that are kept for longer. */
const IS_RECORD =
  /\.(at|created_at|updated_at|ended_at|started_at|changed_at|activated_at|reactivated_at|joined_at|last_login_at|last_used_at|revoked_at|replaced_at|released_at|opened_at|closed_at|left_at|credited_at|ok_at|factor_reset_at|factor_reset_seen_at)$/;

test('every stored time by which something waits is brought back when a clock was ahead', async (t) => {
  const { database, place, close } = await newDatabase('sqlite', MIGRATIONS);
  t.after(close);
  const kinds = allThatWaits(1);
  const named = new Set(kinds.map(({ table, column }) => `${table}.${column}`));
  const { rows: columns } = await sql<{ table: string; column: string; type: string; isNeeded: number }>`
    select m.name as "table", c.name as "column", lower(c.type) as "type", c."notnull" or c.pk as "isNeeded"
      from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' order by 1, 2`.execute(
    database.read(),
  );
  const times = columns.filter(({ type, column }) => type === 'bigint' && /(^at|_at|_until)$/.test(column));
  const unnamed = times
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !named.has(name) && !(name in NO_WAITS) && !IS_RECORD.test(name));
  assert.deepEqual(unnamed, [], 'name them: a wait in allThatWaits, or why not in NO_WAITS');
  assert.deepEqual(
    [...new Set(kinds.map(({ table }) => table))].toSorted(),
    Object.keys(WAITING_ROWS).toSorted(),
  );

  const file = new DatabaseSync(join(place.dataDir, 'guiche.sqlite'), { enableForeignKeyConstraints: false });
  for (const [table, rows] of Object.entries(WAITING_ROWS)) {
    for (const [index, row] of rows.entries()) {
      const own = columns.filter((one) => one.table === table);
      const values = own.map(({ column, type, isNeeded }) => {
        if (column in row) return row[column] ?? null;
        if (named.has(`${table}.${column}`)) return NOW + YEAR_MS;
        if (!isNeeded) return null;
        return type === 'text' ? `${table} ${index}` : 1_000 + index;
      });
      file
        .prepare(
          `insert into ${table} (${own.map(({ column }) => `"${column}"`).join(', ')}) values (${own.map(() => '?').join(', ')})`,
        )
        .run(...values);
    }
  }
  file.close();
  await dueAgainJob({ database, clock: { now: () => NOW }, kinds }).run(new AbortController().signal);
  for (const { table, column } of kinds) {
    const { rows } = await sql<{ at: number }>`
      select ${sql.ref(column)} as at from ${sql.table(table)} where ${sql.ref(column)} > ${NOW + LONGEST_MS}`.execute(
      database.read(),
    );
    assert.deepEqual(rows, [], `${table}.${column}`);
  }
});
