import Type, { type Static } from 'typebox';
import { Text, UNSEARCHED } from '../../../platform/http/index.ts';

const Optional = Type.Optional;
const MAX_CARD_HASH = 1_048_576;

const ReferenceId = Text({ maxLength: 100, description: 'Referência da loja; pode repetir' });
const PostBackUrl = Text({ maxLength: 300, description: 'Avisado quando o cartão está salvo' });
const Provider = Text({
  maxLength: 40,
  description: 'Adquirente que guarda o cartão; padrão: o da loja',
  examples: ['REDE'],
});

/** Body of POST /v1/tokenization. Order matters: the first fault is reported. */
export const TokenizationBody = Type.Object(
  {
    referenceId: Optional(ReferenceId),
    postBackUrl: Optional(PostBackUrl),
    provider: Optional(Provider),
    cardInfo: Type.Object({
      cardHash: Optional(
        Text({
          maxLength: MAX_CARD_HASH,
          [UNSEARCHED]: 'cardHash',
          description: 'Dados do cartão criptografados; no lugar dos campos em claro',
        }),
      ),
      number: Optional(Text({ maxLength: 40, examples: ['4235647728025682'], [UNSEARCHED]: 'card number' })),
      expirationMonth: Optional(Text({ maxLength: 10, examples: ['01'] })),
      expirationYear: Optional(Text({ maxLength: 10, examples: ['2035'] })),
      cvv: Optional(Text({ maxLength: 10, description: 'Só para conferir o cartão; nunca é salvo' })),
      brand: Optional(Text({ maxLength: 20, examples: ['VISA'] })),
      holderName: Optional(Text({ maxLength: 100 })),
    }),
  },
  {
    examples: [
      {
        referenceId: 'cliente-1',
        cardInfo: {
          number: '4235647728025682',
          expirationMonth: '12',
          expirationYear: '2035',
          cvv: '123',
          holderName: 'MARIA DA SILVA',
        },
      },
    ],
    title: 'NewStoredCard',
  },
);

export type TokenizationBody = Static<typeof TokenizationBody>;

/** Body of POST /v1/tokenization/intention. */
export const TokenizationFormBody = Type.Object(
  {
    referenceId: Optional(ReferenceId),
    postBackUrl: Optional(PostBackUrl),
    redirectUrl: Optional(Text({ maxLength: 500, description: 'Para onde o titular vai no fim' })),
    provider: Optional(Provider),
    cardInfo: Optional(Type.Object({ brand: Optional(Text({ maxLength: 20, examples: ['VISA'] })) })),
  },
  {
    title: 'NewStoredCardForm',
    examples: [{ referenceId: 'cliente-1', redirectUrl: 'https://loja.example/cartoes' }],
  },
);

export type TokenizationFormBody = Static<typeof TokenizationFormBody>;

const text = (description?: string) =>
  Optional(Type.String(description === undefined ? {} : { description }));

/** A tokenization and the resulting card. */
export const TokenizationRecord = Type.Object(
  {
    tokenizationId: Type.String({ description: 'UUID' }),
    referenceId: text(),
    postBackUrl: text(),
    redirectUrl: text(),
    url: text('Página em que o titular digita o cartão; só enquanto ela aceita um cartão'),
    provider: text('Adquirente que guarda o cartão'),
    saveCard: Type.Boolean({ description: 'Sempre true' }),
    checked: Optional(
      Type.Boolean({
        description: 'false: salvo sem consultar o emissor, por exemplo sem cvv; senão ausente',
      }),
    ),
    cardInfo: Optional(
      Type.Object(
        {
          number: text('6 primeiros e 4 últimos dígitos'),
          expirationMonth: text(),
          expirationYear: text(),
          brand: text(),
          token: text('Paga vendas em payment.card.cardInfo.token'),
          holderName: text(),
        },
        { description: 'Sem token enquanto ninguém digitou o cartão' },
      ),
    ),
  },
  { title: 'StoredCard' },
);

export type TokenizationRecord = Static<typeof TokenizationRecord>;
