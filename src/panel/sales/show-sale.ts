import type { Accounts } from '../../accounts/accounts.ts';
import { disputesIn } from '../../gateway/charges/index.ts';
import type { HistoryEvent } from '../../gateway/history/index.ts';
import {
  Authenticate,
  type CardPayment,
  cardAdviceOf,
  interestPlan,
  isCardPayment,
} from '../../gateway/kinds/card/index.ts';
import { isPixPayment, type PixBeside } from '../../gateway/kinds/pix/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import type { PostbackStore } from '../../gateway/postbacks/index.ts';
import { isPaidByBarcode, readNote, routingText } from '../../gateway/providers/index.ts';
import {
  type Attempt,
  type CaseStore,
  chargedAttempt,
  type ListedSale,
  type SalesReader,
  Status,
  type Transaction,
  type TransactionStore,
} from '../../gateway/transactions/index.ts';
import type { TillSalesReader } from '../../operations/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { moment } from '../interface/moment.ts';
import { salePostbackOf } from '../postbacks/postback-row.ts';
import { actionOf, actionsOfDemo, NO_WAY_BACK } from './actions.ts';
import { denialOf, limitText } from './denial-advice.ts';
import { historyGoneText, type KeptHistory } from './history-gone.ts';
import { providerName, saleRowOf } from './sale-row.ts';
import { installmentAmountOf } from './sale-value.ts';
import type { Sale } from './schema.ts';
import { slipOfSale } from './slip-of-sale.ts';
import { type TimelineFacts, timelineOf } from './timeline.ts';

const MAX_POSTBACKS = 50;

export interface SalesDependencies {
  readonly accounts: Accounts;
  readonly sales: SalesReader;
  readonly tillSales: TillSalesReader;
  readonly payments: Pick<
    Payments,
    | 'sell'
    | 'capture'
    | 'void'
    | 'optionsOf'
    | 'changesOf'
    | 'declineOfLastTry'
    | 'triesOf'
    | 'pixOf'
    | 'slipOf'
  >;
  readonly transactions: Pick<TransactionStore, 'find' | 'findAny' | 'attemptsOf'>;
  readonly cases: Pick<CaseStore, 'ofTransaction'>;
  readonly postbacks: PostbackStore;
  readonly keptHistory: KeptHistory;
  readonly clock: Clock;
  readonly time: LocalTime;
}

/** Finds a sale of the person on whose behalf the call acts, or without one a sale of anybody. */
export function findSale(
  { transactions }: Pick<SalesDependencies, 'transactions'>,
  personId: number | undefined,
  id: string,
): Promise<Transaction | undefined> {
  return personId === undefined ? transactions.findAny(id) : transactions.find(personId, id);
}

/** Everything that the page of a sale shows. */
export async function showSale(dependencies: SalesDependencies, sale: Transaction): Promise<Sale> {
  const { accounts, payments, cases, postbacks, tillSales, keptHistory, transactions } = dependencies;
  const { id, merchantId, order, result } = sale;
  const [person, denial, events, news, open, actions, tillSalesOf, pix, bySlip, attempts] = await Promise.all(
    [
      accounts.findPerson(merchantId),
      denialOfSale(dependencies, sale),
      payments.changesOf(merchantId, id),
      postbacks.list({ transactionId: id, limit: MAX_POSTBACKS }),
      cases.ofTransaction(id),
      actionsOf(dependencies, sale),
      tillSales.salesOfCharges(order.chargeId === undefined ? [] : [order.chargeId]),
      payments.pixOf(sale),
      payments.slipOf(sale),
      transactions.attemptsOf(id),
    ],
  );
  const listed: ListedSale = { ...sale, needsAttention: open.some(({ state }) => state === 'manual') };
  const row = saleRowOf(
    listed,
    person?.tradeName ?? person?.name ?? '',
    tillSalesOf.get(order.chargeId ?? 0),
  );
  return {
    ...row,
    installmentAmount: installmentAmountOf(row),
    updatedAt: moment(sale.updatedAt),
    ...cardFactsOf(order.payment),
    pix: pix ? pixOfSale(sale, pix) : null,
    slip: await slipOfSale(dependencies, sale, bySlip, attempts),
    description: order.description ?? null,
    eci: result.eci ?? null,
    routing: routingOf(attempts),
    providerCode: result.providerCode ?? null,
    providerMessage: result.providerMessage ?? null,
    postBackUrl: order.postBackUrl ?? null,
    ...actions,
    ...(bySlip?.payment && isPaidByBarcode(bySlip.payment) && { release: NO_WAY_BACK }),
    denial,
    aboveLimit: denial ? null : limitText(cardAdviceOf(sale, undefined)?.retryReason),
    timeline: timelineOf(events ?? [], {
      users: await namesOf(accounts, events ?? []),
      provider: providerName(order.provider),
      routes: routesOf(attempts),
      amount: sale.amount,
      kind: sale.order.payment.kind,
    }),
    historyGone: events?.length === 0 ? historyGoneText(keptHistory) : null,
    postbacks: news.map(salePostbackOf),
  };
}

