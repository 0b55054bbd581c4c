import Type, { type Static } from 'typebox';
import { optionalText as text } from '../../../platform/http/index.ts';
import { RECEIVABLE_STATUSES } from '../expected/receivable-reader.ts';

const centavos = (description: string) => Type.String({ description: `${description}, em centavos` });
const day = (description: string) => Type.String({ description: `${description}, aaaa-MM-dd` });

export const ReceivableRecord = Type.Object(
  {
    transactionId: Type.String(),
    referenceId: text('Referência da loja'),
    kind: Type.String({ description: 'card, pix ou bankSlip' }),
    provider: Type.String({ description: 'Adquirente ou banco que paga' }),
    brand: text('Bandeira do cartão'),
    installment: Type.Integer({ description: 'Parcela, a partir de 1' }),
    installments: Type.Integer(),
    captureDate: day('Dia da captura'),
    dueDate: day('Dia em que deve cair na conta'),
    gross: centavos('Valor bruto; abaixo de zero, o que será descontado de outro pagamento'),
    fee: centavos('Taxa, pela tabela da loja'),
    net: centavos('Valor líquido'),
    status: Type.String({ description: RECEIVABLE_STATUSES.join(', ') }),
    class: text('O que o extrato da adquirente diz dela, como matched, fee_differs ou missing'),
    payoutId: text('Pagamento da adquirente com que veio'),
    feeUnknown: Type.Optional(Type.Boolean({ description: 'Não há taxa na tabela para esta venda' })),
  },
  { title: 'Receivable' },
);
export type ReceivableRecord = Static<typeof ReceivableRecord>;

export const ReceivablePage = Type.Object(
  { items: Type.Array(ReceivableRecord), cursor: text('Da página seguinte; ausente na última') },
  { title: 'ReceivablePage' },
);
