import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { authorize } from '../../payments/authorize.ts';
import { MERCHANT, MERCHANT_ORIGIN, openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import { ABANDONED_AFTER_MS } from '../../providers/index.ts';
import { newMovement } from '../rules/movement.ts';
import { newResult, Status, type Transaction } from '../rules/transaction.ts';
import { newReference, testEvent, testNewTransaction } from '../test-sale.ts';
import { takeOver } from './take-over.ts';

const PLAIN_CARD = '4235647728025682';
const MOVEMENTS = [
  { kind: 'capture', capture: false, from: Status.authorized, waits: Status.pending },
  { kind: 'void', capture: false, from: Status.authorized, waits: Status.pending },
  { kind: 'refund', capture: true, from: Status.captured, waits: Status.canceling },
] as const;

const ANSWERS = [
  { card: PLAIN_CARD, ends: Status.authorized },
  { card: '4000000000090516', ends: Status.denied },
] as const;

for (const engine of ENGINES) {
  describe(`a sale answered 10 because its outcome could not be stored, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());
    const notifiedOf = ({ id }: Transaction) =>
      world.notified.filter((one) => one.id === id).map(({ result }) => result.status);

    for (const { card, ends } of ANSWERS) {
      test(`is told as 10 once the database is back, then as ${ends}, as its record says`, async () => {
        const away = new Error('the database is away');
        const sale = await sellWhileAway(card, away);
        assert.equal(sale.result.status, Status.pending);
        assert.deepEqual(world.problems.splice(0), [away]);
        assert.deepEqual(notifiedOf(sale), []);

        await takeOver(world.recovering);
        world.pass(ABANDONED_AFTER_MS + 1);
        await takeOver(world.recovering);
        const taken = await world.store.findAny(sale.id);
        assert.deepEqual(notifiedOf(sale), [Status.pending]);
        const providerMessage = 'Aguardando a confirmação da adquirente';
        assert.deepEqual(taken?.result, newResult(Status.pending, { providerMessage }));
        await takeOver(world.recovering);
        assert.deepEqual(notifiedOf(sale), [Status.pending], 'told once');
        const events = (await world.history.of(sale.id)).map(({ kind, origin }) => [kind, origin.kind]);
        assert.deepEqual(events, [
          ['sent', MERCHANT_ORIGIN.kind],
          ['taken_over', 'recovery'],
        ]);

        const settled = await world.settle(sale.id);
        assert.equal(settled.result.status, ends);
        assert.deepEqual(notifiedOf(sale), [Status.pending, ends]);
        assert.deepEqual(
          world.notified.filter(({ id }) => id === sale.id).map(({ version }) => version),
          [1, 2],
        );
      });
    }

    async function sellWhileAway(card: string, away: Error): Promise<Transaction> {
      const store = { ...world.store, change: () => Promise.reject(away) };
      const request = { merchantId: MERCHANT, origin: MERCHANT_ORIGIN, idempotency: undefined };
      return (await authorize({ ...world.selling, store }, request, testNewTransaction(card))).transaction;
    }
  });

  describe(`movements that a dead instance had under way, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
      world.dead.add('another');
    });
    after(() => world.close());

    for (const { kind, capture, from, waits } of MOVEMENTS) {
      test(`a ${kind}: the sale waits in ${waits}, and the history says so`, async () => {
        const sale = await world.sell(PLAIN_CARD, { payment: { capture } });
        assert.equal(sale.result.status, from);
        const subject = await stateMovement(sale, kind);
        await world.recover();
        const event = (await world.history.of(sale.id)).find((one) => one.kind === 'taken_over');
        assert.deepEqual(event?.details, {
          subject,
          movement: kind,
          from,
          status: waits,
          reason: 'the service stopped before the answer was stored',
        });
        const notified = world.notified.filter(({ id }) => id === sale.id).map(({ result }) => result.status);
        assert.deepEqual(notified, [from, waits]);
        assert.equal((await world.settle(sale.id)).result.status, from);
      });
    }

    async function stateMovement(sale: Transaction, kind: 'capture' | 'void' | 'refund'): Promise<string> {
      const id = newReference();
      const at = world.now();
      const stated = await world.store.change({
        transaction: sale,
        at,
        newMovement: newMovement({
          id,
          transactionId: sale.id,
          kind,
          amount: sale.amount,
          holder: 'another',
          createdAt: at,
        }),
        events: [testEvent('sent', { subject: id })],
      });
      assert.ok(stated);
      return id;
    }
  });
}
