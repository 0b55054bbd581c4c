import type { PersonRole } from '../../persons/record/person.ts';
import { refuseAccount } from '../../refusals.ts';

/** How long sessions last without use; sellers and integrators may choose another time. */
export const IDLE_MINUTES = { operator: 15, seller: 60, integrator: 60 } as const satisfies Record<
  PersonRole,
  number
>;

/** What a shop chooses for its sales, its buyers and its team. */
export interface ShopSettings {
  /** Of the pages that buyers see: `#rrggbb`. */
  readonly colour: string | undefined;
  /** Where buyers go back to: http(s). */
  readonly siteUrl: string | undefined;
  /** For the buyer's statement, where a sale names nothing else. */
  readonly statementName: string | undefined;
  /** Where postbacks go, where a sale names nothing else. */
  readonly postBackUrl: string | undefined;
  /** Postbacks also tell of refunds, disputes and captures that are due, and say which (`type`). */
  readonly extraPostbacks: boolean;
  /** Hundredths of a percent that are taken off what is paid by Pix, where a link says nothing else. */
  readonly pixDiscount: number;
  /** The team's sessions end after this many minutes without use. */
  readonly idleMinutes: number;
  /** Refunds above this many centavos ask for a fresh second factor; undefined: none does. */
  readonly refundLimit: number | undefined;
  /** Users without a second factor may do nothing but set one up. */
  readonly teamSecondFactor: boolean;
  /** What the shop, or its buyer, is told by e-mail. */
  readonly mails: readonly ShopMail[];
  /** Who is sent the sales of each month. */
  readonly accountantEmail: string | undefined;
}

/**
 * `link_payment`: a buyer paid a link or page; `payment`: any other sale was paid; `refund`; `failed_notices`: its program
 * did not take notices; `dispute`: a sale is contested, or the day to answer comes; `receipt`: to the buyer, where its address is known,
 * also the slip that is to be paid. To clients of monthly plans with an address:
 * `charge_in_days` and `charge_tomorrow` before a charge, `charge_refused` after one that was refused.
 */
export const SHOP_MAILS = [
  'link_payment',
  'payment',
  'refund',
  'failed_notices',
  'dispute',
  'receipt',
  'charge_in_days',
  'charge_tomorrow',
  'charge_refused',
] as const;
export type ShopMail = (typeof SHOP_MAILS)[number];

/** Who sells by API may have thousands of sales a day, and the buyer's address is the shop's to use. */
const USUAL_MAILS: readonly ShopMail[] = ['link_payment', 'refund', 'failed_notices', 'dispute'];

/** Used where a sale says nothing else. */
export type SaleDefaults = Pick<ShopSettings, 'statementName' | 'postBackUrl' | 'pixDiscount'>;

export const DEFAULT_SHOP_SETTINGS: ShopSettings = {
  colour: undefined,
  siteUrl: undefined,
  statementName: undefined,
  postBackUrl: undefined,
  extraPostbacks: false,
  pixDiscount: 0,
  idleMinutes: IDLE_MINUTES.seller,
  refundLimit: undefined,
  teamSecondFactor: false,
  mails: USUAL_MAILS,
  accountantEmail: undefined,
};

const MIN_IDLE_MINUTES = 5;
const MAX_IDLE_MINUTES = 240;
/** The shortest length that acquirers print. */
const MAX_STATEMENT_NAME = 18;
const MAX_SITE_URL = 300;
const MOST_DISCOUNT = 9_000;
const MAX_REFUND_LIMIT = 999_999_999_999;
const COLOUR = /^#[0-9a-f]{6}$/;
const STATEMENT_NAME = /^[\p{L}\p{N} .&*'/-]+$/u;

/** The settings, checked. Throws `shop_setting_invalid` with the field and its accepted values. */
export function checkedSettings(given: ShopSettings): ShopSettings {
  const { statementName, idleMinutes, refundLimit } = given;
  const colour = given.colour?.toLowerCase();
  const refuse = (field: keyof ShopSettings, message: string) =>
    refuseAccount('shop_setting_invalid', { field, message });
  if (colour !== undefined && !COLOUR.test(colour)) throw refuse('colour', 'Escolha uma cor, como #0b5cad.');
  if (given.siteUrl !== undefined && !isSite(given.siteUrl)) {
    throw refuse('siteUrl', 'Informe um endereço completo, como https://loja.com.br.');
  }
  if (
    statementName !== undefined &&
    ([...statementName].length > MAX_STATEMENT_NAME || !STATEMENT_NAME.test(statementName))
  ) {
    throw refuse(
      'statementName',
      `O nome na fatura deve ter até ${MAX_STATEMENT_NAME} letras, números, espaços ou . & * ' / -`,
    );
  }
  if (!isWhole(idleMinutes, MIN_IDLE_MINUTES, MAX_IDLE_MINUTES)) {
    throw refuse('idleMinutes', `Informe de ${MIN_IDLE_MINUTES} a ${MAX_IDLE_MINUTES} minutos.`);
  }
  if (refundLimit !== undefined && !isWhole(refundLimit, 0, MAX_REFUND_LIMIT)) {
    throw refuse('refundLimit', 'Informe um valor em reais, ou deixe vazio.');
  }
  if (!isWhole(given.pixDiscount, 0, MOST_DISCOUNT)) {
    throw refuse('pixDiscount', 'Informe um desconto de 0 a 90%, com até duas casas.');
  }
  return { ...given, colour };
}

function isSite(text: string): boolean {
  const url = text.length <= MAX_SITE_URL && /^https?:\/\//i.test(text) ? URL.parse(text) : undefined;
  return url ? url.username === '' && url.password === '' && !/\p{Cc}/u.test(text) : false;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
