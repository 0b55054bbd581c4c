import Type, { type Static } from 'typebox';
import {
  Bool,
  CODE_STEM,
  Int,
  optionalInteger as number,
  PATTERN_MEANING,
  readLater,
  Text,
  optionalText as text,
  UNIT_MEANING,
  UNSEARCHED,
} from '../../../../platform/http/index.ts';
import { DECLINE_CLASSES } from '../../../providers/index.ts';
import { RETRY_LIMITS } from '../tries/retry-limits.ts';

/** No limit of its own: a longer one is refused as unreadable. */
const MAX_CARD_HASH = 1_048_576;

const Optional = Type.Optional;

/**
 * The buyer's browser (docs/contract/service.md, 3DS; docs/contract/decided.md 3). Order matters: the first
 * fault is reported.
 */
export const DeviceBody = Type.Object(
  {
    colorDepth: Int({ minimum: 1, maximum: 99, description: 'Bits por pixel', examples: [24] }),
    deviceType3ds: Text({ minLength: 1, maxLength: 20, examples: ['BROWSER'] }),
    javaEnabled: Bool({ description: 'Se o navegador executa Java', examples: [false] }),
    language: Text({
      minLength: 1,
      maxLength: 35,
      // It is only told on: a tag that no grammar knows must not cost the sale.
      pattern: '^[A-Za-z0-9_-]+$',
      [PATTERN_MEANING]: 'de letras, algarismos, - e _, como pt-BR',
      description: 'Idioma, como navigator.language o diz; a adquirente recebe as primeiras partes inteiras',
      examples: ['pt-BR'],
    }),
    screenHeight: Int({ minimum: 1, maximum: 999_999, description: 'Pixels', examples: [1080] }),
    screenWidth: Int({ minimum: 1, maximum: 999_999, description: 'Pixels', examples: [1920] }),
    timeZoneOffset: Int({
      minimum: -14,
      maximum: 14,
      [UNIT_MEANING]: 'em horas, não em minutos: getTimezoneOffset() dividido por 60',
      description: 'Horas até o UTC',
      examples: [3],
    }),
  },
  { description: 'Navegador do comprador; exigido no 3-D Secure' },
);

const Authenticate = Int({
  minimum: 1,
  maximum: 3,
  description:
    '1 só autenticada, 2 autenticada ou não, 3 sem autenticação (padrão no crédito). No débito é sempre 1, seja qual for o valor enviado',
});

const BASE64 = '[0-9A-Za-z+/]';

const Authentication = Type.Object(
  {
    cavv: Text({
      maxLength: 44,
      pattern: `^(?:${BASE64}{4}){6}${BASE64}{3}=$|^(?:${BASE64}{4}){7,10}(?:${BASE64}{2}==|${BASE64}{3}=)?$`,
      [PATTERN_MEANING]: 'em base64, de 20 a 32 bytes',
      [UNSEARCHED]: 'a proof',
      [CODE_STEM]: 'authentication_cavv',
      description: 'Valor da autenticação, em base64; é enviado à adquirente e não é salvo',
      examples: ['AAABBJg0VhI0VniQEjRWAAAAAAA='],
    }),
    eci: Text({
      maxLength: 2,
      pattern: '^0?[0-7]$',
      [PATTERN_MEANING]: 'de 0 a 7',
      [CODE_STEM]: 'authentication_eci',
      description: 'Indicador de comércio eletrônico (ECI)',
      examples: ['05'],
    }),
    version: Text({
      maxLength: 8,
      pattern: '^2(?:\\.[0-9]{1,2}\\.[0-9]{1,2})?$',
      [PATTERN_MEANING]: '2 ou 2.x.y',
      [CODE_STEM]: 'authentication_version',
      description: 'Versão do 3-D Secure',
      examples: ['2.2.0'],
    }),
    referenceId: Text({
      maxLength: 36,
      pattern: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
      [PATTERN_MEANING]: 'um GUID',
      [UNSEARCHED]: 'an id',
      [CODE_STEM]: 'authentication_reference_id',
      description: 'Identificador da transação no servidor de diretório (DS)',
      examples: ['a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d'],
    }),
    xid: Optional(
      Text({
        maxLength: 60,
        pattern: '^[!-~]+$',
        [PATTERN_MEANING]: 'de letras, algarismos e sinais, sem espaços',
        [UNSEARCHED]: 'a proof',
        [CODE_STEM]: 'authentication_xid',
        description: 'Só do 3-D Secure 1',
      }),
    ),
    dataOnly: Optional(
      Bool({
        [CODE_STEM]: 'authentication_data_only',
        description: 'true: só dados foram enviados ao emissor, ninguém foi autenticado',
      }),
    ),
  },
  { description: 'Prova de uma autenticação 3-D Secure feita fora da adquirente' },
);

/** `authentication`, for the sales in which it is read. */
export const AuthenticationField = Type.Object({
  payment: Type.Object({ card: Type.Object({ authentication: Authentication }) }),
});

/** `authenticate`, for the sales in which it is read. */
export const AuthenticateField = Type.Object({
  payment: Type.Object({ card: Type.Object({ authenticate: Optional(Authenticate) }) }),
});

