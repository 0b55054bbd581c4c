import Type, { type Static } from 'typebox';
import { LineField } from '../interface/fields.ts';
import { PageQuery } from '../interface/list-page.ts';

export const AcquirersQuery = Type.Object({
  ...PageQuery.properties,
  /** Only the accounts of this person. */
  of: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** A setting as it is given; empty keeps what is stored. */
const Settings = Type.Array(
  Type.Object({ name: LineField(40), value: Type.Optional(Type.String({ maxLength: 16_384 })) }),
  { maxItems: 40 },
);

export const NewAccountBody = Type.Object({
  personId: Type.Integer({ minimum: 1 }),
  /** In any letter case. */
  provider: LineField(40),
  settings: Settings,
  isDefault: Type.Optional(Type.Boolean()),
});
export type NewAccountBody = Static<typeof NewAccountBody>;

export const AccountBody = Type.Object({ settings: Settings, isDefault: Type.Optional(Type.Boolean()) });
export type AccountBody = Static<typeof AccountBody>;

/** A card of the operator's own, for a check without an amount. The sandbox has one of its own. */
export const TestBody = Type.Object({
  cardNumber: Type.Optional(Type.String({ maxLength: 30 })),
  month: Type.Optional(Type.String({ pattern: '^(0[1-9]|1[0-2])$' })),
  year: Type.Optional(Type.String({ pattern: '^20\\d\\d$' })),
  cvv: Type.Optional(Type.String({ pattern: '^\\d{3,4}$' })),
});
export type TestBody = Static<typeof TestBody>;

/** What an account at an acquirer needs. */
export interface AcquirerKind {
  readonly provider: string;
  readonly settings: readonly {
    readonly name: string;
    readonly meaning: string;
    readonly required: boolean;
    readonly secret: boolean;
    /** Says whose account it is: never changed in place. */
    readonly fixed: boolean;
  }[];
}

export interface AccountRow {
  readonly id: number;
  readonly person: { readonly id: number; readonly name: string };
  readonly provider: string;
  readonly isDefault: boolean;
  /** False: only the sandbox's simulator answers under this name. */
  readonly live: boolean;
}

/** How the newest sales through an account ended; of the last seven days. */
export interface OutcomeRates {
  readonly sales: number;
  /** There were more: these are the newest. */
  readonly bounded: boolean;
  readonly approved: number;
  readonly denied: number;
  readonly unknown: number;
  readonly failed: number;
}

export interface AccountDetail extends AccountRow {
  /** A secret one is never told: only whether it is there. */
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly secret: boolean;
  }[];
  readonly rates: OutcomeRates;
}

/** What one question to the acquirer brought. */
export interface TestStep {
  readonly result: 'good' | 'bad' | 'skipped';
  readonly text: string;
}

export interface AccountTest {
  readonly health: TestStep;
  readonly zeroAmount: TestStep;
}

/** The calls of "Adquirentes", as the panel's front end types them. */
export interface AcquirerRoutes {
  'GET /acquirers': {
    query: Static<typeof AcquirersQuery>;
    answer: { items: readonly AccountRow[]; next: string | null };
  };
  'GET /acquirers/kinds': { answer: { items: readonly AcquirerKind[]; mode: 'sandbox' | 'production' } };
  'GET /acquirers/:id': { answer: AccountDetail };
  'POST /acquirers': { body: NewAccountBody; answer: AccountDetail };
  'PATCH /acquirers/:id': { body: AccountBody; answer: AccountDetail };
  'DELETE /acquirers/:id': { answer: null };
  'POST /acquirers/:id/test': { body: TestBody; answer: AccountTest };
}
