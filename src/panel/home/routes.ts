import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Visitor } from '../../accounts/entry/index.ts';
import type { PostbackStore } from '../../gateway/postbacks/index.ts';
import type { CaseStore, SalesReader } from '../../gateway/transactions/index.ts';
import type { TillSalesReader } from '../../operations/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { daysAfter } from '../../platform/time/local-days.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { tillDayOf } from '../sales/till-rows.ts';
import { barsOfHours, figuresOf, kindsOf, reasonsOfDenials } from './figures.ts';
import { type Days, daysBetween, periodOf } from './period.ts';
import { HOME_PERIODS, type Home } from './schema.ts';

export interface HomeRoutesOptions {
  readonly accounts: Accounts;
  readonly sales: SalesReader;
  readonly tillSales: TillSalesReader;
  readonly postbacks: PostbackStore;
  readonly cases: Pick<CaseStore, 'manualTransactions'>;
  /** Sales of a merchant, or of all, whose time to be captured is about to pass. */
  capturesEnding(merchantId: number | undefined): Promise<number>;
  readonly clock: Clock;
  readonly time: LocalTime;
}

const EXPIRES_SOON_MS = 14 * 24 * 60 * 60_000;
/** Authorizations older than this should be captured soon. */
const CAPTURE_WITHIN_DAYS = 3;
const TO_CAPTURE = 5;
const VERIFYING: readonly number[] = [0, 10];
const DEFAULT_PERIOD = '7';

const Query = Type.Object({
  period: Type.Optional(Type.String({ maxLength: 10 })),
  person: Type.Optional(Type.String({ maxLength: 20 })),
});

/** The first page: figures of sales, and what needs attention. */
export function homeRoutes(options: HomeRoutesOptions): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/home',
      access: 'sales.read',
      compressed: true,
      query: Query,
      run: ({ personId, visitor, query }) =>
        showHome(options, { merchantId: personId, visitor, period: readPeriod(query.period) }),
    }),
  ];
}

function readPeriod(text: string | undefined): Home['period'] {
  const period = HOME_PERIODS.find((one) => one === (text ?? DEFAULT_PERIOD));
  if (!period) {
    throw refusePanel('field_invalid', {
      field: 'period',
      message: `O período deve ser um destes: ${HOME_PERIODS.join(', ')}.`,
    });
  }
  return period;
}

async function showHome(
  { accounts, sales, tillSales, postbacks, cases, capturesEnding, clock, time }: HomeRoutesOptions,
  wanted: {
    readonly merchantId: number | undefined;
    readonly visitor: Visitor;
    readonly period: Home['period'];
  },
): Promise<Home> {
  const { merchantId, visitor, period } = wanted;
  const personId = merchantId ?? visitor.person.id;
  const now = clock.now();
  const today = time.day(now);
  const { current: wantedDays, previous: comparedWith } = periodOf(period, today);
  const { from, to } = wantedDays;
  const isOneDay = from === to;
  const before = comparedWith.from;
  const [ofGateway, ofTill, hours, denials, failedPostbacks, keys, byPerson, ending] = await Promise.all([
    sales.days({ merchantId, from: before, to: today, evenBefore: [...VERIFYING, TO_CAPTURE] }),
    tillSales.days({ personId: merchantId, from: before, to }),
    isOneDay
      ? Promise.all([
          sales.hours({ merchantId, day: from }),
          tillSales.hours({ personId: merchantId, day: from }),
        ])
      : undefined,
    sales.denials({ merchantId, from, to }),
    postbacks.countFailed(personId),
    accounts.listCredentials({ personId }),
    cases.manualTransactions(merchantId),
    capturesEnding(merchantId),
  ]);
  const tillDays = ofTill.map(tillDayOf);
  const days = [...ofGateway.filter(({ day }) => day >= before), ...tillDays];
  const within = ({ from: first, to: last }: Days, rows = days) =>
    rows.filter(({ day }) => day >= first && day <= last);
  const current = within(wantedDays);
  const isPlatform = visitor.person.role === 'operator' && merchantId === undefined;
  const hasSales =
    isPlatform ||
    days.some((row) => row.sales > 0) ||
    (await Promise.all([sales.hasSales(personId), tillSales.hasSales(personId)])).includes(true);
  const countOf = (statuses: readonly number[], until = today) =>
    ofGateway
      .filter(({ status, day }) => statuses.includes(status) && day <= until)
      .reduce((sum, { sales: count }) => sum + count, 0);
  return {
    period,
    days: wantedDays,
    comparedWith,
    current: figuresOf(current),
    previous: figuresOf(within(comparedWith)),
    byDay: daysBetween(wantedDays).map((day) => {
      const { confirmedSum, confirmedCount } = figuresOf(current.filter((row) => row.day === day));
      return { day, confirmedSum, confirmedCount };
    }),
    hours: hours ? barsOfHours(hours, (at) => Number(time.iso(at).slice(11, 13))) : null,
    kinds: kindsOf(current),
    denials: reasonsOfDenials(
      denials.map((denial) => ({ ...denial })),
      within(wantedDays, tillDays),
    ),
    needsYou: {
      toCapture: countOf([TO_CAPTURE]),
      captureEnding: ending,
      captureSoon: countOf([TO_CAPTURE], daysAfter(today, -CAPTURE_WITHIN_DAYS)),
      failedPostbacks,
      expiringKeys: keys.filter(
        ({ expiresAt, revokedAt }) =>
          revokedAt === undefined &&
          expiresAt !== undefined &&
          expiresAt > now &&
          expiresAt < now + EXPIRES_SOON_MS,
      ).length,
      // Those that are charged and being given back are none of these, so it is a lower bound.
      verifying: Math.max(0, countOf(VERIFYING) - byPerson),
      verifiedByPerson: byPerson,
    },
    firstSteps: hasSales ? null : await firstStepsOf(accounts, personId, keys.length > 0, visitor),
  };
}

async function firstStepsOf(
  accounts: Accounts,
  personId: number,
  hasKeys: boolean,
  { user }: Visitor,
): Promise<Home['firstSteps']> {
  const { active, invited } = await accounts.panel.countTeam(personId);
  return [
    { key: 'keys', title: 'Crie as chaves da sua loja', done: hasKeys, to: '/chaves' },
    { key: 'sale', title: 'Faça a primeira venda', done: false, to: '/vendas' },
    { key: 'team', title: 'Convide a sua equipe', done: active + invited > 1, to: '/equipe' },
    { key: 'security', title: 'Ative o segundo fator', done: user.secondFactor, to: '/seguranca' },
  ];
}
