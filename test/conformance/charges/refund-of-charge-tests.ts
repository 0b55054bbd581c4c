import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, hadNoEffect, inChargeRoom, SECOND, UNPAID } from './charge-room.ts';
import type { OpenChargeSubject } from './subject.ts';

export function chargeRefundTests(open: OpenChargeSubject): void {
  inChargeRoom('a refund', open, (room) => {
    const returned = async (txid: string) =>
      (await room.book(txid)).payments.reduce((sum, payment) => sum + payment.returned, 0);

    test('is accepted, then done, and known by our own id', async () => {
      const { ids, txid } = await room.paid();
      const id = room.newReference();
      assert.equal((await room.provider.queryRefund(ids, id)).outcome, 'not_found');
      const asked = await room.provider.refund(ids, 403, id);
      assert.ok(asked.outcome === 'pending' || asked.outcome === 'done', JSON.stringify(asked));
      const { refundId = '' } = asked;
      if (!room.provider.acquirer) assert.equal(refundId, id);
      await room.subject.advance(3 * SECOND);
      const done = await room.provider.queryRefund(ids, refundId);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      assert.equal(done.amount, 403);
      const charge = await room.snapshot(ids);
      const [{ refundId: shown, ...refund } = { refundId: undefined }, ...others] = charge.refunds;
      assert.deepEqual([refund, others], [{ amount: 403, state: 'done' }, []]);
      if (!room.provider.acquirer) assert.equal(shown, id);
      assert.deepEqual(
        [charge.state, charge.capturedAmount, charge.refundedAmount],
        ['approved', UNPAID, 403],
      );
      assert.equal(await returned(txid), 403);
    });

    test('is possible in several parts, up to the whole and not a centavo more', async (t) => {
      if (!room.provider.capabilities().refund.multiple) return t.skip('one refund for each payment');
      const { ids, txid } = await room.paid();
      for (const amount of [500, 502]) {
        assert.equal((await room.provider.refund(ids, amount, room.newReference())).outcome, 'pending');
      }
      hadNoEffect(await room.provider.refund(ids, 2, room.newReference()));
      assert.equal((await room.provider.refund(ids, 1, room.newReference())).outcome, 'pending');
      await room.subject.advance(3 * SECOND);
      assert.equal((await room.snapshot(ids)).refundedAmount, UNPAID);
      assert.equal(await returned(txid), UNPAID);
    });

    test('with an id that was used moves nothing twice, one after the other and at once', async (t) => {
      if (!room.ofBanks(t)) return;
      const { ids, txid } = await room.paid();
      const id = room.newReference();
      await room.provider.refund(ids, 100, id);
      await room.provider.refund(ids, 100, id);
      await room.subject.advance(3 * SECOND);
      const again = await room.provider.refund(ids, 100, id);
      assert.notEqual(again.outcome, 'pending', 'the first one is done');
      const other = room.newReference();
      await Promise.all(Array.from({ length: 4 }, () => room.provider.refund(ids, 100, other)));
      await room.subject.advance(3 * SECOND);
      assert.equal(await returned(txid), 200);
      assert.equal((await room.snapshot(ids)).refunds.length, 2);
    });

    test('in many parts at once never gives back more than came', async () => {
      const { ids, txid } = await room.paid();
      const isOne = !room.provider.capabilities().refund.multiple;
      const asked = await Promise.all(
        Array.from({ length: 8 }, () => room.provider.refund(ids, 300, room.newReference())),
      );
      assert.equal(asked.filter(({ outcome }) => outcome === 'pending').length, isOne ? 1 : 3);
      assert.equal(await returned(txid), isOne ? 300 : 900);
    });

    test('that the bank does not do says why, and can be asked for again', async () => {
      const { ids, txid } = await room.make({ amount: 1_009 });
      await room.subject.advance(3 * SECOND);
      const id = room.newReference();
      const accepted = await room.provider.refund(ids, 1_009, id);
      assert.ok(accepted.outcome === 'pending', JSON.stringify(accepted));
      // Without a reference of ours, what was denied is what has not come in a day.
      await room.subject.advance(room.provider.acquirer ? 25 * 3_600 * SECOND : 3 * SECOND);
      const denied = await room.provider.queryRefund(ids, accepted.refundId ?? id);
      assert.ok(denied.outcome === 'denied', JSON.stringify(denied));
      const charge = await room.snapshot(ids);
      assert.equal(charge.refundedAmount, 0);
      if (!room.provider.acquirer) {
        assert.ok(denied.answer.rawMessage, 'no reason');
        assert.equal(charge.refunds[0]?.state, 'denied');
      }
      assert.equal(await returned(txid), 0);
      assert.equal((await room.provider.refund(ids, 1_009, room.newReference())).outcome, 'pending');
    });

    test('of what is not paid, or not known, does nothing', async () => {
      const { ids, txid } = await room.make();
      hadNoEffect(await room.provider.refund(ids, 1, room.newReference()));
      const nobody = { ...ids, acquirerReference: room.newReference() };
      hadNoEffect(await room.provider.refund(nobody, 1, room.newReference()));
      assert.equal((await room.provider.queryRefund(nobody, room.newReference())).outcome, 'not_found');
      assert.deepEqual((await room.book(txid)).payments, []);
    });

    test('is possible until the days that are promised are over', async () => {
      const { windowDays } = room.provider.capabilities().refund;
      const { ids, txid } = await room.paid();
      await room.subject.advance((windowDays - 1) * DAY);
      assert.equal((await room.provider.refund(ids, 1, room.newReference())).outcome, 'pending');
      await room.subject.advance(2 * DAY);
      const late = await room.provider.refund(ids, 1, room.newReference());
      hadNoEffect(late);
      assert.equal(await returned(txid), 1);
    });

    test('of a surplus of what was removed is made once, and known by its charge', async () => {
      const { ids, txid } = await room.make();
      await room.provider.void(ids, undefined);
      const { account } = ids;
      const surplus = { endToEndId: await room.pay(txid, { force: true }), account, charge: ids };
      const id = room.newReference();
      assert.equal((await room.provider.queryPaymentRefund(surplus, id)).outcome, 'not_found');
      assert.equal((await room.provider.refundPayment(surplus, UNPAID, id)).outcome, 'pending');
      await room.subject.advance(3 * SECOND);
      assert.equal((await room.provider.queryPaymentRefund(surplus, id)).outcome, 'done');
      hadNoEffect(await room.provider.refundPayment(surplus, UNPAID, room.newReference()));
      assert.equal(await returned(txid), UNPAID);
    });

    test('of a surplus is of that payment alone', async (t) => {
      if (!room.ofBanks(t)) return;
      const { ids, txid } = await room.paid();
      const { account } = room.subject;
      const surplus = { endToEndId: await room.pay(txid, { force: true }), account };
      const id = room.newReference();
      assert.equal((await room.provider.queryPaymentRefund(surplus, id)).outcome, 'not_found');
      const asked = await room.provider.refundPayment(surplus, UNPAID, id);
      assert.ok(asked.outcome === 'pending', JSON.stringify(asked));
      await room.subject.advance(3 * SECOND);
      const done = await room.provider.queryPaymentRefund(surplus, id);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      hadNoEffect(await room.provider.refundPayment(surplus, 1, room.newReference()));
      const charge = await room.snapshot(ids);
      assert.deepEqual([charge.refundedAmount, charge.refunds], [0, []]);
      assert.equal((await room.provider.queryRefund(ids, id)).outcome, 'not_found');
      assert.equal((await room.provider.refund(ids, UNPAID, room.newReference())).outcome, 'pending');
      const nobody = { endToEndId: `E${'9'.repeat(31)}`, account };
      hadNoEffect(await room.provider.refundPayment(nobody, 1, room.newReference()));
      assert.equal((await room.provider.queryPaymentRefund(nobody, id)).outcome, 'not_found');
    });
  });
}
