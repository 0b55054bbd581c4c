import type { Accounts } from '../../accounts/accounts.ts';
import { type AcquirerNoticeAddresses, isCardPayment } from '../../gateway/kinds/card/index.ts';
import type { NoticeAddresses, PixAccountStore } from '../../gateway/kinds/pix/index.ts';
import type { Money } from '../../gateway/money/index.ts';
import {
  type Acquirers,
  type ChargeProvider,
  connectorKindOf,
  type HealthStore,
  isBank,
  type MerchantAccount,
  type MerchantAccounts,
  readStands,
  tellsChanges,
} from '../../gateway/providers/index.ts';
import {
  isDeniedTry,
  isUnpaid,
  type ListedSale,
  type SalesReader,
  Status,
} from '../../gateway/transactions/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { shownStand } from './account-stand.ts';
import type { AccountDetail, AccountRow, OutcomeRates } from './schema.ts';

export interface AcquirerDependencies {
  readonly accounts: Accounts;
  readonly merchantAccounts: MerchantAccounts;
  readonly acquirers: Pick<Acquirers, 'routeOf'>;
  /** Connectors of banks, by provider. */
  readonly banks: ReadonlyMap<string, ChargeProvider>;
  /** The same of acquirers that take Pix too. */
  readonly pixAcquirers: ReadonlyMap<string, ChargeProvider>;
  /** Where banks tell payments. */
  readonly noticeAddresses: Pick<NoticeAddresses, 'urlOf'>;
  readonly acquirerNotices: Pick<AcquirerNoticeAddresses, 'urlOf'>;
  readonly pixAccounts: Pick<PixAccountStore, 'change'>;
  readonly accountHealth: Pick<HealthStore, 'read' | 'pause' | 'resume'>;
  readonly sales: SalesReader;
  readonly money: Pick<Money, 'fees'>;
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly mode: 'sandbox' | 'production';
}

const DAY_MS = 24 * 60 * 60_000;
const RATE_DAYS = 7;
const MAX_RATED = 500;
/** Among the sales of several acquirers those of one are looked for in so many steps. */
const MAX_STEPS = 4;

export async function accountRows(
  { accounts, accountHealth, clock }: Pick<AcquirerDependencies, 'accounts' | 'accountHealth' | 'clock'>,
  found: readonly MerchantAccount[],
): Promise<ReadonlyMap<number, AccountRow>> {
  const [names, standOf] = await Promise.all([
    accounts.namesOfPersons([...new Set(found.map(({ personId }) => personId))]),
    readStands(accountHealth, clock.now()),
  ]);
  return new Map(
    found.map(({ id, personId, provider, isDefault }) => [
      id,
      {
        id,
        person: { id: personId, name: names.get(personId) ?? '' },
        provider,
        isDefault,
        live: connectorKindOf(provider) !== undefined,
        pays: isBank(provider) ? 'pix' : 'card',
        stand: isBank(provider) ? null : shownStand(standOf, { id, provider }),
      },
    ]),
  );
}

/** An account with its settings (secret values left out) and the outcomes of its newest sales. */
export async function showAccount(
  dependencies: AcquirerDependencies,
  account: MerchantAccount,
): Promise<AccountDetail> {
  const row = (await accountRows(dependencies, [account])).get(account.id);
  if (!row) throw new Error(`the account ${account.id} was not described`);
  const { settings } = await dependencies.merchantAccounts.settings(account);
  const rules = connectorKindOf(account.provider)?.settings ?? [];
  return {
    ...row,
    settings: Object.entries(settings).map(([name, value]) => {
      // For an unknown acquirer every setting counts as secret.
      const secret = rules.find((rule) => rule.name === name)?.secret ?? rules.length === 0;
      return { name, value: secret ? null : value.reveal(), secret };
    }),
    noticesUrl: await noticesUrlOf(dependencies, account),
    rates: await ratesOf(dependencies, account),
  };
}

async function noticesUrlOf(
  { noticeAddresses, acquirerNotices }: AcquirerDependencies,
  { id, provider }: MerchantAccount,
): Promise<string | null> {
  if (isBank(provider)) return noticeAddresses.urlOf(id);
  return tellsChanges(provider) ? acquirerNotices.urlOf(id) : null;
}

async function ratesOf(
  { sales, clock, time }: AcquirerDependencies,
  { personId, provider }: MerchantAccount,
): Promise<OutcomeRates> {
  const from = time.day(clock.now() - (RATE_DAYS - 1) * DAY_MS);
  const filter = { merchantId: personId, provider, from, demo: false };
  const found: ListedSale[] = [];
  let isBounded = false;
  for (let step = 0, before: string | undefined; step < MAX_STEPS; step += 1) {
    const page = await sales.list(filter, { limit: MAX_RATED + 1 - found.length, before });
    found.push(...page.sales);
    before = page.lookedUntil?.id;
    isBounded = found.length > MAX_RATED || before !== undefined;
    if (before === undefined) break;
  }
  const rated = found.slice(0, MAX_RATED).flatMap((sale) => outcomeOf(sale) ?? []);
  const count = (outcome: Outcome) => rated.filter((one) => one === outcome).length;
  return {
    sales: rated.length,
    bounded: isBounded,
    approved: count('approved'),
    denied: count('denied'),
    unknown: count('unknown'),
    failed: count('failed'),
  };
}

type Outcome = Exclude<keyof OutcomeRates, 'sales' | 'bounded'>;

const OUTCOMES: Readonly<Record<Status, Outcome>> = {
  [Status.authorized]: 'approved',
  [Status.captured]: 'approved',
  [Status.canceling]: 'approved',
  [Status.canceled]: 'approved',
  [Status.denied]: 'denied',
  [Status.pending]: 'unknown',
  [Status.started]: 'unknown',
  [Status.failed]: 'failed',
  [Status.expired]: 'failed',
  [Status.intention]: 'failed',
  [Status.intentionCanceled]: 'failed',
};

/** Undefined for a link that nobody has tried to pay: the acquirer knows nothing of it. */
function outcomeOf({ order, result }: ListedSale): Outcome | undefined {
  if (isDeniedTry(result)) return 'denied';
  if (!isCardPayment(order.payment) && result.status === Status.intention) return 'unknown';
  const isUntried =
    order.intention !== undefined &&
    isUnpaid(result.status) &&
    !(isCardPayment(order.payment) && order.payment.card);
  return isUntried ? undefined : OUTCOMES[result.status];
}
