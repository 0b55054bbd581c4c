import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../database/index.ts';
import type { Waiting } from '../jobs/index.ts';
import type { Clock } from '../time/clock.ts';
import {
  type AfterSending,
  type AskedMail,
  type DueMail,
  LONGEST_MAIL_WAIT_MS,
  type MailKind,
  type NewMail,
} from './mail.ts';
import { MAILS, type MailRow, type MailTables } from './tables.ts';

/** Of mails that were sent or given up. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** How many mails wait, and since when the oldest one does. */
export interface MailBacklog {
  readonly waiting: number;
  readonly oldestAt: number | undefined;
  /** What the mail server last said to one that waits. */
  readonly lastError: string | undefined;
}

/** Mails are written here in the commit of what they tell of, and sent from here. */
export interface MailQueue {
  /** Of two with one id the first is kept. */
  write(write: WriteTransaction, mails: readonly NewMail[]): Promise<void>;
  /** The oldest that are due; those about people's access, who wait for them at a screen, before all others. */
  due(limit: number): Promise<readonly DueMail[]>;
  record(mail: Pick<DueMail, 'id'>, after: AfterSending): Promise<void>;
  /** When mails of a kind about a record were written since a time, newest first. */
  writtenSince(kind: MailKind, about: string, since: number): Promise<readonly number[]>;
  /** Those whose address a person typed since a time, newest first; with `about`, those about one record. */
  askedBy(
    write: WriteTransaction,
    person: string,
    which: { readonly about?: string; readonly since: number },
  ): Promise<readonly AskedMail[]>;
  /** How many of those that have a key were written since a time, and sent; up to `most`. */
  countSent(
    by: 'askedBy' | 'addressKey',
    key: string,
    bounds: { readonly since: number; readonly most: number },
  ): Promise<number>;
  /** Those of a kind that failed before a time and were put back less often than `times`, the oldest first. */
  failed(
    kind: MailKind,
    which: { readonly endedBefore: number; readonly times: number; readonly limit: number },
  ): Promise<readonly Pick<NewMail, 'id' | 'about'>[]>;
  /** Sends one that failed as if it were new. */
  putBack(mail: Pick<NewMail, 'id' | 'facts'>): Promise<void>;
  backlog(): Promise<MailBacklog>;
  /** Deletes those that ended long ago, and gives how many. */
  deleteOld(limit: number): Promise<number>;
}

export const WAITING_MAILS: Waiting = {
  table: 'mails',
  column: 'next_at',
  longestMs: LONGEST_MAIL_WAIT_MS,
  where: sql<boolean>`state = 'waiting'`,
};

/** As the index of these has it, in which a database looks only when it reads the same words. */
const WAITING_FOR_ACCESS = sql<boolean>`state = 'waiting' and kind in ('invitation', 'new_password_link', 'password_changed', 'second_factor_removed')`;
const WAITING_OTHERS = sql<boolean>`state = 'waiting' and kind not in ('invitation', 'new_password_link', 'password_changed', 'second_factor_removed')`;
const FAILED = sql<boolean>`state = 'failed'`;

