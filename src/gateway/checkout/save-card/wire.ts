import { Refusal } from '../../../platform/refusal.ts';
import { Secret } from '../../../platform/secret.ts';
import { refuseCard } from '../../kinds/card/index.ts';
import type {
  StoredCard,
  Tokenization,
  TokenizationRequest,
  TokenizationStand,
} from '../../stored-cards/index.ts';
import { checkAddresses } from '../intention/wire.ts';
import type { TokenizationBody, TokenizationFormBody, TokenizationRecord } from './schema.ts';

const OF_A_SALE = 'payment.card.';

type Asked = Omit<TokenizationRequest, 'merchantId' | 'key'>;

/** The texts of a tokenization that are stored as sent. */
export function textsOf({ referenceId, postBackUrl, redirectUrl, provider }: Omit<Asked, 'brand'>) {
  return { referenceId, postBackUrl, redirectUrl, provider };
}

/** Reads the fields that both bodies share. Throws Refusal 400. */
export function readTokenization(
  body: Omit<TokenizationFormBody, 'cardInfo'> & { readonly cardInfo?: { readonly brand?: string } },
  production: boolean,
): Asked {
  const { referenceId, postBackUrl, redirectUrl, provider, cardInfo } = body;
  checkAddresses(body, production);
  const brand = cardInfo?.brand;
  return { referenceId, postBackUrl, redirectUrl, brand, provider: provider?.toUpperCase() };
}

/** The card as it was sent. Throws card_hash_conflict. */
export function sentCard({ cardHash, number, cvv, ...rest }: TokenizationBody['cardInfo']) {
  if (cardHash !== undefined && (number !== undefined || cvv !== undefined)) {
    throw refuseCard('card_hash_conflict', { field: 'cardInfo.cardHash' });
  }
  const secret = (text: string | undefined) => (text === undefined ? undefined : new Secret(text));
  const { expirationMonth, expirationYear, holderName, brand } = rest;
  return {
    cardHash: secret(cardHash),
    cardFields: {
      number: secret(number),
      cvv: secret(cvv),
      expirationMonth,
      expirationYear,
      holderName,
      brand,
    },
  };
}

/** Converts the refusal of a sale's card to the field names of a tokenization. */
export function ofTokenization(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, status, message, field, retryAfterSeconds } = error;
  return new Refusal(
    code,
    { status, message: message.replaceAll(OF_A_SALE, '') },
    {
      ...(field === undefined ? {} : { field: field.replace(OF_A_SALE, '') }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  );
}

/** Writes a tokenization. `url` is that of its form. */
export function writeTokenization(
  { tokenization, card }: Pick<TokenizationStand, 'tokenization' | 'card'>,
  url?: string,
): TokenizationRecord {
  const { id, referenceId, postBackUrl, redirectUrl, provider, brand } = tokenization;
  return withoutAbsent({
    tokenizationId: id,
    referenceId,
    postBackUrl,
    redirectUrl,
    url,
    provider: card?.provider ?? provider,
    saveCard: true,
    cardInfo: card ? writeCard(card) : brand === undefined ? undefined : { brand },
  });
}

/** A card stored by a sale, which has no tokenization. */
export function writeStoredCard(card: StoredCard): TokenizationRecord {
  const of: Pick<Tokenization, 'id'> = card;
  return { tokenizationId: of.id, provider: card.provider, saveCard: true, cardInfo: writeCard(card) };
}

function writeCard({ mask, expirationMonth, expirationYear, brand, token, holderName }: StoredCard) {
  return withoutAbsent({ number: mask, expirationMonth, expirationYear, brand, token, holderName });
}

type Present<Written> = { [Name in keyof Written]: Exclude<Written[Name], undefined> };

/** Absent members are left out of the JSON, never null. */
function withoutAbsent<Written extends object>(written: Written): Present<Written> {
  return Object.fromEntries(
    Object.entries(written).filter(([, value]) => value !== undefined),
  ) as Present<Written>;
}
