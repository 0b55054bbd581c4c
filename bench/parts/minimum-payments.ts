import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** A payment as asked for, or its result. */
interface Payment {
  readonly id: string;
  readonly text: string;
}

/** The two durable steps of a payment. Each resolves once it is on the disk. */
export interface Payments {
  begin(payment: Payment): Promise<void>;
  end(payment: Payment): Promise<void>;
}

type Commit = (payments: readonly Payment[]) => Promise<void>;

/** In a database of its own: on SQLite `minimum.db` in the folder, otherwise in the server of the address. */
export async function openPayments(place: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): Promise<Payments> {
  const { begin, end } =
    place.databaseUrl === undefined ? openSqlite(place.dataDir) : await openPostgres(place.databaseUrl);
  return { begin: grouped(begin), end: grouped(end) };
}

/** While one commit is under way, what else is to be written waits for the next. */
function grouped(commit: Commit): (payment: Payment) => Promise<void> {
  let waiting: { readonly payment: Payment; readonly done: PromiseWithResolvers<void> }[] = [];
  let isCommitting = false;
  const commitAll = async () => {
    isCommitting = true;
    // What is being read from other connections at this moment comes along.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await commit(batch.map(({ payment }) => payment));
        for (const { done } of batch) done.resolve();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    isCommitting = false;
  };
  return (payment) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ payment, done });
    if (!isCommitting) void commitAll();
    return done.promise;
  };
}

const TABLES = (bytes: string) => `
  create table payments (id ${bytes} primary key, asked text not null, status integer not null, result text);
  create table events (payment_id ${bytes} not null, kind text not null, at bigint not null);
  create index events_by_payment on events (payment_id);`;

function openSqlite(folder: string): Record<'begin' | 'end', Commit> {
  const database = new DatabaseSync(join(folder, 'minimum.db'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLES('text')}`);
  const insert = database.prepare('insert into payments (id, asked, status) values (?, ?, 10)');
  const update = database.prepare('update payments set status = 6, result = ? where id = ?');
  const event = database.prepare('insert into events values (?, ?, ?)');
  const commit =
    (kind: string, write: (payment: Payment) => unknown): Commit =>
    async (payments) => {
      database.exec('begin immediate');
      for (const payment of payments) {
        write(payment);
        event.run(payment.id, kind, Date.now());
      }
      database.exec('commit');
    };
  return {
    begin: commit('sent', ({ id, text }) => insert.run(id, text)),
    end: commit('answered', ({ id, text }) => update.run(text, id)),
  };
}

const BEGIN = `with begun as (
    insert into payments (id, asked, status) select id, text, 10 from unnest($1::uuid[], $2::text[]) as given(id, text))
  insert into events select id, 'sent', $3::bigint from unnest($1::uuid[]) as given(id)`;
const END = `with ended as (
    update payments set status = 6, result = given.text from unnest($1::uuid[], $2::text[]) as given(id, text)
    where payments.id = given.id)
  insert into events select id, 'answered', $3::bigint from unnest($1::uuid[]) as given(id)`;

async function openPostgres(address: string): Promise<Record<'begin' | 'end', Commit>> {
  const setUp = new pg.Client(address);
  await setUp.connect();
  await setUp.query(TABLES('uuid'));
  await setUp.end();
  const connect = async (name: string, text: string): Promise<Commit> => {
    const client = new pg.Client(address);
    await client.connect();
    return async (payments) => {
      const columns = [payments.map(({ id }) => id), payments.map((payment) => payment.text)];
      await client.query({ name, text, values: [...columns, Date.now()] });
    };
  };
  return { begin: await connect('begin', BEGIN), end: await connect('end', END) };
}