/** What a payment says of its card: of another kind, that there is none. */
function cardFactsOf(
  payment: Transaction['order']['payment'],
): Pick<Sale, 'card' | 'softDescriptor' | 'interest' | 'authenticate'> {
  if (!isCardPayment(payment)) {
    return { card: null, softDescriptor: null, interest: 'store', authenticate: Authenticate.never };
  }
  const { softDescriptor = null, interestType, authenticate } = payment;
  return { card: shownCard(payment), softDescriptor, interest: interestPlan(interestType), authenticate };
}

/** Of the attempt whose charge it is. */
function routingOf(attempts: readonly Attempt[]): string | null {
  const note = readNote(chargedAttempt(attempts)?.routing);
  return note ? routingText(note, providerName) : null;
}

function routesOf(attempts: readonly Attempt[]): TimelineFacts['routes'] & {} {
  return new Map(
    attempts.flatMap(({ reference, routing }) => {
      const note = readNote(routing);
      if (!note) return [];
      return [[reference, { provider: providerName(note.account), text: routingText(note, providerName) }]];
    }),
  );
}

function shownCard({ card }: CardPayment): Sale['card'] {
  return {
    mask: card?.mask ?? '',
    holderName: card?.holderName ?? null,
    expiration: card ? `${card.expirationMonth}/${card.expirationYear}` : '',
  };
}

/** Of a link that offers a Pix: its code, and what came too much for one that was paid by card. */
function pixOfSale(sale: Transaction, pix: PixBeside): Sale['pix'] {
  const { intention, payment } = sale.order;
  if (isPixPayment(payment)) return intention && pix.code === undefined ? null : shownPix(sale, pix);
  return pix.surplus.length === 0 ? null : shownPix(sale, { ...pix, code: undefined, url: undefined });
}

function shownPix(sale: Transaction, { code, url, payment, returns, surplus }: PixBeside): Sale['pix'] {
  const isOpen = sale.result.status === Status.intention;
  return {
    code: (isOpen && code) || null,
    url: url ?? null,
    expiresAt: moment(
      isPixPayment(sale.order.payment)
        ? sale.order.payment.expiresAt
        : (sale.order.intention?.expiresAt ?? 0),
    ),
    endToEndId: payment?.endToEndId ?? null,
    paidAt: payment ? moment(payment.receivedAt) : null,
    payerName: payment?.payerName ?? null,
    payerDocument: payment?.payerDocument ?? null,
    refundingAmount: sale.result.refundingAmount ?? 0,
    disputedAmount: sale.result.disputedAmount ?? 0,
    disputes: disputesIn(returns).map(({ amount, at, reason, state }) => ({
      amount,
      at: moment(at),
      reason,
      state,
    })),
    surplus: surplus.map(({ endToEndId, amount, receivedAt, surplus: state = 'kept' }) => ({
      endToEndId,
      amount,
      receivedAt: moment(receivedAt),
      state,
    })),
  };
}

async function denialOfSale({ payments }: SalesDependencies, sale: Transaction): Promise<Sale['denial']> {
  const decline = await payments.declineOfLastTry(sale);
  if (!decline) return null;
  const isLink = sale.order.intention !== undefined;
  return denialOf(decline, sale, isLink ? await payments.triesOf(sale) : { isExhausted: false });
}

async function actionsOf(
  { payments }: SalesDependencies,
  sale: Transaction,
): Promise<Pick<Sale, 'capture' | 'release'>> {
  if (sale.demo === 1) return actionsOfDemo();
  const options = await payments.optionsOf(sale);
  return { capture: actionOf(options.capture), release: actionOf(options.void) };
}

function namesOf(accounts: Accounts, events: readonly HistoryEvent[]): Promise<ReadonlyMap<number, string>> {
  const ids = events.flatMap(({ origin }) => (origin.kind === 'panel' ? [origin.userId] : []));
  return accounts.panel.namesOf([...new Set(ids)]);
}
