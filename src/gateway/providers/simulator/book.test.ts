import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import type { CardAcquirer } from '../card-acquirer.ts';
import { refundsOf } from '../issuer/index.ts';
import type { MoveOutcome } from '../outcome.ts';
import type { ChargeIds } from '../provider.ts';
import { attemptWith, idsOf, testSimulator } from './test-room.ts';

const AUTHORIZED = 1_000;

/** What a bystander believes who only sees the answers. */
interface Believed {
  open: number;
  captured: number;
  refunded: number;
  undone: boolean;
}

interface Sale {
  readonly connector: CardAcquirer;
  readonly ids: ChargeIds;
  readonly believed: Believed;
}

type Step =
  | { readonly step: 'capture' | 'refund' | 'void'; readonly amount: number }
  | { readonly step: 'voidAll' }
  | { readonly step: 'undo' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    step: fc.constantFrom('capture' as const, 'refund' as const, 'void' as const),
    amount: fc.integer({ min: -1, max: 700 }),
  }),
  fc.constant({ step: 'voidAll' as const }),
  fc.constant({ step: 'undo' as const }),
);

test('in any order, no more is captured than authorized, and no more given back than captured', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(anyStep, { maxLength: 12 }), async (capture, steps) => {
      const { connector, storage } = testSimulator();
      const attempt = attemptWith('4111111111111111', { amount: AUTHORIZED, capture });
      await connector.authorize(attempt);
      const captured = capture ? AUTHORIZED : 0;
      const sale = {
        connector,
        ids: idsOf(attempt),
        believed: { open: AUTHORIZED - captured, captured, refunded: 0, undone: false },
      };
      for (const [index, step] of steps.entries()) {
        await take(sale, step, `R${index}`);
        await bookAgrees(sale);
      }
      const [charge] = await storage.byReference(attempt.acquirerReference);
      assert.ok(charge && charge.captured + charge.voided <= charge.amount);
      assert.ok(refundsOf(charge).reduce((sum, { amount }) => sum + amount, 0) <= charge.captured);
    }),
  );
});

/** Asks for one step, and holds the answer against what the bystander expects. */
async function take({ connector, ids, believed }: Sale, step: Step, refundReference: string): Promise<void> {
  const refundable = believed.captured - believed.refunded;
  const all = { open: -believed.open, refunded: refundable };
  const left = believed.undone ? 0 : believed.open + refundable;
  if (step.step === 'undo') {
    const answer = await connector.undo(ids);
    assert.equal(answer.outcome === 'undone' && answer.existed, true);
    move(believed, all);
    believed.undone = true;
    return;
  }
  if (step.step === 'voidAll') {
    const answer = await connector.void(ids, undefined);
    assert.equal(answer.outcome, left > 0 ? 'done' : 'declined');
    if (answer.outcome === 'done') assert.equal(answer.amount, left);
    move(believed, all);
    return;
  }
  const { amount } = step;
  const takesReserved = step.step === 'capture' || (step.step === 'void' && believed.captured === 0);
  const fits = left > 0 && amount > 0 && amount <= (takesReserved ? believed.open : refundable);
  const answer = await ask(connector, ids, step.step, amount, refundReference);
  assert.equal(answer.outcome, fits ? 'done' : 'declined');
  if (!fits) return;
  if (takesReserved) move(believed, { open: -amount, captured: step.step === 'capture' ? amount : 0 });
  else move(believed, { refunded: amount });
}

function ask(
  connector: CardAcquirer,
  ids: ChargeIds,
  step: 'capture' | 'refund' | 'void',
  amount: number,
  refundReference: string,
): Promise<MoveOutcome> {
  return step === 'refund' ? connector.refund(ids, amount, refundReference) : connector[step](ids, amount);
}

function move(believed: Believed, by: Partial<Pick<Believed, 'open' | 'captured' | 'refunded'>>): void {
  believed.open += by.open ?? 0;
  believed.captured += by.captured ?? 0;
  believed.refunded += by.refunded ?? 0;
}

async function bookAgrees({ connector, ids, believed }: Sale): Promise<void> {
  const found = await connector.query(ids);
  assert.ok(found.outcome === 'found');
  const { charge } = found;
  assert.equal(charge.capturedAmount, believed.captured);
  assert.equal(charge.refundedAmount, believed.refunded);
  assert.equal(charge.authorizedAmount, believed.open + believed.captured);
  const gone = believed.undone || (believed.open === 0 && believed.captured === believed.refunded);
  assert.equal(charge.state, gone ? 'canceled' : 'approved');
}

test('captures at the same moment never take more than was authorized', async () => {
  const { connector, storage } = testSimulator();
  const attempt = attemptWith('4111111111111111', { amount: AUTHORIZED });
  await connector.authorize(attempt);
  const answers = await Promise.all(Array.from({ length: 6 }, () => connector.capture(idsOf(attempt), 300)));
  assert.equal(answers.filter((answer) => answer.outcome === 'done').length, 3);
  const [charge] = await storage.byReference(attempt.acquirerReference);
  assert.equal(charge?.captured, 900);
});

test('the same refund asked for twice is made once', async () => {
  const { connector } = testSimulator();
  const attempt = attemptWith('4111111111111111', { capture: true });
  await connector.authorize(attempt);
  const ask = () => connector.refund(idsOf(attempt), 600, 'REFUND1');
  const [first, second] = [await ask(), await ask()];
  assert.ok(first.outcome === 'done' && second.outcome === 'done');
  assert.equal(first.refundId, second.refundId);
  const found = await connector.query(idsOf(attempt));
  assert.equal(found.outcome === 'found' && found.charge.refundedAmount, 600);
});
