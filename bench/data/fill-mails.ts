import { openBulkDatabase } from './bulk-database.ts';
import type { DatabaseAddress } from './bulk-database.ts';

/** Mails that wait to be sent, due now, to people who are told what stands in the mail alone. */
export async function fillMails(
  cleanup: AsyncDisposableStack,
  place: DatabaseAddress,
  count: number,
): Promise<void> {
  const own = cleanup.use(new AsyncDisposableStack());
  const database = await openBulkDatabase(own, place);
  const facts = JSON.stringify({
    to: 'ana@loja.example',
    userName: 'Ana',
    shopName: 'Loja',
    when: '26/11/2026 às 10:15',
  });
  const now = Date.now();
  await database.run(`insert into mails (id, kind, about, facts, next_at, created_at)
    with recursive numbered(n) as (select 1 union all select n + 1 from numbered where n < ${count})
    select 'bench-' || n, 'password_changed', 'user:1', '${facts}', ${now}, ${now} from numbered`);
  await own.disposeAsync();
}

/** Deletes all that wait, and gives of how many a mail server said something or did not answer. */
export async function emptyMails(
  cleanup: AsyncDisposableStack,
  place: DatabaseAddress,
): Promise<number> {
  const own = cleanup.use(new AsyncDisposableStack());
  const database = await openBulkDatabase(own, place);
  const [row] = await database.rows(
    "select count(last_error) as tried from mails where state = 'waiting'",
  );
  await database.run("delete from mails where state = 'waiting'");
  await own.disposeAsync();
  return Number(row?.tried);
}
