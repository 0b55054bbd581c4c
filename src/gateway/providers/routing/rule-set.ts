import { type Static, Type } from 'typebox';

export const ROUTED_KINDS = ['credit', 'debit', 'pix', 'boleto'] as const;
export type RoutedKind = (typeof ROUTED_KINDS)[number];
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
const MAX_RULES = 100;
const MAX_BINS = 500;
const MAX_ACCOUNTS = 10;
const MAX_WEIGHT = 1_000_000;
const MAX_AMOUNT = 999_999_999_999;
const MAX_INSTALLMENTS = 99;

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Array(Type.Unsafe<Value>(Type.String({ enum: [...values] })), {
    minItems: 1,
    maxItems: values.length,
    description,
  });
const range = (minimum: number, maximum: number, description: string) =>
  Type.Object(
    {
      from: Type.Optional(Type.Integer({ minimum, maximum })),
      to: Type.Optional(Type.Integer({ minimum, maximum })),
    },
    { additionalProperties: false, description },
  );
const time = (pattern: string) => Type.String({ pattern });
const Account = Type.String({ pattern: '^[A-Z0-9_-]{1,30}$', description: 'A adquirente, como REDE.' });

const Conditions = Type.Object(
  {
    brands: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z0-9 _-]{1,20}$' }), {
        minItems: 1,
        maxItems: 30,
        description: 'Bandeiras, em maiúsculas: VISA, MASTERCARD, ELO.',
      }),
    ),
    bins: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{6,8}$' }), {
        minItems: 1,
        maxItems: MAX_BINS,
        description: 'Começos do número do cartão, de 6 a 8 dígitos.',
      }),
    ),
    kinds: Type.Optional(oneOf(ROUTED_KINDS, 'credit, debit, pix, boleto. Sem ela, vale para todos.')),
    installments: Type.Optional(range(1, MAX_INSTALLMENTS, 'Parcelas, as duas pontas incluídas.')),
    plans: Type.Optional(
      oneOf(['store', 'issuer'], 'Quem cobra os juros das parcelas: a loja ou o emissor.'),
    ),
    amount: Type.Optional(range(1, MAX_AMOUNT, 'Valor em centavos, as duas pontas incluídas.')),
    recurrence: Type.Optional(
      oneOf(
        ['first', 'following'],
        'A primeira de uma recorrência (cartão digitado) ou as seguintes (cartão salvo).',
      ),
    ),
    storedCard: Type.Optional(Type.Boolean({ description: 'Se o cartão é um salvo.' })),
    threeDs: Type.Optional(Type.Boolean({ description: 'Se a venda pede 3-D Secure.' })),
    weekdays: Type.Optional(oneOf(WEEKDAYS, 'Dias da semana, na hora local.')),
    hours: Type.Optional(
      Type.Object(
        {
          from: time('^([01][0-9]|2[0-3]):[0-5][0-9]$'),
          to: time('^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
        },
        {
          additionalProperties: false,
          description:
            'Hora local, a primeira incluída e a última não. De 22:00 a 06:00 passa da meia-noite.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const Rule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    when: Type.Optional(Conditions),
    accounts: Type.Array(Account, { minItems: 1, maxItems: MAX_ACCOUNTS }),
    split: Type.Optional(
      Type.Array(
        Type.Object(
          { account: Account, weight: Type.Integer({ minimum: 0, maximum: MAX_WEIGHT }) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: MAX_ACCOUNTS },
      ),
    ),
  },
  { additionalProperties: false },
);

/** A file of rules, as `routing set` takes it. The first rule whose conditions all hold decides. */
export const RuleSetFile = Type.Object(
  { rules: Type.Array(Rule, { maxItems: MAX_RULES }) },
  { additionalProperties: false },
);

export type Conditions = Static<typeof Conditions>;
export type Rule = Static<typeof Rule>;
/** What decides to which of its accounts a merchant's payments go. */
export type RuleSet = Static<typeof RuleSetFile>;

/** A rule set with its number. */
export interface NumberedRuleSet {
  readonly version: number;
  /** Whether it is the installation's, which numbers its versions by itself. */
  readonly isOfHouse?: true | undefined;
  readonly rules: readonly Rule[];
}
