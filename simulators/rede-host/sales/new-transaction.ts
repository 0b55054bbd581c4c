import { isCardNumber } from '../../../src/gateway/card-data/index.ts';
import { type Fields, isMissing } from '../../host/fields.ts';
import type { Merchant } from '../access/merchants.ts';
import type { CardVault } from '../cards/card-vault.ts';
import { readBoolean, readText } from '../fields.ts';
import { type HostCode, refuse } from '../return-codes.ts';
import { type Authentication, readAuthentication } from './authentication-request.ts';

const MAX_INSTALLMENTS = 12;
const MAX_AMOUNT_DIGITS = 10;
const CENTURY = '20';

/** A validated sale request. Card number and security code are in clear: they must not be stored. */
export interface NewTransaction {
  readonly reference: string;
  /** Minor units; 0 only checks the card. */
  readonly amount: number;
  readonly kind: 'credit' | 'debit';
  readonly capture: boolean;
  readonly installments: number;
  readonly card: {
    readonly number: string;
    readonly cvv: string | undefined;
    /** `MM` */
    readonly month: string;
    /** `yyyy` */
    readonly year: string;
  };
  readonly cardholderName: string | undefined;
  readonly softDescriptor: string | undefined;
  readonly subscription: boolean;
  /** 1: the first use of a card that is kept, 2: a later one. */
  readonly storageCard: number | undefined;
  readonly authentication: Authentication | undefined;
}

/** Reads the body of `POST /transactions` (docs/contract/acquirers.md A.3). Throws the refusal of its first invalid field. */
export function readNewTransaction(
  body: Fields,
  merchant: Merchant,
  cards: Pick<CardVault, 'find'>,
): NewTransaction {
  const reference = readText(
    body.reference,
    { missing: '41', size: '39', format: '40' },
    { maxLength: 16, pattern: /^[0-9A-Za-z]+$/ },
  );
  const amount = readAmount(body.amount);
  const kind = readKind(body.kind);
  const capture = readBoolean(body.capture, '158', true);
  if (amount === 0 && (kind === 'debit' || !capture)) throw refuse('170');
  if (kind === 'debit' && !capture) throw refuse('158');
  const card = isMissing(body.cardToken) ? readCard(body) : storedCard(body, merchant, cards);
  if (amount === 0 && card.cvv === undefined) throw refuse('172');
  return {
    reference: reference as string,
    amount,
    kind,
    capture,
    card,
    installments: readInstallments(body.installments, kind === 'debit' || amount === 0),
    cardholderName: readHolder(body),
    softDescriptor: readSoftDescriptor(body.softDescriptor, merchant, !isMissing(body.threeDSecure)),
    subscription: readBoolean(body.subscription, '61', false),
    storageCard: typeof body.storageCard === 'number' ? body.storageCard : undefined,
    authentication: readAuthentication(body, kind),
  };
}

/** Amount of a sale, a capture or a refund: a whole number of minor units. */
export function readAmount(value: unknown): number {
  if (isMissing(value)) throw refuse('73');
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw refuse('71');
  if (String(value).length > MAX_AMOUNT_DIGITS) throw refuse('70');
  return value;
}

/** Pix is refused as a product that the merchant does not have. */
function readKind(value: unknown): 'credit' | 'debit' {
  if (isMissing(value)) return 'credit';
  const kind = typeof value === 'string' ? value.toLowerCase() : '';
  if (kind === 'pix') throw refuse('51');
  if (kind !== 'credit' && kind !== 'debit') throw refuse('76');
  return kind;
}

/** Throws the refusal of the card's first invalid field. */
export function readCard(body: Fields): NewTransaction['card'] {
  const number = readText(
    body.cardNumber,
    { missing: '38', size: '36', format: '37' },
    { maxLength: 19, pattern: /^\d+$/ },
  ) as string;
  if (number.length < 13) throw refuse('36');
  if (!isCardNumber(number)) throw refuse('37');
  const month = readText(
    body.expirationMonth,
    { missing: '35', format: '33' },
    { maxLength: 2, pattern: /^(0?[1-9]|1[0-2])$/, digits: true },
  ) as string;
  const year = readText(
    body.expirationYear,
    { missing: '3', size: '1', format: '2' },
    { maxLength: 4, pattern: /^(\d{2}|\d{4})$/, digits: true },
  ) as string;
  const cvv = readCode(body.securityCode);
  return { number, cvv, month: month.padStart(2, '0'), year: year.length === 2 ? CENTURY + year : year };
}

/** A card of the vault, charged by its token. The security code is optional. */
function storedCard(
  { cardToken, securityCode }: Fields,
  { pv }: Merchant,
  cards: Pick<CardVault, 'find'>,
): NewTransaction['card'] {
  const stored = cards.find(pv, String(cardToken));
  if (stored?.status !== 'Active' && stored?.status !== 'Pending') throw refuse('37');
  const { number, month, year } = stored;
  return { number, month, year, cvv: readCode(securityCode) };
}

function readCode(value: unknown): string | undefined {
  return readText(value, { size: '15', format: '16' }, { maxLength: 4, pattern: /^\d{3,4}$/, digits: true });
}

function readInstallments(value: unknown, mustBeSingle: boolean): number {
  if (isMissing(value)) return 1;
  const count = typeof value === 'string' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) throw refuse('50');
  if (count > MAX_INSTALLMENTS) throw refuse('151');
  if (count > 1 && mustBeSingle) throw refuse('54');
  return Math.max(count, 1);
}

/** Clients use both spellings (docs/contract/acquirers.md A.3). */
function readHolder(body: Fields): string | undefined {
  return readText(
    body.cardholderName ?? body.cardHolderName,
    { size: '55', format: '59' },
    { maxLength: 30, pattern: /^[A-Za-z0-9 .'-]+$/ },
  );
}

/** Shorter and without blanks with 3-D Secure (docs/contract/acquirers.md A.3). */
function readSoftDescriptor(value: unknown, merchant: Merchant, authenticated: boolean): string | undefined {
  const notEnabled: HostCode = '63';
  if (!isMissing(value) && !merchant.softDescriptor) throw refuse(notEnabled);
  const taken = authenticated
    ? { maxLength: 13, pattern: /^[A-Za-z0-9.*-]+$/ }
    : { maxLength: 18, pattern: /^[A-Za-z0-9 .*-]+$/ };
  return readText(value, { size: '31', format: '32' }, taken);
}
