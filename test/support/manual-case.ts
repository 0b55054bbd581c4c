import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabasePlace } from './databases.ts';

/** Puts the newest sale into the state after recovery gave up on it: pending, with a case for a person. */
export async function giveUpNewestSale({ dataDir, url }: DatabasePlace): Promise<void> {
  const newest = 'select id from transactions order by id desc limit 1';
  const statements = [
    `update attempts set state = 'unknown', raw_code = '355', raw_message = 'Transação já cancelada'
     where transaction_id = (${newest})`,
    `update transactions set status = 10, captured_amount = null where id = (${newest})`,
    `insert into recovery_cases
       (subject, transaction_id, account_id, kind, state, opened_at, next_at, tries, not_found, target, reason)
     select reference, transaction_id, account_id, 'attempt', 'manual', created_at, created_at, 14, 0, null, 'not found at the acquirer'
     from attempts where transaction_id = (${newest})`,
  ];
  if (url === undefined) {
    const file = new DatabaseSync(join(dataDir, 'guiche.sqlite'), { timeout: 10_000 });
    for (const statement of statements) file.exec(statement);
    file.close();
    return;
  }
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