/** Where a sale has the cvv. */
export const CVV_PATH = ['payment', 'card', 'cardInfo', 'cvv'] as const;

/** `payment.card` of a sale. Order matters: the first fault is reported. */
export const CardBody = Type.Object({
  type: Optional(
    Int({
      minimum: 1,
      maximum: 2,
      description: '1 crédito (padrão), 2 débito',
      [UNIT_MEANING]: 'onde 1 é crédito e 2 é débito',
      [CODE_STEM]: 'card_type',
    }),
  ),
  capture: Optional(Bool({ description: 'true autoriza e captura; padrão false' })),
  installments: Optional(Int({ minimum: 0, maximum: 99, description: 'Parcelas; padrão 1, e 0 vale 1' })),
  interestType: Optional(
    Int({
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '3 juros da loja (padrão), 4 do emissor',
    }),
  ),
  authenticate: Optional(readLater(Authenticate)),
  authentication: Optional(readLater(Authentication)),
  softDescriptor: Optional(Text({ maxLength: 100, description: 'Texto na fatura do comprador' })),
  saveCard: Optional(
    Bool({
      description: 'Guarda o cartão de uma venda aprovada no crédito: cardInfo.token na resposta',
    }),
  ),
  recurrent: Optional(
    Bool({ description: 'Cobrança recorrente: com saveCard a primeira, com token as seguintes' }),
  ),
  provider: Optional(Text({ maxLength: 40, description: 'Adquirente', examples: ['REDE'] })),
  providerVersion: Optional(Text({ maxLength: 11 })),
  cardInfo: Type.Object({
    cardHash: Optional(
      Text({
        maxLength: MAX_CARD_HASH,
        [UNSEARCHED]: 'cardHash',
        description: 'Dados do cartão criptografados; no lugar dos campos em claro',
      }),
    ),
    token: Optional(
      Text({
        maxLength: 100,
        [UNSEARCHED]: 'token',
        description: 'Cartão salvo; no lugar dos dados do cartão, só no crédito. cvv é opcional',
      }),
    ),
    number: Optional(
      Text({
        maxLength: 40,
        examples: ['4235647728025682'],
        [UNSEARCHED]: 'card number',
        [CODE_STEM]: 'card_number',
      }),
    ),
    expirationMonth: Optional(Text({ maxLength: 10, examples: ['01'] })),
    expirationYear: Optional(Text({ maxLength: 10, examples: ['2035'] })),
    cvv: Optional(Text({ maxLength: 10, examples: ['123'] })),
    brand: Optional(Text({ maxLength: 20, examples: ['VISA'] })),
    holderName: Optional(Text({ maxLength: 100 })),
  }),
});

export type CardBody = Static<typeof CardBody>;

/** `payment.card` of a record. */
export const CardRecord = Type.Object({
  type: Type.Integer(),
  capture: Type.Boolean(),
  installments: Type.Integer(),
  fixedInstallments: Optional(Type.Boolean({ description: 'Só em links de pagamento' })),
  interestType: Type.Integer(),
  authenticate: Type.Integer(),
  softDescriptor: text(),
  saveCard: Type.Boolean(),
  recurrent: Type.Boolean(),
  provider: Type.String(),
  providerVersion: Type.String(),
  integrationType: Type.Integer(),
  providerReference: text('Identificador na adquirente'),
  providerCode: text('00 aprovada; senão o código da bandeira (ABECS)'),
  providerMessage: text(),
  authenticationECI: number(),
  codAuthorization: text(),
  capturedAmount: text('Centavos'),
  refundedAmount: text('Centavos: liberados antes da captura, devolvidos depois dela'),
  declineClass: Optional(
    Type.Enum([...DECLINE_CLASSES], {
      description: 'Por que foi recusada, como classe: o que fazer está no catálogo de erros',
    }),
  ),
  mayRetry: Optional(
    Type.Enum(['no', 'after_change', 'later'], {
      description:
        'De uma recusa, ou de uma aprovação acima do limite da bandeira: `no` não tente este cartão, `after_change` só depois de mudar o que a classe diz, `later` igual, mais tarde',
    }),
  ),
  retryReason: Optional(
    Type.Enum([...RETRY_LIMITS], {
      description:
        'Por que `mayRetry` é `no`: o código da recusa, ou o limite de tentativas da bandeira, que conta todas as tentativas deste cartão na loja',
    }),
  ),
  retryAfter: text('Não tente antes desta data local, quando a bandeira diz uma'),
  cardInfo: Optional(
    Type.Object(
      {
        number: Type.String({ description: '6 primeiros e 4 últimos dígitos' }),
        expirationMonth: Type.String(),
        expirationYear: Type.String(),
        cvv: text('***'),
        brand: text(),
        holderName: text(),
        token: text('Do cartão salvo: com saveCard numa venda aprovada, ou o que pagou a venda'),
      },
      { description: 'Ausente enquanto um link de pagamento não foi pago' },
    ),
  ),
});

export type CardRecord = Static<typeof CardRecord>;