export function createMailQueue({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): MailQueue {
  const read = () => database.read<MailTables>();
  return {
    write: async (write, mails) => {
      if (mails.length === 0) return;
      const now = clock.now();
      const rows = mails.map(({ facts, askedBy = null, addressKey = null, ...mail }) => ({
        ...mail,
        asked_by: askedBy,
        address_key: addressKey,
        facts: JSON.stringify(facts),
        next_at: now,
        created_at: now,
      }));
      await write.insertNewRows(MAILS, 'id', rows);
    },
    due: async (limit) => {
      const dueOf = (which: typeof FAILED, most: number) =>
        read()
          .selectFrom('mails')
          .select(['id', 'kind', 'about', 'facts', 'tries', 'created_at', 'asked_by', 'address_key'])
          .where(which)
          .where('next_at', '<=', clock.now())
          .orderBy('next_at')
          .orderBy('created_at')
          .limit(most)
          .execute();
      const first = await dueOf(WAITING_FOR_ACCESS, limit);
      const rows = [...first, ...(await dueOf(WAITING_OTHERS, limit - first.length))];
      return rows.map(dueMailOf);
    },
    record: async ({ id }, { state, tries, nextAt, error }) => {
      const ended = state === 'waiting' ? {} : { ended_at: clock.now(), facts: '{}' };
      await database.write((write) =>
        write
          .tables<MailTables>()
          .updateTable('mails')
          .set({ state, tries, next_at: nextAt, last_error: error, ...ended })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .execute(),
      );
    },
    writtenSince: async (kind, about, since) => {
      const rows = await read()
        .selectFrom('mails')
        .select('created_at')
        .where('about', '=', about)
        .where('kind', '=', kind)
        .where('created_at', '>', since)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ created_at }) => created_at);
    },
    ...askedAndFailed({ database, clock }),
    backlog: async () => {
      const row = await read()
        .selectFrom('mails')
        .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest')])
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      const told = await read()
        .selectFrom('mails')
        .select('last_error')
        .where('state', '=', 'waiting')
        .where('last_error', 'is not', null)
        .orderBy('next_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        waiting: Number(row?.waiting ?? 0),
        oldestAt: row?.oldest ?? undefined,
        lastError: told?.last_error ?? undefined,
      };
    },
    deleteOld: async (limit) => {
      const result = await database.write(async (write) => {
        const tables = write.tables<MailTables>();
        const old = tables
          .selectFrom('mails')
          .select('id')
          .where('ended_at', '<', clock.now() - KEPT_MS)
          .limit(limit);
        return tables.deleteFrom('mails').where('id', 'in', old).executeTakeFirst();
      });
      return Number(result.numDeletedRows);
    },
  };
}

function dueMailOf({
  created_at: createdAt,
  asked_by: askedBy,
  address_key: addressKey,
  facts,
  ...row
}: Pick<
  MailRow,
  'id' | 'kind' | 'about' | 'facts' | 'tries' | 'created_at' | 'asked_by' | 'address_key'
>): DueMail {
  return {
    ...row,
    ...(askedBy !== null && { askedBy }),
    ...(addressKey !== null && { addressKey }),
    createdAt,
    facts: JSON.parse(facts) as DueMail['facts'],
  };
}

/** Mails whose address somebody typed, and those that failed. */
function askedAndFailed({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Pick<MailQueue, 'askedBy' | 'countSent' | 'failed' | 'putBack'> {
  return {
    askedBy: async (write, person, { about, since }) => {
      const asked = write
        .tables<MailTables>()
        .selectFrom('mails')
        .select(['id', 'state', 'created_at', 'ended_at'])
        .where('asked_by', '=', person)
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc');
      const rows = await (about === undefined ? asked : asked.where('about', '=', about)).execute();
      return rows.map(({ id, state, created_at, ended_at }) => ({
        id,
        state,
        createdAt: created_at,
        endedAt: ended_at ?? undefined,
      }));
    },
    countSent: async (by, key, { since, most }) => {
      const sent = await database
        .read<MailTables>()
        .selectFrom('mails')
        .select('id')
        .where(by === 'askedBy' ? 'asked_by' : 'address_key', '=', key)
        .where('created_at', '>=', since)
        .where('state', '=', 'sent')
        .orderBy('created_at')
        .limit(most)
        .execute();
      return sent.length;
    },
    failed: async (kind, { endedBefore, times, limit }) => {
      const rows = await database
        .read<MailTables>()
        .selectFrom('mails')
        .select(['id', 'about'])
        .where(FAILED)
        .where('kind', '=', kind)
        .where('ended_at', '<', endedBefore)
        .where('put_back', '<', times)
        .orderBy('ended_at')
        .limit(limit)
        .execute();
      return rows.map(({ id, about }) => ({ id, about }));
    },
    putBack: async ({ id, facts }) => {
      const now = clock.now();
      await database.write((write) =>
        write
          .tables<MailTables>()
          .updateTable('mails')
          .set((row) => ({
            state: 'waiting',
            tries: 0,
            facts: JSON.stringify(facts),
            next_at: now,
            created_at: now,
            ended_at: null,
            put_back: row('put_back', '+', 1),
          }))
          .where('id', '=', id)
          .where('state', '=', 'failed')
          .execute(),
      );
    },
  };
}
