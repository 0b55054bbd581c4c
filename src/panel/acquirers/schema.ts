import Type, { type Static } from 'typebox';
import { LineField, OptionalLine, UnsearchedField } from '../interface/fields.ts';
import { PageQuery } from '../interface/list-page.ts';

/** As long as `acquirer pause` takes one. */
const MAX_REASON = 200;
const { cursor, limit } = PageQuery.properties;

export const AcquirersQuery = Type.Object({
  cursor,
  limit,
  /** Only the accounts of this person. */
  of: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** A setting as sent; empty keeps the stored value. */
const Settings = Type.Array(
  Type.Object({
    name: LineField(40),
    value: Type.Optional(UnsearchedField('sealed', { maxLength: 16_384 })),
  }),
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

/** The operator's own card, for a check without an amount. The sandbox provides one. */
export const TestBody = Type.Object({
  cardNumber: Type.Optional(UnsearchedField('card number', { maxLength: 30 })),
  month: Type.Optional(Type.String({ pattern: '^(0[1-9]|1[0-2])$' })),
  year: Type.Optional(Type.String({ pattern: '^20\\d\\d$' })),
  cvv: Type.Optional(Type.String({ pattern: '^\\d{3,4}$' })),
});
export type TestBody = Static<typeof TestBody>;

/** Keeps sales that another account can take from this one. */
export const PauseBody = Type.Object({
  /** `yyyy-MM-ddTHH:mm` in the installation's zone. Absent: until somebody resumes it. */
  until: Type.Optional(LineField(40)),
  reason: OptionalLine(MAX_REASON),
});
export type PauseBody = Static<typeof PauseBody>;

/** The settings that an account at an acquirer needs. */
export interface AcquirerKind {
  readonly provider: string;
  readonly pays: 'card' | 'pix';
  readonly settings: readonly {
    readonly name: string;
    readonly title: string;
    readonly hint: string;
    /** Its values with what they mean, the default first; empty where anything may be typed. */
    readonly choices: readonly (readonly [value: string, label: string])[];
    /** Few accounts need another than the default. */
    readonly rare: boolean;
    /** It is the content of a file; a binary one in base64. */
    readonly file: 'pem' | 'binary' | null;
    readonly required: boolean;
    readonly secret: boolean;
    /** Identifies the account: cannot be changed. */
    readonly fixed: boolean;
  }[];
}

export interface AccountRow {
  readonly id: number;
  readonly person: { readonly id: number; readonly name: string };
  readonly provider: string;
  readonly isDefault: boolean;
  /** False: only the sandbox's simulator uses this name. */
  readonly live: boolean;
  readonly pays: 'card' | 'pix';
  /** Null for an account at a bank. */
  readonly stand: ShownStand | null;
}

/** Whether sales that another account could take avoid this one. */
export interface ShownStand {
  readonly state: 'healthy' | 'open' | 'paused';
  readonly since: string | null;
  readonly until: string | null;
  readonly reason: string | null;
}

/** Outcomes of the newest sales through an account, of the last seven days. */
export interface OutcomeRates {
  readonly sales: number;
  /** True if there were more: these are the newest. */
  readonly bounded: boolean;
  readonly approved: number;
  readonly denied: number;
  readonly unknown: number;
  readonly failed: number;
}

export interface AccountDetail extends AccountRow {
  /** The value of a secret setting is never returned, only whether it is set. */
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly secret: boolean;
  }[];
  /** Where its bank tells payments, as it is registered there, or its acquirer what changed, as it is to be given to it. */
  readonly noticesUrl: string | null;
  readonly rates: OutcomeRates;
}

/** The result of one request to the acquirer. */
export interface TestStep {
  readonly result: 'good' | 'bad' | 'skipped';
  readonly text: string;
}

export interface AccountTest {
  readonly health: TestStep;
  /** Of an acquirer of cards. */
  readonly zeroAmount?: TestStep;
  /** Of a bank: a charge of one centavo, made and removed; its certificate; where it tells payments. */
  readonly charge?: TestStep;
  readonly certificate?: TestStep;
  readonly notices?: TestStep;
}

/** The calls of "Adquirentes", typed for the panel's front end. */
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
  'POST /acquirers/:id/pause': { body: PauseBody; answer: AccountDetail };
  'POST /acquirers/:id/resume': { answer: AccountDetail };
  'POST /acquirers/:id/test': { body: TestBody; answer: AccountTest };
}

const MAX_INSTALLMENTS = 99;
const MAX_FIXED = 9_999_999;
export const MAX_LINES = 200;

/** What is kept of sales of one kind, brand and number of installments. */
const FeeLine = Type.Object({
  kind: Type.Enum(['credit', 'debit', 'pix', 'bankSlip'], { type: 'string' }),
  /** `*`: all others. */
  brand: Type.String({ pattern: '^(\\*|[A-Z][A-Z0-9]{1,19})$' }),
  from: Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS }),
  to: Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS }),
  /** `2.5`: of the amount. */
  percent: Type.String({ pattern: '^\\d{1,2}(\\.\\d{1,3})?$' }),
  /** Centavos, once for each sale. */
  fixed: Type.Integer({ minimum: 0, maximum: MAX_FIXED }),
});
export type FeeBandLine = Static<typeof FeeLine>;

export const FeesBody = Type.Object({
  /** The first day of sales with these fees. */
  from: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  lines: Type.Array(FeeLine),
  /** Everything is paid after so many banking days. */
  prepayment: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
});
export type FeesBody = Static<typeof FeesBody>;

export interface FeeVersion extends Omit<FeesBody, 'prepayment'> {
  readonly prepayment: number | null;
  /** ISO 8601, UTC. */
  readonly saidAt: string;
}

/** The calls of "Taxas", typed for the panel's front end. */
export interface FeeRoutes {
  'GET /acquirers/:id/fees': {
    answer: {
      account: { id: number; provider: string; pays: 'card' | 'pix'; shop: string };
      items: readonly FeeVersion[];
    };
  };
  'POST /acquirers/:id/fees': { body: FeesBody; answer: null };
}
