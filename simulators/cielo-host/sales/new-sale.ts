import { type Fields, isMissing, objectOf } from '../../host/fields.ts';
import type { Merchant } from '../access/merchants.ts';
import type { TokenVault } from '../cards/token-vault.ts';
import { refuse } from '../errors.ts';
import { readCard, type SentCard } from './read-card.ts';
import { readAmount, readText } from './read-fields.ts';

const ORDER_NUMBER = /^[0-9A-Za-z]{1,50}$/;
const SOFT_DESCRIPTOR = /^[0-9A-Za-z]{1,13}$/;
const PROOF = /^[0-9A-Za-z+/]{27,44}={0,2}$/;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Proof of an authentication that was made elsewhere. */
export interface ExternalProof {
  readonly eci: string;
  readonly version: string;
  readonly referenceId: string;
  readonly dataOnly: boolean;
}

/** A validated sale. Its card is in clear: it must not be stored. */
export interface NewSale {
  readonly reference: string;
  readonly type: 'CreditCard' | 'DebitCard';
  readonly amount: number;
  readonly capture: boolean;
  readonly installments: number;
  readonly interest: string;
  readonly softDescriptor: string | undefined;
  readonly recurrent: boolean;
  readonly authenticate: boolean;
  readonly card: SentCard;
  readonly savesCard: boolean;
  readonly proof: ExternalProof | undefined;
  /** What schemes want to know of a card that is kept. */
  readonly onFile: Fields;
}

/** Reads the body of `POST /1/sales/`. Throws the refusal of its first invalid field. */
export function readNewSale(
  body: Fields,
  { merchantId }: Merchant,
  cards: Pick<TokenVault, 'find'>,
): NewSale {
  const reference = readText(body.MerchantOrderId, ORDER_NUMBER, { wrong: '107', missing: '122' }) ?? '';
  if (isMissing(body.Payment)) throw refuse('119');
  const payment = objectOf(body.Payment);
  const type = readType(payment.Type);
  const amount = readAmount(payment.Amount);
  const cardFields = objectOf(payment[type]);
  if (isMissing(payment[type])) throw refuse('124');
  const recurrent = payment.Recurrent === true;
  const authenticate = payment.Authenticate === true;
  if (recurrent && authenticate) throw refuse('186');
  const proof = readProof(payment.ExternalAuthentication);
  if (type === 'DebitCard' && (!authenticate || proof === undefined)) throw refuse('186');
  return {
    reference,
    type,
    amount,
    recurrent,
    authenticate,
    proof,
    capture: type === 'DebitCard' || payment.Capture === true,
    installments: readInstallments(payment.Installments),
    interest: payment.Interest === 'ByIssuer' ? 'ByIssuer' : 'ByMerchant',
    softDescriptor: readText(payment.SoftDescriptor, SOFT_DESCRIPTOR, { wrong: '146' }),
    card: readCard(cardFields, merchantId, cards, { checksNumber: cardFields.SaveCard === true }),
    savesCard: cardFields.SaveCard === true,
    onFile: {
      ...objectOf(cardFields.CardOnFile),
      ...objectOf(payment.InitiatedTransactionIndicator),
      ...(isMissing(payment.IssuerTransactionId) ? {} : { issuerTransactionId: payment.IssuerTransactionId }),
      ...(isMissing(payment.TransactionLinkId) ? {} : { transactionLinkId: payment.TransactionLinkId }),
    },
  };
}

/** Boleto is another product, which this host does not have; a Pix is read by itself. */
function readType(value: unknown): NewSale['type'] {
  if (isMissing(value)) throw refuse('102');
  if (value !== 'CreditCard' && value !== 'DebitCard') throw refuse('133');
  return value;
}

function readInstallments(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 99) throw refuse('123');
  return count;
}

function readProof(value: unknown): ExternalProof | undefined {
  if (isMissing(value)) return undefined;
  const { Cavv, Eci, Version, ReferenceId, ReferenceID, DataOnly } = objectOf(value);
  const dataOnly = DataOnly === true || DataOnly === 'true';
  const codes = { wrong: '214', missing: '214' } as const;
  if (!dataOnly || !isMissing(Cavv)) readText(Cavv, PROOF, codes);
  return {
    eci: readText(Eci, /^[0-7]$/, codes) ?? '',
    version: readText(Version, /^2(?:\.\d){0,2}$/, codes) ?? '',
    referenceId: readText(ReferenceId ?? ReferenceID, GUID, codes) ?? '',
    dataOnly,
  };
}
