import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSACTIONS_PATH } from '../../../support/gateway-client.ts';
import type { StepPlan } from '../gateway-sale.ts';
import type { ReportedTransaction } from '../judge/evidence.ts';
import { CAPTURED, INTENTION, STARTED } from '../judge/statuses.ts';
import type { Bank } from '../pix/bank.ts';
import type { MerchantRequest } from '../recording-client.ts';
import { apiOf, type GatewaySelling, queryUntilAnswered } from '../sell-by-gateway.ts';
import type { SlipPlan } from './slip-plan.ts';

/** How often a merchant looks whether the slip is registered or paid before he goes away. */
const MAX_LOOKS = 40;
const PAUSE_MS = 60;
const REGISTERED_WITHIN_MS = 500;
const DUE_AFTER_MS = 5 * 24 * 60 * 60_000;

const CUSTOMER = {
  name: 'Maria da Silva',
  document: '11144477735',
  address: {
    address: 'Rua das Flores',
    number: '100',
    district: 'Centro',
    zipcode: '01001000',
    city: 'Sao Paulo',
    state: 'SP',
  },
};

export interface SlipSelling extends Omit<GatewaySelling, 'buyers'> {
  readonly bank: Pick<Bank, 'paySlip'>;
}

/** A merchant sells by slip, a buyer pays one half, both or none, and some of it is given back. */
export async function sellBySlip(testBed: SlipSelling, plan: SlipPlan): Promise<void> {
  const { client } = testBed;
  const answer = await client.send(saleOf(testBed, plan));
  const made = answer
    ? answer.reported
    : await queryUntilAnswered(testBed, plan, `${TRANSACTIONS_PATH}?referenceId=${plan.referenceId}`);
  if (!made) return;
  const shown = await lookUntil(testBed, plan, made, ({ status }) => status !== STARTED);
  if (shown?.status === INTENTION && shown.slip) {
    await buy(testBed, plan, made.transactionId, shown.slip);
  }
  for (const step of plan.steps) {
    const now = await query(testBed, plan, made);
    if (now?.status !== CAPTURED) return;
    await client.send(voidOf(testBed, plan, made.transactionId, step, amountOf(now, step)));
  }
}

async function buy(
  testBed: SlipSelling,
  plan: SlipPlan,
  transactionId: string,
  { line, pix }: NonNullable<ReportedTransaction['slip']>,
): Promise<void> {
  const { bank, client } = testBed;
  const cancel = () =>
    client.send(voidOf(testBed, plan, transactionId, { isKeyed: plan.isKeyed }, undefined));
  const one = plan.half === 'line' ? { line } : { pix };
  // No bank takes money for a slip before it is registered.
  if (!plan.buyer.includes('cancel')) await sleep(REGISTERED_WITHIN_MS);
  switch (plan.buyer) {
    case 'pays by the line':
      await bank.paySlip({ line });
      break;
    case 'pays by Pix':
      await bank.paySlip({ pix });
      break;
    case 'pays by both':
      await Promise.all([bank.paySlip({ line }, { force: true }), bank.paySlip({ pix }, { force: true })]);
      break;
    case 'pays less':
      await bank.paySlip({ line }, { amount: plan.amount - 1 });
      break;
    case 'pays more':
      await bank.paySlip({ line }, { amount: plan.amount + 1 });
      break;
    case 'pays while it is canceled':
      await sleep(plan.canceledAfterMs);
      await Promise.all([
        cancel(),
        sleep(plan.amount % PAUSE_MS).then(() => bank.paySlip(one, { force: true })),
      ]);
      return;
    case 'pays after it was canceled':
      await sleep(plan.canceledAfterMs);
      await cancel();
      await bank.paySlip(one, { force: true });
      return;
    case 'leaves it to be canceled':
      await sleep(plan.canceledAfterMs);
      await cancel();
      return;
  }
  await lookUntil(testBed, plan, { transactionId }, ({ status }) => status !== INTENTION);
}

/** The newest answer for which this holds; undefined when it never did. */
async function lookUntil(
  testBed: SlipSelling,
  plan: SlipPlan,
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

function query(testBed: SlipSelling, plan: SlipPlan, { transactionId }: { readonly transactionId: string }) {
  return queryUntilAnswered(testBed, plan, `${TRANSACTIONS_PATH}/${transactionId}`);
}

function amountOf({ amount, refundedAmount = 0 }: ReportedTransaction, { share }: StepPlan) {
  return share === undefined ? undefined : Math.max(1, Math.floor((amount - refundedAmount) * share));
}

function saleOf({ apis, receivers }: SlipSelling, plan: SlipPlan): MerchantRequest {
  const { referenceId, merchant, receiver, isKeyed, amount } = plan;
  const expirationDate = new Date(Date.now() + DUE_AFTER_MS).toISOString().slice(0, 10);
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
      customer: CUSTOMER,
      payment: { bankSlip: { expirationDate, instructions: 'Pagar no banco' } },
    },
  };
}

function voidOf(
  { apis }: Pick<SlipSelling, 'apis'>,
  { referenceId, merchant }: SlipPlan,
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
