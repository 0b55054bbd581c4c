import Type, { type Static } from 'typebox';
import { IntegerText, Text, optionalText as text } from '../../../platform/http/index.ts';
import { DISPUTE_KINDS, DISPUTE_MONEY, DISPUTE_SOURCES, DISPUTE_STATES } from '../rules/dispute.ts';

const MAX_AMOUNT = 999_999_999_999;
const Optional = Type.Optional;
const DAY = String.raw`^\d{4}-\d{2}-\d{2}$`;
/** What a person may type of a letter. */
export const TYPED_KINDS = DISPUTE_KINDS.filter((kind) => kind !== 'med');

/** Body of POST /v1/disputes. Order matters: the first fault is reported. */
export const DisputeBody = Type.Object(
  {
    transactionId: Text({ minLength: 1, maxLength: 100, description: 'A venda contestada' }),
    kind: Optional(Text({ maxLength: 20, description: `${TYPED_KINDS.join(', ')}; padrão chargeback` })),
    amount: IntegerText({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: 'Valor contestado, em centavos',
      examples: ['1000'],
    }),
    process: Optional(Text({ maxLength: 60, description: 'Número do processo na adquirente' })),
    reasonCode: Optional(Text({ maxLength: 20, description: 'Código do motivo, como 10.4' })),
    reason: Optional(Text({ maxLength: 300, description: 'Motivo, como a carta o diz' })),
    notifiedDate: Optional(
      Text({ maxLength: 10, pattern: DAY, description: 'Dia do aviso, aaaa-MM-dd; padrão hoje' }),
    ),
    answerBy: Optional(
      Text({
        maxLength: 10,
        pattern: DAY,
        description: 'Último dia para responder; padrão 10 dias depois do aviso',
      }),
    ),
    money: Optional(
      Text({ maxLength: 10, description: 'debited: a adquirente já debitou o valor; padrão none' }),
    ),
  },
  {
    title: 'NewDispute',
    examples: [
      {
        transactionId: '0199c0de-0000-7000-8000-000000000001',
        amount: '1000',
        process: '7700123',
        reasonCode: '10.4',
      },
    ],
  },
);
export type DisputeBody = Static<typeof DisputeBody>;

export const DisputeRecord = Type.Object(
  {
    disputeId: Type.String(),
    transactionId: Type.String(),
    referenceId: text('Referência da loja'),
    provider: Type.String({ description: 'Adquirente ou banco' }),
    source: Type.String({ description: `Quem avisou: ${DISPUTE_SOURCES.join(', ')}` }),
    kind: Type.String({ description: DISPUTE_KINDS.join(', ') }),
    process: text('Número do processo na adquirente ou no banco'),
    reasonCode: text('Código do motivo'),
    reason: text('Motivo'),
    amount: Type.String({ description: 'Valor contestado, em centavos' }),
    notifiedDate: Type.String({ description: 'Dia do aviso, aaaa-MM-dd' }),
    answerBy: text('Último dia para responder, aaaa-MM-dd'),
    state: Type.String({ description: DISPUTE_STATES.join(', ') }),
    money: Type.String({ description: `${DISPUTE_MONEY.join(', ')}: se o valor foi debitado ou voltou` }),
    moneyDate: text('Dia do débito ou do crédito'),
    answer: text('O que foi respondido'),
    answeredAt: text('Quando foi respondida, hora local'),
    dtCreation: Type.String({ description: 'Quando foi registrada aqui, hora local' }),
    dtUpdate: Type.String(),
  },
  { title: 'Dispute' },
);
export type DisputeRecord = Static<typeof DisputeRecord>;

export const DisputePage = Type.Object(
  { items: Type.Array(DisputeRecord), cursor: text('Da página seguinte; ausente na última') },
  { title: 'DisputePage' },
);
