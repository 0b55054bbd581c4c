import Type, { type Static } from 'typebox';
import { Bool, Int, IntegerText, readLater, Text } from '../../../platform/http/index.ts';
import { PixBody } from '../../kinds/pix/index.ts';
import { SlipOfferBody } from '../../kinds/slip/index.ts';
import { FirstMethod, LinkCard, PixDiscount } from '../intention/schema.ts';

const MAX_AMOUNT = 999_999_999_999;
const Optional = Type.Optional;
const amount = (description: string) =>
  Optional(IntegerText({ minimum: 1, maximum: MAX_AMOUNT, description, examples: ['5000'] }));

/** Body of POST /v1/payment-links. Order matters: the first fault is reported. */
export const PaymentLinkBody = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: 100, description: 'Nome do link, para a loja' }),
    description: Optional(
      Text({ maxLength: 300, description: 'O que é comprado; o comprador vê este texto' }),
    ),
    amount: amount('Valor em centavos; sem ele o comprador escolhe, entre minAmount e maxAmount'),
    minAmount: amount('Centavos; só sem amount; padrão 100'),
    maxAmount: amount('Centavos; só sem amount; padrão 1000000'),
    maxUses: Optional(
      Int({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Quantas vezes pode ser pago; sem ele, sem limite',
      }),
    ),
    dtExpiration: Optional(
      Text({
        maxLength: 40,
        description: 'Até quando vale, hora local, no máximo 1 ano; sem ela não expira',
      }),
    ),
    referenceId: Optional(Text({ maxLength: 100, description: 'Referência em cada transação do link' })),
    postBackUrl: Optional(
      Text({ maxLength: 300, description: 'Endereço http(s) avisado a cada mudança de status' }),
    ),
    redirectUrl: Optional(Text({ maxLength: 500, description: 'Para onde o comprador vai no fim' })),
    returnUrl: Optional(Text({ maxLength: 500, description: 'Outro nome de redirectUrl' })),
    askDocument: Optional(
      Bool({ description: 'true: a página pede o CPF ou CNPJ do titular; padrão false' }),
    ),
    pixDiscount: PixDiscount,
    firstMethod: FirstMethod,
    payment: Optional(
      Type.Object({
        card: Optional(LinkCard),
        pix: Optional(readLater(PixBody)),
        bankSlip: Optional(readLater(SlipOfferBody)),
      }),
    ),
  },
  {
    title: 'NewPaymentLink',
    examples: [{ name: 'Bolo de 3 kg', amount: '21000', payment: { card: { type: 0, capture: true } } }],
  },
);

export type PaymentLinkBody = Static<typeof PaymentLinkBody>;

export const PaymentLinkEdit = Type.Object(
  {
    name: Optional(Text({ minLength: 1, maxLength: 100 })),
    active: Optional(Bool({ description: 'false desativa o link' })),
  },
  { title: 'PaymentLinkEdit' },
);

export type PaymentLinkEdit = Static<typeof PaymentLinkEdit>;

const text = () => Optional(Type.String());

export const PaymentLinkRecord = Type.Object(
  {
    paymentLinkId: Type.String({ description: 'UUID' }),
    url: Type.String({ description: 'Endereço curto' }),
    qrCodeUrl: Type.String({ description: 'QR code do endereço, em SVG' }),
    name: Type.String(),
    description: text(),
    amount: text(),
    minAmount: text(),
    maxAmount: text(),
    maxUses: Optional(Type.Integer()),
    uses: Type.Integer({ description: 'Pagamentos feitos e em andamento' }),
    active: Type.Boolean(),
    state: Type.String({ enum: ['open', 'inactive', 'expired', 'used_up'] }),
    dtExpiration: text(),
    dtCreation: Type.String({ description: 'Data local' }),
    referenceId: text(),
    postBackUrl: text(),
    redirectUrl: text(),
  },
  { title: 'PaymentLink' },
);
