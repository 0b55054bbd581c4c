import Type, { type Static } from 'typebox';
import {
  Bool,
  Int,
  IntegerText,
  PATTERN_MEANING,
  readLater,
  Text,
  UNIT_MEANING,
  UNSEARCHED,
} from '../../platform/http/index.ts';
import { DECLINE_CLASSES } from '../providers/index.ts';
import { STATUS_NAMES, Status } from '../transactions/index.ts';

const MAX_AMOUNT = 999_999_999_999;
/** The longest address that mail knows. */
export const MAX_EMAIL = 254;
/** No limit of its own: a longer one is refused as unreadable. */
const MAX_CARD_HASH = 1_048_576;

const Optional = Type.Optional;

/** Works as it is against the sandbox. */
const EXAMPLE = {
  referenceId: 'pedido-1',
  amount: '1000',
  customer: { name: 'Maria da Silva', document: '11144477735' },
  payment: {
    card: {
      type: 1,
      capture: true,
      installments: 1,
      cardInfo: {
        number: '4235647728025682',
        expirationMonth: '12',
        expirationYear: '2035',
        cvv: '123',
        holderName: 'MARIA DA SILVA',
      },
    },
  },
};

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
      description: 'Idioma, como navigator.language o diz; o adquirente recebe as primeiras partes inteiras',
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

/** `authenticate`, for the sales in which it is read. */
export const AuthenticateField = Type.Object({
  payment: Type.Object({ card: Type.Object({ authenticate: Optional(Authenticate) }) }),
});

/** Whatever else comes here counts for nothing: the specification has it in answers only. */
const IntentionId = Type.String({
  [UNSEARCHED]: 'an id, or nothing',
  description:
    'De um link de pagamento da loja (POST /v1/intention): esta venda o paga, e nenhuma outra o paga depois',
});

/**
 * Body of POST /v1/transactions (docs/contract/service.md, Resources; docs/contract/decided.md 3). Order
 * matters: the first fault is reported.
 */
export const NewTransactionBody = Type.Object(
  {
    transactionId: Optional(readLater(IntentionId)),
    referenceId: Optional(Text({ maxLength: 100, description: 'Referência da loja; pode repetir' })),
    description: Optional(Text({ maxLength: 300 })),
    amount: IntegerText({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: 'Valor em centavos, como texto ou número',
      examples: ['1000'],
    }),
    userAgent: Optional(
      Text({ maxLength: 500, description: 'Navegador do comprador; exigido no 3-D Secure' }),
    ),
    device: Optional(readLater(DeviceBody)),
    postBackUrl: Optional(
      Text({ maxLength: 300, description: 'Endereço http(s) avisado a cada mudança de status' }),
    ),
    returnUrl: Optional(
      Text({ maxLength: 500, description: 'Para onde o comprador volta depois do 3-D Secure' }),
    ),
    redirectUrl: Optional(Text({ maxLength: 500, description: 'Nome antigo de returnUrl' })),
    customer: Optional(
      Type.Object({
        name: Optional(Text({ maxLength: 100 })),
        document: Optional(Text({ maxLength: 18, description: 'CPF ou CNPJ' })),
        email: Optional(Text({ maxLength: MAX_EMAIL })),
      }),
    ),
    payment: Type.Object({
      card: Type.Object({
        type: Optional(Int({ minimum: 1, maximum: 2, description: '1 crédito (padrão), 2 débito' })),
        capture: Optional(Bool({ description: 'true autoriza e captura; padrão false' })),
        installments: Optional(
          Int({ minimum: 0, maximum: 99, description: 'Parcelas; padrão 1, e 0 vale 1' }),
        ),
        interestType: Optional(
          Int({
            minimum: Number.MIN_SAFE_INTEGER,
            maximum: Number.MAX_SAFE_INTEGER,
            description: '3 juros da loja (padrão), 4 do emissor',
          }),
        ),
        authenticate: Optional(readLater(Authenticate)),
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
              description: 'Dados do cartão cifrados; no lugar dos campos em claro',
            }),
          ),
          token: Optional(
            Text({
              maxLength: 100,
              [UNSEARCHED]: 'token',
              description: 'Cartão guardado; no lugar dos dados do cartão, só no crédito. cvv é opcional',
            }),
          ),
          number: Optional(
            Text({ maxLength: 40, examples: ['4235647728025682'], [UNSEARCHED]: 'card number' }),
          ),
          expirationMonth: Optional(Text({ maxLength: 10, examples: ['01'] })),
          expirationYear: Optional(Text({ maxLength: 10, examples: ['2035'] })),
          cvv: Optional(Text({ maxLength: 10, examples: ['123'] })),
          brand: Optional(Text({ maxLength: 20, examples: ['VISA'] })),
          holderName: Optional(Text({ maxLength: 100 })),
        }),
      }),
    }),
  },
  { title: 'NewTransaction', examples: [EXAMPLE] },
);

export type NewTransactionBody = Static<typeof NewTransactionBody>;

export const text = (description?: string) =>
  Optional(Type.String(description === undefined ? {} : { description }));
const number = (description?: string) =>
  Optional(Type.Integer(description === undefined ? {} : { description }));

const StatusNumber = Type.Integer({
  enum: Object.values(Status),
  description: Object.entries(STATUS_NAMES)
    .map(([status, { name, meaning }]) => `- \`${status}\` ${name}: ${meaning}`)
    .join('\n'),
});

/** The record in every answer about a transaction (docs/contract/decided.md 3, "Transaction answer"). */
export const TransactionRecord = Type.Object(
  {
    transactionId: Type.String({ description: 'UUID' }),
    referenceId: text(),
    description: text(),
    amount: Type.String({ description: 'Valor autorizado, em centavos' }),
    status: StatusNumber,
    dtTransaction: Type.String({ description: 'Data local, yyyy-MM-ddTHH:mm:ss' }),
    dtExpiration: text('Até quando um link de pagamento vale, data local'),
    userAgent: text(),
    postBackUrl: text(),
    returnUrl: text(),
    customer: Optional(Type.Object({ name: text(), document: text(), email: text() })),
    payment: Type.Object({
      card: Type.Object({
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
        providerReference: text('Identificador no adquirente'),
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
              'De uma recusa: `no` nunca com este cartão, `after_change` só depois de mudar o que a classe diz, `later` igual, mais tarde',
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
              token: text('Do cartão guardado: com saveCard numa venda aprovada, ou o que pagou a venda'),
            },
            { description: 'Ausente enquanto um link de pagamento não foi pago' },
          ),
        ),
      }),
    }),
    device: Optional(
      Type.Partial(DeviceBody, { description: 'Sem 3-D Secure, os campos que puderam ser lidos' }),
    ),
    redirectUrl: text('Endereço para onde o comprador é levado, enquanto o status é 0'),
  },
  { title: 'Transaction' },
);

export type TransactionRecord = Static<typeof TransactionRecord>;

export const ShortRecord = Type.Object(
  {
    transactionId: Type.String(),
    amount: Type.String(),
    status: StatusNumber,
    dtTransaction: Type.String(),
  },
  { title: 'ShortTransaction' },
);

export const GatewayError = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'Código estável, em inglês', examples: ['amount_invalid'] }),
      message: Type.String({ description: 'O que está errado e o que fazer' }),
      field: text('Campo em que está o erro'),
      requestId: Type.String(),
    }),
  },
  { title: 'Error' },
);

/** Of a capture or void that was refused: the error, and the record as it stands. */
export const RefusedMovement = Type.Object(
  { ...GatewayError.properties, ...Type.Partial(TransactionRecord).properties },
  { title: 'RefusedMovement' },
);
