import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import type { ApiPair } from '../../support/merchants.ts';
import type { Buyers } from './buyer.ts';
import type { Asked, Counter } from './counter.ts';
import type { Told } from './judge/evidence.ts';
import { AUTHORIZED, CAPTURED, STARTED } from './judge/statuses.ts';
import { type OrderPlan, type StepPlan, saleBody } from './order.ts';
import type { Receivers } from './receiver.ts';

/** How often a merchant without an answer queries the result of a request. */
const MAX_LOOKS = 100;
const PAUSE_MS = 60;
const FULL_AMOUNT = undefined;

export interface MerchantWorld {
  readonly counter: Counter;
  readonly buyers: Buyers;
  readonly receivers: Pick<Receivers, 'url'>;
  /** The merchants' credentials. */
  readonly apis: readonly ApiPair[];
}

/** An order whose sale was answered or found. */
export interface Sold {
  readonly plan: OrderPlan;
  readonly transactionId: string;
  readonly stepsLeft: readonly StepPlan[];
}

/** Sells, with all that merchant and buyer do when an answer is lost. Undefined when no further step is possible. */
export async function sell(world: MerchantWorld, plan: OrderPlan): Promise<Sold | undefined> {
  const { counter, buyers } = world;
  const answer = await counter.ask(saleOf(world, plan));
  const told = answer ? answer.told : await lookForSale(world, plan);
  if (!told) return undefined;
  const { transactionId, status } = told;
  if (status === STARTED && plan.authentication) {
    const { redirectUrl } = told.redirectUrl === undefined ? ((await look(world, plan, told)) ?? told) : told;
    if (redirectUrl !== undefined) await buyers.send(plan.authentication.buyer, redirectUrl);
    await look(world, plan, told);
  }
  return { plan, transactionId, stepsLeft: plan.steps };
}

/** Makes the next step of an order. Undefined when no step is left. */
export async function goOn(world: MerchantWorld, sold: Sold): Promise<Sold | undefined> {
  const { plan, stepsLeft } = sold;
  const [planned, ...rest] = stepsLeft;
  const now = await look(world, plan, sold);
  const step = planned && now && possibleStep(now, planned);
  if (step) {
    const request = stepOf(world, sold, step, amountOf(now, step));
    const both = step.isDoubled ? [request, request] : [request];
    await Promise.all(both.map((asked) => world.counter.ask(asked)));
    await look(world, plan, sold);
  }
  if (rest.length > 0) return { ...sold, stepsLeft: rest };
  if (plan.asksAgain) await world.counter.ask(saleOf(world, plan));
  return undefined;
}

/** After a capture only a refund is possible. */
function possibleStep({ status }: Told, step: StepPlan): StepPlan | undefined {
  if (status === AUTHORIZED) return step;
  return status === CAPTURED ? { ...step, wanted: 'void' } : undefined;
}

function amountOf({ amount, status, capturedAmount, refundedAmount = 0 }: Told, { share }: StepPlan) {
  if (share === undefined) return FULL_AMOUNT;
  const taken = status === CAPTURED ? (capturedAmount ?? amount) : amount;
  return Math.max(1, Math.floor((taken - refundedAmount) * share));
}

function saleOf({ apis, receivers }: MerchantWorld, plan: OrderPlan): Asked {
  const { referenceId, merchant, receiver, isKeyed } = plan;
  return {
    referenceId,
    kind: 'sale',
    api: apiOf(apis, merchant),
    key: isKeyed ? `sale ${referenceId}` : undefined,
    path: TRANSACTIONS_PATH,
    body: saleBody(plan, receivers.url(receiver, merchant)),
  };
}

function stepOf({ apis }: MerchantWorld, sold: Sold, step: StepPlan, amount: number | undefined): Asked {
  const { plan, transactionId, stepsLeft } = sold;
  const { wanted, isKeyed } = step;
  const query = amount === undefined ? '' : `?amount=${amount}`;
  return {
    referenceId: plan.referenceId,
    kind: wanted,
    api: apiOf(apis, plan.merchant),
    key: isKeyed ? `${wanted} ${plan.referenceId} ${stepsLeft.length}` : undefined,
    path: `${TRANSACTIONS_PATH}/${transactionId}/${wanted}${query}`,
  };
}

/** Finds a sale whose request was not answered; undefined when it was never stored. */
function lookForSale(world: MerchantWorld, plan: OrderPlan): Promise<Told | undefined> {
  return lookAt(world, plan, `${TRANSACTIONS_PATH}?referenceId=${plan.referenceId}`);
}

function look(world: MerchantWorld, plan: OrderPlan, { transactionId }: { transactionId: string }) {
  return lookAt(world, plan, `${TRANSACTIONS_PATH}/${transactionId}`);
}

async function lookAt(world: MerchantWorld, plan: OrderPlan, path: string): Promise<Told | undefined> {
  const { referenceId, merchant } = plan;
  const asked: Asked = { referenceId, kind: 'look', api: apiOf(world.apis, merchant), path };
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const answer = await world.counter.ask(asked);
    if (answer) return answer.told;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

export function apiOf(apis: readonly ApiPair[], merchant: number): ApiPair {
  const api = apis[merchant];
  if (!api) throw new Error(`unknown merchant ${merchant}`);
  return api;
}
