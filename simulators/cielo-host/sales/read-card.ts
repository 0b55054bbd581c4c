import { detectBrand, isCardNumber } from '../../../src/gateway/card-data/index.ts';
import { type Fields, isMissing } from '../../host/fields.ts';
import type { TokenVault } from '../cards/token-vault.ts';
import { refuse } from '../errors.ts';
import { brandNameOf, isBrandName } from './brands.ts';
import { readText } from './read-fields.ts';

const EXPIRATION = /^(0[1-9]|1[0-2])\/(20\d{2})$/;
const HOLDER = /^[A-Za-z0-9 .'-]{1,25}$/;
const LONGEST_NUMBER = 19;

/** Number and security code are in clear: they must not be stored. */
export interface SentCard {
  readonly number: string;
  readonly cvv: string | undefined;
  /** `MM` */
  readonly month: string;
  /** `yyyy` */
  readonly year: string;
  readonly holder: string;
  /** Cielo's name. */
  readonly brandName: string;
  readonly token: string | undefined;
}

/** The card of a sale, a check or a card to keep. Throws the refusal of its first invalid field. */
export function readCard(
  fields: Fields,
  merchantId: string,
  cards: Pick<TokenVault, 'find'>,
  { checksNumber = false }: { readonly checksNumber?: boolean } = {},
): SentCard {
  if (!isMissing(fields.Brand) && !isBrandName(String(fields.Brand))) throw refuse('185');
  const cvv = readText(fields.SecurityCode, /^\d{3,4}$/, { wrong: '213' });
  if (!isMissing(fields.CardToken)) return { ...keptCard(fields, merchantId, cards), cvv };
  const number = readNumber(fields.CardNumber, checksNumber);
  const expiration = readText(fields.ExpirationDate, EXPIRATION, { wrong: '126', missing: '125' });
  const [, month = '', year = ''] = EXPIRATION.exec(expiration ?? '') ?? [];
  return {
    number,
    cvv,
    month,
    year,
    holder: readText(fields.Holder, HOLDER, { wrong: '117' }) ?? '',
    brandName: isMissing(fields.Brand) ? brandNameOf(detectBrand(number)) : String(fields.Brand),
    token: undefined,
  };
}

function keptCard(fields: Fields, merchantId: string, cards: Pick<TokenVault, 'find'>): SentCard {
  const token = String(fields.CardToken);
  const kept = cards.find(merchantId, token);
  if (kept === undefined) throw refuse('130');
  const [month = '', year = ''] = kept.expiration.split('/');
  const { number, holder } = kept;
  return { number, month, year, holder, brandName: brandNameOf(detectBrand(number)), token, cvv: undefined };
}

/** Cielo checks the digits of a number only when it has to keep it. */
function readNumber(value: unknown, checksNumber: boolean): string {
  const number = readText(value, /^\d+$/, { wrong: '118', missing: '127' }) ?? '';
  if (number.length > LONGEST_NUMBER) throw refuse('128');
  if (number.length < 13 || (checksNumber && !isCardNumber(number))) throw refuse('118');
  return number;
}
