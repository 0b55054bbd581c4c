import type { Kysely } from 'kysely';
import type { Person } from '../persons/record/person.ts';
import { PUBLIC_COLUMNS, toPerson } from '../persons/record/store.ts';
import type { PersonRow } from '../persons/record/tables.ts';
import { DEFAULT_SHOP_SETTINGS, type ShopSettings } from '../shops/settings/shop-settings.ts';
import { toShopSettings } from '../shops/settings/store.ts';
import type { ShopSettingsRow } from '../shops/settings/tables.ts';
import { PASSKEYS, toUser, type UserWithSecrets } from '../team/store.ts';
import type { UserRow } from '../team/tables.ts';
import type { Session } from './session.ts';
import { toSession } from './store.ts';
import type { SessionRow, SessionTables } from './tables.ts';

export interface SessionHolder {
  readonly session: Session;
  readonly user: UserWithSecrets;
  /** Whose team the user belongs to. */
  readonly person: Person;
  readonly settings: ShopSettings;
}

/** A session with its user, person and the person's settings, from one statement; in whatever state they are. */
export async function findHolder(
  tables: Kysely<SessionTables>,
  tokenHash: string,
): Promise<SessionHolder | undefined> {
  const row = await tables
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('persons', 'persons.id', 'users.person_id')
    .leftJoin('shop_settings', 'shop_settings.person_id', 'persons.id')
    .where('sessions.token_hash', '=', tokenHash)
    .select(SESSION_COLUMNS.map((column) => `sessions.${column} as sessions.${column}` as const))
    .select(USER_COLUMNS.map((column) => `users.${column} as users.${column}` as const))
    .select(PASSKEYS.as('users.passkeys'))
    .select(PUBLIC_COLUMNS.map((column) => `persons.${column} as persons.${column}` as const))
    .select(SETTINGS_COLUMNS.map((column) => `shop_settings.${column} as shop_settings.${column}` as const))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    session: toSession(columnsOf<SessionRow>('sessions', row)),
    user: toUser(columnsOf<UserRow & { passkeys: number }>('users', row)),
    person: toPerson(columnsOf<Omit<PersonRow, 'password_hash' | 'reactivated_at'>>('persons', row)),
    settings:
      row['shop_settings.person_id'] === null
        ? DEFAULT_SHOP_SETTINGS
        : toShopSettings(columnsOf<ShopSettingsRow>('shop_settings', row)),
  };
}

const SESSION_COLUMNS = [
  'token_hash',
  'id',
  'user_id',
  'state',
  'created_at',
  'seen_at',
  'ends_at',
  'fresh_until',
  'address',
  'agent',
] as const satisfies readonly (keyof SessionRow)[];

const USER_COLUMNS = [
  'id',
  'person_id',
  'name',
  'email',
  'role',
  'owner',
  'password_hash',
  'totp_secret',
  'totp_since',
  'totp_step',
  'recovery_codes',
  'created_at',
  'joined_at',
  'last_login_at',
  'factor_reset_at',
  'factor_reset_by',
  'factor_reset_seen_at',
  'ended_at',
] as const satisfies readonly (keyof UserRow)[];

const SETTINGS_COLUMNS = [
  'person_id',
  'colour',
  'site_url',
  'statement_name',
  'post_back_url',
  'extra_postbacks',
  'pix_discount',
  'idle_minutes',
  'refund_limit',
  'team_second_factor',
  'mails',
  'accountant_email',
] as const satisfies readonly (keyof ShopSettingsRow)[];

/** The columns of one table, which were selected as `table.column`. */
function columnsOf<Row extends object>(table: string, row: object): Row {
  const prefix = `${table}.`;
  const own = Object.entries(row).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])) as Row;
}
