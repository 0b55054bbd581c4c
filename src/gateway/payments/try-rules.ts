import { Refusal } from '../../platform/refusal.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { isCardPayment, storedToRoute } from '../kinds/card/index.ts';
import {
  type Acquirers,
  type Choice,
  type MerchantAccounts,
  momentOf,
  type NumberedRuleSet,
  type RoutingRules,
  readNote,
} from '../providers/index.ts';
import type { SalesReader, Transaction } from '../transactions/index.ts';

export const MOST_TRIED_SALES = 1_000;
const PAGE = 200;
/** Also of a shop that sells by Pix nearly always, the search comes to an end. */
const MAX_PAGES = 20;
const MOST_SHOWN = 50;

export interface TrialDependencies {
  readonly acquirers: Pick<Acquirers, 'tryRules' | 'route'>;
  readonly accounts: Pick<MerchantAccounts, 'of'>;
  readonly rules: Pick<RoutingRules, 'activeFor'>;
  readonly sales: Pick<SalesReader, 'list' | 'firstAttempts'>;
  readonly time: Pick<LocalTime, 'iso'>;
}

/** A sale that rules would send elsewhere. */
export interface MovedSale {
  readonly transactionId: string;
  readonly referenceId: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly amount: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly rule: string | undefined;
}

/** What rules would have made of the last sales by card, beside what chooses today. */
export interface Trial {
  readonly sales: number;
  /** How many would go elsewhere than today. */
  readonly moved: number;
  /** How many depend on digits of the card that are not kept. */
  readonly uncertain: number;
  /** How many go to each account, today and by the tried rules. */
  readonly accounts: readonly { readonly account: string; readonly today: number; readonly tried: number }[];
  /** How many each rule decides; the last entry has no name: the default account. */
  readonly rules: readonly { readonly rule: string | undefined; readonly sales: number }[];
  /** The newest. */
  readonly changes: readonly MovedSale[];
}

/** Tries rules on a person's last sales, as they would choose now: its accounts, and what they can do, are today's. */
export async function tryOnLastSales(
  dependencies: TrialDependencies,
  personId: number,
  { ruleSet, last = MOST_TRIED_SALES }: { readonly ruleSet: NumberedRuleSet; readonly last?: number },
): Promise<Trial> {
  const active = await dependencies.rules.activeFor(personId);
  const usual = await usualAccount(dependencies, personId);
  const own = new Set((await dependencies.accounts.of(personId)).map(({ provider }) => provider));
  const sales = await lastCardSales(dependencies, personId, last);
  const first = await dependencies.sales.firstAttempts(sales.map(({ id }) => id));
  const trial = emptyTrial();
  for (const sale of sales) {
    const { payment, provider } = sale.order;
    if (!isCardPayment(payment)) continue;
    const note = readNote(first.get(sale.id)?.routing);
    // Where there was nothing to choose nothing was kept: only a name that is none of the accounts must have been asked for.
    const isNamed = note ? note.by === 'named' : !own.has(provider) && provider !== usual;
    const asked = storedToRoute(sale, payment, { named: isNamed ? provider : undefined, note });
    const went = note?.account ?? provider;
    if (isNamed || asked.facts.storedCard) {
      trial.add(sale, went, { account: went, rule: undefined, isUncertain: false });
      continue;
    }
    const at = momentOf(dependencies.time.iso(sale.createdAt));
    const choose = (rules: NumberedRuleSet) =>
      dependencies.acquirers.tryRules(personId, asked, { ruleSet: rules, at });
    const today = active ? (await choose(active))?.account : usual;
    trial.add(sale, today, await choose(ruleSet));
  }
  return trial.result(ruleSet);
}

async function usualAccount(
  { acquirers }: Pick<TrialDependencies, 'acquirers'>,
  personId: number,
): Promise<string | undefined> {
  try {
    return (await acquirers.route(personId, undefined)).connector.provider;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function lastCardSales(
  { sales }: Pick<TrialDependencies, 'sales'>,
  merchantId: number,
  last: number,
): Promise<readonly Transaction[]> {
  const found: Transaction[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES && found.length < last; page += 1) {
    const listed = await sales.list({ merchantId }, { limit: PAGE, before });
    // An intention that nobody has tried to pay has no card.
    found.push(
      ...listed.sales.filter(
        ({ order: { payment } }) => isCardPayment(payment) && payment.card !== undefined,
      ),
    );
    before = listed.sales.at(-1)?.id;
    if (listed.sales.length < PAGE) break;
  }
  return found.slice(0, last);
}

function emptyTrial() {
  const accounts = new Map<string, { today: number; tried: number }>();
  const rules = new Map<string | undefined, number>();
  const changes: MovedSale[] = [];
  let [sales, moved, uncertain] = [0, 0, 0];
  const count = (account: string | undefined, when: 'today' | 'tried') => {
    if (account === undefined) return;
    const counted = accounts.get(account) ?? { today: 0, tried: 0 };
    counted[when] += 1;
    accounts.set(account, counted);
  };
  return {
    add: (
      { id, referenceId, createdAt, amount }: Transaction,
      today: string | undefined,
      then: Pick<Choice, 'account' | 'rule' | 'isUncertain'> | undefined,
    ): void => {
      sales += 1;
      if (then?.isUncertain) uncertain += 1;
      count(today, 'today');
      count(then?.account, 'tried');
      rules.set(then?.rule, (rules.get(then?.rule) ?? 0) + 1);
      if (then?.account === today) return;
      moved += 1;
      if (changes.length < MOST_SHOWN) {
        const { account: to, rule } = then ?? { account: undefined, rule: undefined };
        changes.push({ transactionId: id, referenceId, createdAt, amount, from: today, to, rule });
      }
    },
    result: (ruleSet: NumberedRuleSet): Trial => ({
      sales,
      moved,
      uncertain,
      accounts: [...accounts].map(([account, counted]) => ({ account, ...counted })),
      rules: [...ruleSet.rules.map(({ name }) => name), undefined].map((rule) => ({
        rule,
        sales: rules.get(rule) ?? 0,
      })),
      changes,
    }),
  };
}
