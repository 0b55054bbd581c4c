import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import type { ApiPair } from '../../support/merchants.ts';
import type { Buyers } from './buyer.ts';
import { type GatewaySalePlan, type StepPlan, saleBody } from './gateway-sale.ts';
import type { ReportedTransaction } from './judge/evidence.ts';
import { AUTHORIZED, CAPTURED, STARTED } from './judge/statuses.ts';
import type { Receivers } from './receiver.ts';
import type { MerchantRequest, RecordingClient } from './recording-client.ts';

/** How often a merchant without an answer queries the result of a request. */
const MAX_QUERIES = 100;
const PAUSE_MS = 60;
const FULL_AMOUNT = undefined;

export interface GatewaySelling {
  readonly client: RecordingClient;
  readonly buyers: Buyers;
  readonly receivers: Pick<Receivers, 'url'>;
  /** The merchants' credentials. */
  readonly apis: readonly ApiPair[];
}

/** An order whose sale was answered or found. */
export interface PlacedSale {
  readonly plan: GatewaySalePlan;
  readonly transactionId: string;
  readonly stepsLeft: readonly StepPlan[];
}

/** Sells, with all that merchant and buyer do when an answer is lost. Undefined when no further step is possible. */
export async function sell(testBed: GatewaySelling, plan: GatewaySalePlan): Promise<PlacedSale | undefined> {
  const { client, buyers } = testBed;
  const answer = await client.send(saleOf(testBed, plan));
  const reported = answer ? answer.reported : await findSale(testBed, plan);
  if (!reported) return undefined;
  const { transactionId, status } = reported;
  if (status === STARTED && plan.authentication) {
    const { redirectUrl } =
      reported.redirectUrl === undefined ? ((await query(testBed, plan, reported)) ?? reported) : reported;
    if (redirectUrl !== undefined) await buyers.send(plan.authentication.buyer, redirectUrl);
    await query(testBed, plan, reported);
  }
  return { plan, transactionId, stepsLeft: plan.steps };
}

/** Makes the next step of an order. Undefined when no step is left. */
export async function continueSale(
  testBed: GatewaySelling,
  placed: PlacedSale,
): Promise<PlacedSale | undefined> {
  const { plan, stepsLeft } = placed;
  const [planned, ...rest] = stepsLeft;
  const now = await query(testBed, plan, placed);
  const step = planned && now && possibleStep(now, planned);
  if (step) {
    const request = stepOf(testBed, placed, step, amountOf(now, step));
    const both = step.isDoubled ? [request, request] : [request];
    await Promise.all(both.map((one) => testBed.client.send(one)));
    await query(testBed, plan, placed);
  }
  if (rest.length > 0) return { ...placed, stepsLeft: rest };
  if (plan.repeatsAtEnd) await testBed.client.send(saleOf(testBed, plan));
  return undefined;
}

/** After a capture only a refund is possible. */
function possibleStep({ status }: ReportedTransaction, step: StepPlan): StepPlan | undefined {
  if (status === AUTHORIZED) return step;
  return status === CAPTURED ? { ...step, operation: 'void' } : undefined;
}

function amountOf(
  { amount, status, capturedAmount, refundedAmount = 0 }: ReportedTransaction,
  { share }: StepPlan,
) {
  if (share === undefined) return FULL_AMOUNT;
  const taken = status === CAPTURED ? (capturedAmount ?? amount) : amount;
  return Math.max(1, Math.floor((taken - refundedAmount) * share));
}

function saleOf({ apis, receivers }: GatewaySelling, plan: GatewaySalePlan): MerchantRequest {
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

function stepOf(
  { apis }: GatewaySelling,
  placed: PlacedSale,
  step: StepPlan,
  amount: number | undefined,
): MerchantRequest {
  const { plan, transactionId, stepsLeft } = placed;
  const { operation, isKeyed } = step;
  const query = amount === undefined ? '' : `?amount=${amount}`;
  return {
    referenceId: plan.referenceId,
    kind: operation,
    api: apiOf(apis, plan.merchant),
    key: isKeyed ? `${operation} ${plan.referenceId} ${stepsLeft.length}` : undefined,
    path: `${TRANSACTIONS_PATH}/${transactionId}/${operation}${query}`,
  };
}

/** Finds a sale whose request was not answered; undefined when it was never stored. */
function findSale(testBed: GatewaySelling, plan: GatewaySalePlan): Promise<ReportedTransaction | undefined> {
  return queryUntilAnswered(testBed, plan, `${TRANSACTIONS_PATH}?referenceId=${plan.referenceId}`);
}

function query(testBed: GatewaySelling, plan: GatewaySalePlan, { transactionId }: { transactionId: string }) {
  return queryUntilAnswered(testBed, plan, `${TRANSACTIONS_PATH}/${transactionId}`);
}

export async function queryUntilAnswered(
  testBed: Pick<GatewaySelling, 'client' | 'apis'>,
  plan: Pick<GatewaySalePlan, 'referenceId' | 'merchant'>,
  path: string,
): Promise<ReportedTransaction | undefined> {
  const { referenceId, merchant } = plan;
  const request: MerchantRequest = { referenceId, kind: 'query', api: apiOf(testBed.apis, merchant), path };
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const answer = await testBed.client.send(request);
    if (answer) return answer.reported;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

export function apiOf(apis: readonly ApiPair[], merchant: number): ApiPair {
  const api = apis[merchant];
  if (!api) throw new Error(`unknown merchant ${merchant}`);
  return api;
}
