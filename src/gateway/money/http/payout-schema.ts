import Type, { type Static } from 'typebox';
import { optionalText as text } from '../../../platform/http/index.ts';
import { STATEMENT_CLASSES } from '../rules/statement-classes.ts';

const centavos = (description: string) => Type.String({ description: `${description}, em centavos` });

const fields = {
  payoutId: Type.String({ description: 'Como a adquirente o chama' }),
  provider: Type.String(),
  account: Type.Integer({ description: 'Número da conta da loja nesta adquirente' }),
  payDate: Type.String({ description: 'Dia do pagamento, aaaa-MM-dd' }),
  type: Type.String({ description: 'credit, debit, anticipation ou other' }),
  brand: text('Bandeira, onde o pagamento é de uma só'),
  status: Type.String({ description: 'paid, expected, suspended, ceded, rejected ou other' }),
  net: centavos('O que caiu na conta'),
  bankAccount: text('Banco/agência/conta'),
  count: Type.Integer({ description: 'Parcelas que ele paga' }),
};

export const PayoutRecord = Type.Object(fields, { title: 'Payout' });
export type PayoutRecord = Static<typeof PayoutRecord>;

const lineClass = text(STATEMENT_CLASSES.join(', '));

export const PayoutPart = Type.Object(
  {
    transactionId: text('Ausente quando a venda não é deste serviço'),
    installment: Type.Optional(Type.Integer()),
    installments: Type.Optional(Type.Integer()),
    saleDate: text('Dia da venda'),
    gross: centavos('Valor bruto'),
    fee: centavos('O que a adquirente ficou'),
    net: centavos('Valor líquido'),
    class: lineClass,
    difference: centavos('Quanto veio a mais, ou, abaixo de zero, a menos que o esperado'),
  },
  { title: 'PayoutPart' },
);
export type PayoutPart = Static<typeof PayoutPart>;

export const PayoutDebit = Type.Object(
  {
    kind: text('refund, chargeback, tax ou other'),
    net: centavos('O que foi descontado, abaixo de zero'),
    reasonCode: text('Código da adquirente'),
    reason: text('Texto da adquirente'),
  },
  { title: 'PayoutDebit' },
);
export type PayoutDebit = Static<typeof PayoutDebit>;

export const PayoutDetails = Type.Object(
  { ...fields, parts: Type.Array(PayoutPart), debits: Type.Array(PayoutDebit) },
  { title: 'PayoutDetails' },
);
export type PayoutDetails = Static<typeof PayoutDetails>;

export const PayoutPage = Type.Object(
  { items: Type.Array(PayoutRecord), cursor: text('Da página seguinte; ausente na última') },
  { title: 'PayoutPage' },
);
