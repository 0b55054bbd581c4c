import Type, { type Static } from 'typebox';
import { IntegerText, readLater, Text, optionalText as text, UNSEARCHED } from '../../platform/http/index.ts';
import { CardBody, CardRecord, DeviceBody } from '../kinds/card/index.ts';
import { PixBody, PixRecord } from '../kinds/pix/index.ts';
import { BankSlipBody, BankSlipRecord, SLIP_CUSTOMER } from '../kinds/slip/index.ts';
import { STATUS_NAMES, Status } from '../transactions/index.ts';

const MAX_AMOUNT = 999_999_999_999;
/** The longest address that mail knows. */
export const MAX_EMAIL = 254;

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
        ...SLIP_CUSTOMER,
      }),
    ),
    payment: Type.Object(
      { card: Optional(CardBody), pix: Optional(PixBody), bankSlip: Optional(BankSlipBody) },
      { description: 'Exatamente uma forma de pagamento' },
    ),
  },
  { title: 'NewTransaction', examples: [EXAMPLE] },
);

export type NewTransactionBody = Static<typeof NewTransactionBody>;

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
    originalAmount: text('Valor sem o desconto do Pix, em centavos; só onde houve desconto'),
    status: StatusNumber,
    dtTransaction: Type.String({ description: 'Data local, yyyy-MM-ddTHH:mm:ss' }),
    dtExpiration: text('Até quando um link de pagamento vale, data local'),
    userAgent: text(),
    postBackUrl: text(),
    returnUrl: text(),
    customer: Optional(Type.Object({ name: text(), document: text(), email: text() })),
    payment: Type.Object(
      { card: Optional(CardRecord), pix: Optional(PixRecord), bankSlip: Optional(BankSlipRecord) },
      { description: 'A forma de pagamento' },
    ),
    device: Optional(
      Type.Partial(DeviceBody, { description: 'Sem 3-D Secure, os campos que puderam ser lidos' }),
    ),
    redirectUrl: text('Endereço para onde o comprador é levado, enquanto o status é 0'),
    integrationType: Optional(Type.Integer({ description: 'Só no Pix e no boleto: 1, integrado' })),
    allowsManualRetry: Optional(Type.Boolean({ description: 'Só no Pix e no boleto: false' })),
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
