import type { Accounts } from '../../../accounts/accounts.ts';
import type { ShopMail } from '../../../accounts/shops/index.ts';
import {
  type Callbacks,
  ENTRY_STATUS,
  type EntriesToTell,
  type ToldEntry,
} from '../../../operations/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { MailQueue, NewMail } from '../../../platform/mail/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DAYS_BEFORE = 3;
const ENTRIES_AT_ONCE = 500;

export interface ChargeRemindersOptions {
  readonly accounts: Pick<Accounts, 'mailsOf'>;
  readonly entries: Pick<EntriesToTell, 'soon' | 'refused'>;
  readonly queue: Pick<MailQueue, 'write'>;
  readonly database: Pick<Database, 'write'>;
  readonly clock: Clock;
}

/**
 * Writes to clients of months that are charged soon and of months that were refused, for shops that want it. A mail is named by
 * its month and what happened, so each is written once however often this looks.
 */
export function chargeRemindersJob({ entries, clock, ...rooms }: ChargeRemindersOptions): Job {
  return {
    name: 'write reminders of charges',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const from = clock.now();
      const range = { from, until: from + DAYS_BEFORE * DAY_MS };
      await writePages(
        rooms,
        signal,
        (page) => entries.soon(range, page),
        (entry) => soonMail(entry, from),
      );
      await writePages(rooms, signal, entries.refused, (entry) => refusedMail(entry, String(entry.tries)));
    },
  };
}

/** Notices of months as they were, and in the same commit the mail about one that is given up. */
export function tellingClients(callbacks: Callbacks, queue: Pick<MailQueue, 'write'>): Callbacks {
  return {
    ...callbacks,
    notifyOfEntry: async (write, entry) => {
      await callbacks.notifyOfEntry(write, entry);
      if (entry.status === ENTRY_STATUS.denied) await queue.write(write, [refusedMail(entry, 'last').mail]);
    },
  };
}

interface Wanted {
  readonly setting: ShopMail;
  readonly mail: NewMail;
}

function soonMail({ id, dueAt }: ToldEntry, now: number): Wanted {
  const days = dueAt - now > DAY_MS ? DAYS_BEFORE : 1;
  const mail = {
    id: `charge_soon-${id}-${days}`,
    kind: 'charge_soon' as const,
    about: String(id),
    facts: { days },
  };
  return { setting: days === 1 ? 'charge_tomorrow' : 'charge_in_days', mail };
}

function refusedMail({ id }: Pick<ToldEntry, 'id'>, tries: string): Wanted {
  const mail = {
    id: `charge_refused-${id}-${tries}`,
    kind: 'charge_refused' as const,
    about: String(id),
    facts: { tries },
  };
  return { setting: 'charge_refused', mail };
}

async function writePages(
  { accounts, queue, database }: Pick<ChargeRemindersOptions, 'accounts' | 'queue' | 'database'>,
  signal: AbortSignal,
  read: EntriesToTell['refused'],
  wantedOf: (entry: ToldEntry) => Wanted,
): Promise<void> {
  for (let afterId = 0; ; ) {
    const page = await read({ afterId, limit: ENTRIES_AT_ONCE });
    const mails: NewMail[] = [];
    for (const entry of page) {
      const { setting, mail } = wantedOf(entry);
      if ((await accounts.mailsOf(entry.personId)).includes(setting)) mails.push(mail);
    }
    if (mails.length > 0) await database.write((write) => queue.write(write, mails));
    afterId = page.at(-1)?.id ?? 0;
    if (page.length < ENTRIES_AT_ONCE || signal.aborted) return;
  }
}
