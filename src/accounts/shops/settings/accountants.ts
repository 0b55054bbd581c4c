import type { WriteTransaction } from '../../../platform/database/index.ts';
import type { AccountsOptions } from '../../options.ts';
import { ACTIVE } from '../../persons/record/store.ts';
import type { ShopSettingsTables } from './tables.ts';

/** A shop whose accountant has not got a month that has ended. */
export interface DueAccountant {
  readonly personId: number;
  /** When the accountant was named. */
  readonly since: number;
  /** The last month that was sent, `yyyy-MM`. */
  readonly toldMonth: string | undefined;
}

/** Who is sent the sales of each month of a shop. */
export interface Accountants {
  /** Of a shop with settings of its own; undefined: nobody is. The first month is the one in which somebody was named. */
  set(write: WriteTransaction, personId: number, email: string | undefined): Promise<void>;
  /** Those of active shops that have not got `month`, which ended before `endedAt`. */
  due(month: string, endedAt: number, limit: number): Promise<readonly DueAccountant[]>;
  /** Since when each of these shops has an accountant, where it is active and has one. */
  since(personIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Notes that a month is being sent. False: another one has noted it. */
  told(write: WriteTransaction, due: DueAccountant, month: string): Promise<boolean>;
}

export function createAccountants({
  database,
  clock,
}: Pick<AccountsOptions, 'database' | 'clock'>): Accountants {
  const ofActive = () =>
    database
      .read<ShopSettingsTables>()
      .selectFrom('shop_settings')
      .innerJoin('persons', 'persons.id', 'shop_settings.person_id')
      .select(['person_id', 'accountant_since', 'accountant_told'])
      .where('accountant_email', 'is not', null)
      .where('persons.status', '=', ACTIVE);
  return {
    set: async (write, personId, email) => {
      const tables = write.tables<ShopSettingsTables>();
      const before = await tables
        .selectFrom('shop_settings')
        .select('accountant_email')
        .where('person_id', '=', personId)
        .executeTakeFirst();
      const isNew = email !== undefined && !before?.accountant_email;
      await tables
        .updateTable('shop_settings')
        .set({
          accountant_email: email ?? null,
          ...(isNew ? { accountant_since: clock.now(), accountant_told: null } : {}),
        })
        .where('person_id', '=', personId)
        .execute();
    },
    due: async (month, endedAt, limit) => {
      const rows = await ofActive()
        .where('accountant_since', '<', endedAt)
        .where((where) =>
          where.or([where('accountant_told', 'is', null), where('accountant_told', '<', month)]),
        )
        .orderBy('person_id')
        .limit(limit)
        .execute();
      return rows.map(({ person_id, accountant_since, accountant_told }) => ({
        personId: person_id,
        since: accountant_since ?? 0,
        toldMonth: accountant_told ?? undefined,
      }));
    },
    since: async (personIds) => {
      if (personIds.length === 0) return new Map();
      const rows = await ofActive().where('person_id', 'in', personIds).execute();
      return new Map(rows.map(({ person_id, accountant_since }) => [person_id, accountant_since ?? 0]));
    },
    told: async (write, { personId, toldMonth }, month) => {
      const result = await write
        .tables<ShopSettingsTables>()
        .updateTable('shop_settings')
        .set({ accountant_told: month })
        .where('person_id', '=', personId)
        .where('accountant_told', toldMonth === undefined ? 'is' : '=', toldMonth ?? null)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) === 1;
    },
  };
}
