import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTIONS_PATH } from '../../../support/gateway-client.ts';
import type { StepPlan } from '../gateway-sale.ts';
import type { ReportedTransaction } from '../judge/evidence.ts';
import { CAPTURED, INTENTION, STARTED } from '../judge/statuses.ts';
import type { MerchantRequest } from '../recording-client.ts';
import { apiOf, type GatewaySelling, queryUntilAnswered } from '../sell-by-gateway.ts';
import type { Bank } from './bank.ts';
import type { PixPlan } from './pix-plan.ts';

/** How often a buyer looks whether the code is there, or a merchant whether it is paid, before he goes away. */
const MAX_LOOKS = 40;
const PAUSE_MS = 60;
/** A buyer who pays at the last moment does so up to this long before and after it. */
const AROUND_THE_END_MS = 300;
const ALL = undefined;

export interface PixSelling extends Omit<GatewaySelling, 'buyers'> {
  readonly bank: Pick<Bank, 'pay'>;
}

/** Buyers who wait for the last moment. No worker waits for them; at the end of the load they pay at once. */
export interface LateBuyers {
  readonly hurry: AbortSignal;
  readonly paying: Promise<unknown>[];
}

/** A merchant sells by Pix, a buyer pays or does not, and some of it is given back. */
export async function sellByPix(
  testBed: PixSelling & { readonly late: LateBuyers },
  plan: PixPlan,
  random: () => number,
): Promise<void> {
  const { client } = testBed;
  const endsAt = Date.now() + (plan.lifeMs ?? 0);
  const answer = await client.send(saleOf(testBed, plan));
  const made = answer
    ? answer.reported
    : await queryUntilAnswered(testBed, plan, `${TRANSACTIONS_PATH}?referenceId=${plan.referenceId}`);
  if (!made) return;
  const shown = await lookUntil(testBed, plan, made, ({ status }) => status !== STARTED);
  const txid = shown?.pixName;
  if (shown?.status === INTENTION && txid !== undefined) {
    await buy(testBed, { plan, transactionId: made.transactionId, txid, endsAt, random });
  }
  for (const step of plan.steps) {
    const now = await query(testBed, plan, made);
    if (now?.status !== CAPTURED) return;
    const request = voidOf(testBed, plan, made.transactionId, step, amountOf(now, step));
    const both = step.isDoubled ? [request, request] : [request];
    await Promise.all(both.map((one) => client.send(one)));
  }
}

interface Buying {
  readonly plan: PixPlan;
  readonly transactionId: string;
  readonly txid: string;
  readonly endsAt: number;
  readonly random: () => number;
}

async function buy(testBed: PixSelling & { readonly late: LateBuyers }, buying: Buying): Promise<void> {
  const { bank, client, late } = testBed;
  const { plan, transactionId, txid, endsAt, random } = buying;
  const cancel = () => client.send(voidOf(testBed, plan, transactionId, { isKeyed: plan.isKeyed }, ALL));
  const paid = () => lookUntil(testBed, plan, { transactionId }, ({ status }) => status !== INTENTION);
  switch (plan.buyer) {
    case 'pays':
      await bank.pay(txid);
      return void (await paid());
    case 'pays twice':
      await Promise.all([bank.pay(txid, { force: true }), bank.pay(txid, { force: true })]);
      return void (await paid());
    case 'pays another amount':
      await bank.pay(txid, { amount: plan.amount + 1, force: true });
      return void (await paid());
    case 'pays while it is canceled':
      await Promise.all([cancel(), sleep(random() * PAUSE_MS).then(() => bank.pay(txid))]);
      return;
    case 'pays after it was canceled':
      await cancel();
      return void (await bank.pay(txid, { force: true }));
    case 'leaves it to be canceled':
      return void (await cancel());
    case 'lets it expire':
      return;
    case 'pays at the last moment':
      late.paying.push(
        sleep(Math.max(0, endsAt - Date.now() + (2 * random() - 1) * AROUND_THE_END_MS), undefined, {
          ref: false,
          signal: late.hurry,
        })
          .catch(() => undefined)
          .then(() => bank.pay(txid, { force: true }))
          .catch(() => undefined),
      );
  }
}

/** The newest answer for which this holds; undefined when it never did. */
async function lookUntil(
  testBed: PixSelling,
  plan: PixPlan,
  made: { readonly transactionId: string },
  holds: (now: ReportedTransaction) => boolean,
): Promise<ReportedTransaction | undefined> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const now = await query(testBed, plan, made);
    if (!now || holds(now)) return now;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

function query(testBed: PixSelling, plan: PixPlan, { transactionId }: { readonly transactionId: string }) {
  return queryUntilAnswered(testBed, plan, `${TRANSACTIONS_PATH}/${transactionId}`);
}

function amountOf({ amount, refundedAmount = 0 }: ReportedTransaction, { share }: StepPlan) {
  return share === undefined ? ALL : Math.max(1, Math.floor((amount - refundedAmount) * share));
}

function saleOf({ apis, receivers }: PixSelling, plan: PixPlan): MerchantRequest {
  const { referenceId, merchant, receiver, isKeyed, amount, lifeMs } = plan;
  const expires =
    lifeMs === undefined ? {} : { expirationDateTime: new Date(Date.now() + lifeMs).toISOString() };
  return {
    referenceId,
    kind: 'sale',
    api: apiOf(apis, merchant),
    key: isKeyed ? `sale ${referenceId}` : undefined,
    path: TRANSACTIONS_PATH,
    body: {
      amount: String(amount),
      referenceId,
      postBackUrl: receivers.url(receiver, merchant),
      payment: { pix: expires },
    },
  };
}

function voidOf(
  { apis }: Pick<PixSelling, 'apis'>,
  { referenceId, merchant }: PixPlan,
  transactionId: string,
  { isKeyed }: Pick<StepPlan, 'isKeyed'>,
  amount: number | undefined,
): MerchantRequest {
  const part = amount === undefined ? '' : `?amount=${amount}`;
  return {
    referenceId,
    kind: 'void',
    api: apiOf(apis, merchant),
    key: isKeyed ? `void ${referenceId} ${amount ?? 'all'}` : undefined,
    path: `${TRANSACTIONS_PATH}/${transactionId}/void${part}`,
  };
}
