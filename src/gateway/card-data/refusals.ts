import { type Refuse, refusals } from '../../platform/refusal.ts';

const CARD_HASH_FIELD = 'payment.card.cardInfo.cardHash';
const RETRY_SOON_SECONDS = 1;

const table = {
  card_hash_expired: {
    status: 400,
    message:
      'A sessão deste cardHash não existe mais ou não é deste estabelecimento. Peça outra chave pública em /v2/checkout/generate/public-key e criptografe o cartão de novo.',
  },
  card_hash_invalid: {
    status: 400,
    message:
      'O cardHash não pôde ser lido. Envie base64(RSA PKCS#1 v1.5 do JSON com number, cvv, expirationMonth e expirationYear) seguido da sessionKey recebida com a chave pública.',
  },
  card_hash_busy: {
    status: 503,
    message: 'Há cardHashes demais a abrir neste momento. Nada foi cobrado: envie a transação de novo.',
  },
  ttl_invalid: {
    status: 400,
    message: 'O parâmetro ttl deve ser um número inteiro de minutos, de 1 a 30. Sem ele valem 10 minutos.',
  },
  key_pairs_exhausted: {
    status: 503,
    message: 'Não há chave pública pronta neste momento. Peça de novo em instantes.',
  },
  too_many_public_keys: {
    status: 429,
    message: 'Mais de 600 pedidos de chave pública em um minuto. Espere e peça de novo.',
  },
  sessions_exceeded: {
    status: 429,
    message:
      'Há 100.000 sessões em uso neste estabelecimento. Peça uma por venda, com um ttl menor, e espere que as antigas terminem.',
  },
} as const;

type Code = keyof typeof table;
type Detail = Parameters<Refuse<Code>>[1];

const details: { readonly [code in Code]?: Detail } = {
  card_hash_expired: { field: CARD_HASH_FIELD },
  card_hash_invalid: { field: CARD_HASH_FIELD },
  card_hash_busy: { retryAfterSeconds: RETRY_SOON_SECONDS },
  ttl_invalid: { field: 'ttl' },
  key_pairs_exhausted: { retryAfterSeconds: RETRY_SOON_SECONDS },
};

const refuse = refusals<Code>(table);

/**
 * Refuses with the field or the Retry-After that belongs to the code. `card_hash_expired`: the session is unknown,
 * another merchant's, or over. `card_hash_invalid`: any failure after the session was found.
 */
export const refuseCardData: Refuse<Code> = Object.assign(
  (code: Code, detail?: Detail) => refuse(code, { ...details[code], ...detail }),
  { table },
);
