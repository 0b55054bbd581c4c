import Type, { type Static } from 'typebox';

export const HOME_PERIODS = ['today', '7', '30'] as const;

const Figures = Type.Object({
  confirmedCount: Type.Integer(),
  /** Centavos, as all sums here. */
  confirmedSum: Type.Integer(),
  refundedSum: Type.Integer(),
  average: Type.Integer(),
  /** Of the decided sales (approved or denied, also at the last try of a link), 0 to 1; null if there are none. */
  approvalRate: Type.Union([Type.Number(), Type.Null()]),
});

/** The figures of the first page. */
export const Home = Type.Object({
  period: Type.Enum([...HOME_PERIODS]),
  current: Figures,
  previous: Figures,
  days: Type.Array(
    Type.Object({ day: Type.String(), confirmedSum: Type.Integer(), confirmedCount: Type.Integer() }),
  ),
  denials: Type.Array(Type.Object({ code: Type.String(), reason: Type.String(), count: Type.Integer() })),
  needsYou: Type.Object({
    toCapture: Type.Integer(),
    captureSoon: Type.Integer(),
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
