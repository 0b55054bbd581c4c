import { createHash } from 'node:crypto';
import { openBulkDatabase } from './bulk-database.ts';
import type { Place } from '../place.ts';

const SELLER = 1;
const FIRST_ID = 1_000_000;
const ROWS_AT_ONCE = 500;

/** Terminals of the demo seller with a paired payment client each. Gives the clients' keys. */
export async function insertClients(
  cleanup: AsyncDisposableStack,
  place: Place,
  count: number,
): Promise<readonly string[]> {
  const own = cleanup.use(new AsyncDisposableStack());
  const keys = Array.from({ length: count }, (_, number) => `key-of-client-${number}`);
  const database = await openBulkDatabase(own, place);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const some = keys.slice(from, from + ROWS_AT_ONCE).map((key, index) => ({
      id: FIRST_ID + from + index,
      name: `'Caixa ${from + index}'`,
      hash: `'${createHash('sha256').update(`payment client ${key}`).digest('base64url')}'`,
    }));
    const values = (row: (one: (typeof some)[number]) => readonly (string | number)[]) =>
      some.map((one) => `(${row(one).join(', ')})`).join(', ');
    await database.run(
      `insert into physical_terminals (id, person_id, name, installation_id) values ${values(({ id, name }) => [id, SELLER, name, "''"])}`,
    );
    await database.run(
      `insert into terminals (id, person_id, name, physical_terminal_id, settings) values ${values(({ id, name }) => [id, SELLER, name, id, "'{}'"])}`,
    );
    await database.run(
      `insert into payment_clients (id, person_id, terminal_id, key_hash, created_at) values ${values(({ id, hash }) => [id, SELLER, id, hash, 0])}`,
    );
  }
  await own.disposeAsync();
  return keys;
}
