import Type, { type Static } from 'typebox';

const MIN_CENTS = 1;
const MAX_CENTS = 99_999_999;
const MAX_INSTALLMENTS = 12;

export const TestSaleBody = Type.Object({
  scenario: Type.String({ maxLength: 3 }),
  brand: Type.Enum(['VISA', 'MASTERCARD', 'ELO', 'HIPERCARD', 'AMEX'], { type: 'string' }),
  amount: Type.Integer({ minimum: MIN_CENTS, maximum: MAX_CENTS }),
  installments: Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS }),
  /** False: only authorized. */
  capture: Type.Optional(Type.Boolean()),
});

export const TestSettingsBody = Type.Object({ issuerAsStore: Type.Boolean() });

export interface TestOutcome {
  readonly scenario: string;
  readonly title: string;
  /** Number by brand. */
  readonly cards: Readonly<Record<string, string>>;
}

/** The calls of the screen "Testes", which only a sandbox has, typed for the panel's front end. */
export interface TestRoutes {
  'GET /tests/outcomes': {
    answer: {
      brands: readonly Static<typeof TestSaleBody>['brand'][];
      groups: readonly { title: string; outcomes: readonly TestOutcome[] }[];
    };
  };
  'GET /tests/settings': { answer: Static<typeof TestSettingsBody> };
  'PATCH /tests/settings': {
    body: Static<typeof TestSettingsBody>;
    answer: Static<typeof TestSettingsBody>;
  };
  'POST /tests/sales': { body: Static<typeof TestSaleBody>; answer: { id: string } };
}
