import { randomBytes } from 'node:crypto';
import type { Person } from '../../accounts/persons/index.ts';
import type { User } from '../../accounts/team/index.ts';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { MailKind, MailQueue } from '../../platform/mail/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { momentText } from '../interface/moment.ts';
import { linkContext } from './compose.ts';

const ID_BYTES = 12;

/** Who is told about the access to the panel. */
export interface Told {
  /** The address; undefined: nobody can be told. */
  readonly to: string | undefined;
  /** `user:7`, `person:3` */
  readonly record: string;
  readonly userName: string;
  readonly shopName: string;
}

/** Mails about access. Without a mail server nothing is sent, and each link is on the screen to copy. */
export interface TellPeople {
  readonly enabled: boolean;
  /** In `write`, where one is given. Returns the address that is written to; null: none. */
  tell(
    kind: Extract<
      MailKind,
      'invitation' | 'new_password_link' | 'password_changed' | 'second_factor_removed'
    >,
    told: Told,
    what?: { readonly link?: Secret; readonly write?: WriteTransaction },
  ): Promise<string | null>;
}

export function createTellPeople(options: {
  readonly enabled: boolean;
  readonly database: Database;
  readonly queue: MailQueue;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly time: LocalTime;
}): TellPeople {
  const { enabled, database, queue, vault, clock, time } = options;
  return {
    enabled,
    tell: async (kind, { to, record, userName, shopName }, { link, write } = {}) => {
      if (!enabled || to === undefined) return null;
      const id = `${kind}-${record}-${randomBytes(ID_BYTES).toString('hex')}`;
      const facts = {
        to,
        userName,
        shopName,
        when: momentText(clock.now(), time),
        ...(link ? { link: vault.seal(link.reveal(), linkContext(id)) } : {}),
      };
      const mails = [{ id, kind, about: record, facts }];
      if (write) await queue.write(write, mails);
      else await database.write((transaction) => queue.write(transaction, mails));
      return to;
    },
  };
}

/** A user of a shop's panel: the owner's address is the shop's own. */
export function toldUser(
  user: Pick<User, 'id' | 'name' | 'email'>,
  shop: Pick<Person, 'name' | 'tradeName' | 'email'>,
): Told {
  return {
    to: user.email ?? shop.email,
    record: `user:${user.id}`,
    userName: user.name,
    shopName: shop.tradeName ?? shop.name,
  };
}

export function toldPerson(person: Pick<Person, 'id' | 'name' | 'tradeName' | 'email'>): Told {
  const { id, name, tradeName, email } = person;
  return { to: email, record: `person:${id}`, userName: name, shopName: tradeName ?? name };
}
