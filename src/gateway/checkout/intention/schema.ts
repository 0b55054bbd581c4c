import Type, { type Static } from 'typebox';
import { Bool, Int, IntegerText, readLater, Text, UNSEARCHED } from '../../../platform/http/index.ts';
import { MAX_EMAIL } from '../../http/index.ts';
import { PixBody } from '../../kinds/pix/index.ts';
import { SlipOfferBody } from '../../kinds/slip/index.ts';

const MAX_AMOUNT = 999_999_999_999;
const Optional = Type.Optional;

/** Works unchanged against the sandbox. */
const EXAMPLE = {
  referenceId: 'pedido-1',
  amount: '28990',
  description: 'Encomenda de aniversário',
  payment: { card: { type: 0, capture: true, installments: 3 } },
};

/** Card terms of a link: what the merchant fixes, and what it leaves to the buyer. */
export const LinkCard = Type.Object({
  type: Optional(
    Int({ minimum: 0, maximum: 2, description: '0 o comprador escolhe, 1 crédito (padrão), 2 débito' }),
  ),
  capture: Optional(Bool({ description: 'true autoriza e captura; padrão false' })),
  installments: Optional(
    Int({
      minimum: 0,
      maximum: 99,
      description: 'Máximo de parcelas que o comprador escolhe; padrão 1, e 0 vale 1',
    }),
  ),
  fixedInstallments: Optional(
    Bool({ description: 'true: exatamente esse número de parcelas; padrão false' }),
  ),
  interestType: Optional(
    Int({
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '3 juros da loja (padrão), 4 do emissor',
    }),
  ),
  authenticate: Optional(
    Int({
      minimum: 1,
      maximum: 3,
      description: '1 só autenticada, 2 autenticada ou não, 3 sem autenticação (padrão no crédito)',
    }),
  ),
  softDescriptor: Optional(Text({ maxLength: 100, description: 'Texto na fatura do comprador' })),
  saveCard: Optional(Bool()),
  recurrent: Optional(Bool()),
  provider: Optional(Text({ maxLength: 40, description: 'Adquirente', examples: ['REDE'] })),
  providerVersion: Optional(Text({ maxLength: 11 })),
});

export type LinkCard = Static<typeof LinkCard>;

/** What is taken off an amount that is paid by Pix. */
export const PixDiscount = Optional(
  readLater(
    Type.Number({
      minimum: 0,
      maximum: 90,
      description:
        'Desconto de quem paga por Pix, em % com até duas casas, como 5 ou "7.5"; padrão: o das configurações da loja',
      examples: [5],
      [UNSEARCHED]: 'a number, or refused',
    }),
  ),
);

/** What the page shows first. */
export const FirstMethod = Optional(
  Text({
    maxLength: 8,
    description: 'O que a página mostra primeiro onde há vários: card (padrão), pix ou bankSlip',
    examples: ['pix'],
  }),
);

/** Body of POST /v1/intention. Order matters: the first fault is reported. */
export const IntentionBody = Type.Object(
  {
    referenceId: Optional(Text({ maxLength: 100, description: 'Referência da loja; pode repetir' })),
    description: Optional(
      Text({ maxLength: 300, description: 'O que é comprado; o comprador vê este texto' }),
    ),
    amount: IntegerText({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: 'Valor em centavos, como texto ou número',
      examples: ['28990'],
    }),
    postBackUrl: Optional(
      Text({ maxLength: 300, description: 'Endereço http(s) avisado a cada mudança de status' }),
    ),
    redirectUrl: Optional(Text({ maxLength: 500, description: 'Para onde o comprador vai no fim' })),
    returnUrl: Optional(Text({ maxLength: 500, description: 'Outro nome de redirectUrl' })),
    dtExpiration: Optional(
      Text({
        maxLength: 40,
        description: 'Até quando o link vale, hora local yyyy-MM-ddTHH:mm:ss; padrão 7 dias, no máximo 1 ano',
      }),
    ),
    customer: Optional(
      Type.Object({
        name: Optional(Text({ maxLength: 100 })),
        document: Optional(Text({ maxLength: 18, description: 'CPF ou CNPJ' })),
        email: Optional(Text({ maxLength: MAX_EMAIL })),
      }),
    ),
    askDocument: Optional(
      Bool({ description: 'true: a página pede o CPF ou CNPJ do titular; padrão false' }),
    ),
    pixDiscount: PixDiscount,
    firstMethod: FirstMethod,
    payment: Type.Object({
      card: Optional(LinkCard),
      pix: Optional(readLater(PixBody)),
      bankSlip: Optional(readLater(SlipOfferBody)),
    }),
  },
  { title: 'NewIntention', examples: [EXAMPLE] },
);

export type IntentionBody = Static<typeof IntentionBody>;

export const CreatedIntention = Type.Object(
  {
    transactionId: Type.String({ description: 'UUID' }),
    url: Type.String({ description: 'Página em que o comprador paga' }),
    status: Type.Integer({ description: 'Sempre 1, INTENCAO' }),
  },
  { title: 'CreatedIntention' },
);
