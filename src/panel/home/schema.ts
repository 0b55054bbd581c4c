import Type, { type Static } from 'typebox';
import { SALE_KINDS } from '../sales/schema.ts';

export const HOME_PERIODS = ['today', 'yesterday', '7', '30', 'month', 'last_month'] as const;

/** Sums are centavos. */
const CONFIRMED = { confirmedCount: Type.Integer(), confirmedSum: Type.Integer() };

/** Local days, both inclusive. */
const Days = Type.Object({ from: Type.String(), to: Type.String() });

const Figures = Type.Object({
  ...CONFIRMED,
  refundedSum: Type.Integer(),
  average: Type.Integer(),
  /** Of the decided sales (approved or denied, also at the last try of a link), 0 to 1; null if there are none. */
  approvalRate: Type.Union([Type.Number(), Type.Null()]),
});

/** The figures of the first page. */
export const Home = Type.Object({
  period: Type.Enum([...HOME_PERIODS]),
  days: Days,
  comparedWith: Days,
  current: Figures,
  previous: Figures,
  byDay: Type.Array(Type.Object({ day: Type.String(), ...CONFIRMED })),
  /** Of a single day: its hours, local, 0 to 23. */
  hours: Type.Union([
    Type.Object({
      bars: Type.Array(Type.Object({ hour: Type.Integer(), ...CONFIRMED })),
      /** There were more sales than are looked at: those of the first hours are missing. */
      bounded: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  /** What was paid with, the most money first. */
  kinds: Type.Array(Type.Object({ kind: Type.Enum([...SALE_KINDS]), ...CONFIRMED })),
  denials: Type.Array(Type.Object({ code: Type.String(), reason: Type.String(), count: Type.Integer() })),
  needsYou: Type.Object({
    toCapture: Type.Integer(),
    captureSoon: Type.Integer(),
    /** Their capture windows pass within two days. */
    captureEnding: Type.Integer(),
    failedPostbacks: Type.Integer(),
    expiringKeys: Type.Integer(),
    /** Without those below: they end without anybody. */
    verifying: Type.Integer(),
    /** Only the platform's team can find out how they ended. */
    verifiedByPerson: Type.Integer(),
  }),
  /** While the shop has no sale yet. */
  firstSteps: Type.Union([
    Type.Array(
      Type.Object({ key: Type.String(), title: Type.String(), done: Type.Boolean(), to: Type.String() }),
    ),
    Type.Null(),
  ]),
});
export type Home = Static<typeof Home>;

/** The call of the first page, typed for the panel's front end. */
export interface HomeRoutes {
  'GET /home': { query: { period: (typeof HOME_PERIODS)[number]; person?: string }; answer: Home };
}
