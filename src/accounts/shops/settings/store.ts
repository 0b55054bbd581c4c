import type { Kysely } from 'kysely';
import { DEFAULT_SHOP_SETTINGS, SHOP_MAILS, type ShopSettings } from './shop-settings.ts';
import type { ShopSettingsRow, ShopSettingsTables } from './tables.ts';

export async function findShopSettings(
  tables: Kysely<ShopSettingsTables>,
  personId: number,
): Promise<ShopSettings> {
  const row = await tables
    .selectFrom('shop_settings')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ? toShopSettings(row) : DEFAULT_SHOP_SETTINGS;
}

export function toShopSettings(row: ShopSettingsRow): ShopSettings {
  return {
    colour: row.colour ?? undefined,
    siteUrl: row.site_url ?? undefined,
    statementName: row.statement_name ?? undefined,
    postBackUrl: row.post_back_url ?? undefined,
    extraPostbacks: row.extra_postbacks === 1,
    pixDiscount: row.pix_discount,
    idleMinutes: row.idle_minutes,
    refundLimit: row.refund_limit ?? undefined,
    teamSecondFactor: row.team_second_factor === 1,
    mails: toMails(row.mails),
    accountantEmail: row.accountant_email ?? undefined,
  };
}

/** Null: never chosen. Unknown ones are of another version. */
function toMails(text: string | null): ShopSettings['mails'] {
  if (text === null) return DEFAULT_SHOP_SETTINGS.mails;
  const chosen = text.split(' ');
  return SHOP_MAILS.filter((mail) => chosen.includes(mail));
}

export async function saveShopSettings(
  tables: Kysely<ShopSettingsTables>,
  personId: number,
  settings: ShopSettings,
): Promise<void> {
  const row = {
    colour: settings.colour ?? null,
    site_url: settings.siteUrl ?? null,
    statement_name: settings.statementName ?? null,
    post_back_url: settings.postBackUrl ?? null,
    extra_postbacks: settings.extraPostbacks ? 1 : 0,
    pix_discount: settings.pixDiscount,
    idle_minutes: settings.idleMinutes,
    refund_limit: settings.refundLimit ?? null,
    team_second_factor: settings.teamSecondFactor ? 1 : 0,
    mails: settings.mails.join(' '),
  };
  await tables
    .insertInto('shop_settings')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}
