import type { RoutingRule } from '../../../../../src/panel/routing/schema.ts';

type When = NonNullable<RoutingRule['when']>;
export type YesNo = '' | 'yes' | 'no';

/** A rule while it is edited. */
export interface RuleValues {
  /** Of this rule on this screen. */
  readonly key: string;
  readonly name: string;
  readonly kinds: readonly string[];
  readonly brands: readonly string[];
  /** Separated by commas or blanks. */
  readonly bins: string;
  readonly installments: readonly [number | '', number | ''];
  readonly amount: readonly [number | null, number | null];
  readonly plan: string;
  readonly recurrence: string;
  readonly storedCard: YesNo;
  readonly threeDs: YesNo;
  readonly weekdays: readonly string[];
  readonly hours: readonly [string, string];
  /** In the order of the tries. */
  readonly accounts: readonly string[];
  readonly isSplit: boolean;
  /** Percents, by account. */
  readonly shares: Readonly<Record<string, number | ''>>;
}

let made = 0;

export function newRule(account: string | undefined): RuleValues {
  made += 1;
  return {
    key: `r${made}`,
    name: '',
    kinds: [],
    brands: [],
    bins: '',
    installments: ['', ''],
    amount: [null, null],
    plan: '',
    recurrence: '',
    storedCard: '',
    threeDs: '',
    weekdays: [],
    hours: ['', ''],
    accounts: account === undefined ? [] : [account],
    isSplit: false,
    shares: {},
  };
}

export function valuesOf({ name, when = {}, accounts, split }: RoutingRule): RuleValues {
  const all = split?.reduce((sum, { weight }) => sum + weight, 0) ?? 0;
  return {
    ...newRule(undefined),
    name,
    kinds: when.kinds ?? [],
    brands: when.brands ?? [],
    bins: (when.bins ?? []).join(', '),
    installments: [when.installments?.from ?? '', when.installments?.to ?? ''],
    amount: [when.amount?.from ?? null, when.amount?.to ?? null],
    plan: when.plans?.length === 1 ? (when.plans[0] ?? '') : '',
    recurrence: when.recurrence?.length === 2 ? 'any' : (when.recurrence?.[0] ?? ''),
    storedCard: yesNo(when.storedCard),
    threeDs: yesNo(when.threeDs),
    weekdays: when.weekdays ?? [],
    hours: [when.hours?.from ?? '', when.hours?.to ?? ''],
    accounts,
    isSplit: split !== undefined,
    shares: Object.fromEntries(
      (split ?? []).map(({ account, weight }) => [account, Math.round((weight / all) * 1_000) / 10]),
    ),
  };
}

function yesNo(value: boolean | undefined): YesNo {
  return value === undefined ? '' : value ? 'yes' : 'no';
}

/** As it is sent: what is left empty is no condition. */
export function ruleOf(values: RuleValues): RoutingRule {
  const when = whenOf(values);
  // Tenths of a percent, so that weights are whole.
  const split = values.accounts.map((account) => ({
    account,
    weight: Math.round(Number(values.shares[account] ?? 0) * 10),
  }));
  return {
    name: values.name.trim(),
    accounts: [...values.accounts],
    ...(Object.keys(when).length > 0 && { when }),
    ...(values.isSplit && values.accounts.length > 1 && { split }),
  };
}

function whenOf(values: RuleValues): When {
  const { installments, amount, hours } = values;
  const bins = values.bins.split(/[\s,;]+/).filter((bin) => bin !== '');
  return {
    ...(values.kinds.length > 0 && { kinds: values.kinds as When['kinds'] & {} }),
    ...(values.brands.length > 0 && { brands: [...values.brands] }),
    ...(bins.length > 0 && { bins }),
    ...rangeOf(
      'installments',
      installments[0] === '' ? null : installments[0],
      installments[1] === '' ? null : installments[1],
    ),
    ...rangeOf('amount', amount[0], amount[1]),
    ...(values.plan !== '' && { plans: [values.plan] as When['plans'] & {} }),
    ...(values.recurrence !== '' && { recurrence: recurrenceOf(values.recurrence) }),
    ...(values.storedCard !== '' && { storedCard: values.storedCard === 'yes' }),
    ...(values.threeDs !== '' && { threeDs: values.threeDs === 'yes' }),
    ...(values.weekdays.length > 0 && { weekdays: values.weekdays as When['weekdays'] & {} }),
    ...((hours[0] !== '' || hours[1] !== '') && {
      hours: { from: hours[0] || '00:00', to: hours[1] || '24:00' },
    }),
  };
}

function recurrenceOf(value: string): When['recurrence'] & {} {
  return value === 'any' ? ['first', 'following'] : ([value] as When['recurrence'] & {});
}

function rangeOf(name: 'installments' | 'amount', from: number | null, to: number | null) {
  if (from === null && to === null) return {};
  return { [name]: { ...(from !== null && { from }), ...(to !== null && { to }) } };
}

/** What hinders saving it, in words; undefined: nothing. */
export function problemOf({ name, accounts, isSplit, shares }: RuleValues): string | undefined {
  if (name.trim() === '') return 'Dê um nome à regra.';
  if (accounts.length === 0) return 'Escolha pelo menos uma conta.';
  if (!isSplit || accounts.length < 2) return undefined;
  const sum = accounts.reduce((all, account) => all + Number(shares[account] ?? 0), 0);
  return Math.round(sum * 10) === 1_000
    ? undefined
    : `As porcentagens somam ${String(sum).replace('.', ',')}: devem somar 100.`;
}
