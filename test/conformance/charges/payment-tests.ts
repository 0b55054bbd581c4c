import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHARGE_PAID } from '../../../src/gateway/providers/charge-provider.ts';
import { DAY, inChargeRoom, SECOND, UNPAID } from './charge-room.ts';
import type { OpenChargeSubject } from './subject.ts';

export function paymentTests(open: OpenChargeSubject): void {
  inChargeRoom('a payment', open, (room) => {
    test('is seen by a query: what, when, by which id', async () => {
      const { ids, txid } = await room.make();
      const before = await room.snapshot(ids);
      assert.deepEqual([before.state, before.capturedAmount, before.payments], ['buyer_awaited', 0, []]);
      const endToEndId = await room.pay(txid);
      const paid = await room.snapshot(ids);
      assert.equal(paid.state, 'approved');
      assert.deepEqual([paid.amount, paid.authorizedAmount, paid.capturedAmount], [UNPAID, UNPAID, UNPAID]);
      if (!room.provider.acquirer) assert.equal(paid.answer.theirId, endToEndId);
      assert.equal(paid.awaited, undefined);
      const [payment, ...others] = paid.payments ?? [];
      assert.deepEqual(others, []);
      assert.deepEqual([payment?.endToEndId, payment?.amount], [endToEndId, UNPAID]);
      if (!room.provider.acquirer) assert.equal(payment?.txid, txid);
      assert.equal(payment?.settles, true);
      assert.ok(Math.abs((payment?.at ?? 0) - room.subject.now()) < 60 * SECOND, 'at another time');
    });

    test('by the last digits of the amount comes after two seconds, after a minute, or never', async () => {
      const soon = await room.make({ amount: 1_001 });
      const later = await room.make({ amount: 1_002 });
      const never = await room.make({ amount: 1_003 });
      await room.subject.advance(3 * SECOND);
      assert.equal((await room.snapshot(soon.ids)).state, 'approved');
      assert.equal((await room.snapshot(later.ids)).state, 'buyer_awaited');
      await room.subject.advance(60 * SECOND);
      assert.equal((await room.snapshot(later.ids)).state, 'approved');
      assert.equal((await room.snapshot(never.ids)).state, 'buyer_awaited');
    });

    test('is not taken after the expiry, and the charge waits until it is removed', async () => {
      const { ids, txid } = await room.make({ expiresAt: room.subject.now() + 60 * SECOND });
      await room.subject.advance(61 * SECOND);
      assert.equal(await room.subject.pay(txid), undefined);
      assert.equal((await room.snapshot(ids)).state, 'buyer_awaited');
      assert.equal((await room.provider.void(ids, undefined)).outcome, 'done');
      assert.equal((await room.snapshot(ids)).state, 'canceled');
    });

    const paidTwice = async () => {
      const twice = await room.paid();
      const second = await room.pay(twice.txid, { force: true });
      const charge = await room.snapshot(twice.ids);
      assert.equal(charge.capturedAmount, UNPAID);
      assert.deepEqual(
        charge.payments?.map(({ endToEndId, settles }) => [endToEndId, settles]),
        [
          [twice.endToEndId, true],
          [second, false],
        ],
      );
    };

    test('that comes twice, or for what was removed, is told as a surplus', async () => {
      // Where a charge has one payment, nobody can pay it twice.
      if (!room.provider.acquirer) await paidTwice();
      const gone = await room.make();
      await room.provider.void(gone.ids, undefined);
      const late = await room.pay(gone.txid, { force: true });
      const removed = await room.snapshot(gone.ids);
      assert.deepEqual([removed.state, removed.capturedAmount], ['canceled', 0]);
      assert.deepEqual(
        removed.payments?.map(({ endToEndId, settles }) => [endToEndId, settles]),
        [[late, false]],
      );
    });

    test('that the bank took back shows among its returns, and not as a refund of ours', async (t) => {
      if (!room.ofBanks(t)) return;
      const { ids, txid } = await room.make({ amount: 1_004 });
      await room.subject.advance(3 * SECOND);
      await room.subject.advance(6 * SECOND);
      const charge = await room.snapshot(ids);
      assert.deepEqual([charge.refundedAmount, charge.refunds], [0, []]);
      const [taken] = charge.payments?.[0]?.returns ?? [];
      assert.deepEqual([taken?.nature, taken?.state, taken?.amount], ['med_fraud', 'done', 1_004]);
      assert.equal((await room.book(txid)).payments[0]?.returned, 1_004);
      const nothingLeft = await room.provider.refund(ids, 1, room.newReference());
      assert.equal(nothingLeft.outcome, 'declined', JSON.stringify(nothingLeft));
    });

    test('can never be captured', async () => {
      const { ids } = await room.paid();
      const calls = await room.subject.received();
      assert.equal((await room.provider.capture(ids, UNPAID)).outcome, 'invalid_request');
      assert.equal(await room.subject.received(), calls, 'it was sent');
    });
  });

  inChargeRoom('a removal', open, (room) => {
    test('leaves nothing to pay, and may be repeated', async () => {
      const { ids, txid } = await room.make();
      for (const amount of [undefined, UNPAID, undefined]) {
        const removed = await room.provider.void(ids, amount);
        assert.ok(removed.outcome === 'done', JSON.stringify(removed));
        assert.equal(removed.amount, UNPAID);
      }
      assert.equal(await room.subject.pay(txid), undefined);
      assert.equal((await room.book(txid)).state, 'removed');
      const undone = await room.provider.undo(ids);
      assert.ok(undone.outcome === 'undone' && undone.existed);
    });

    test('of what was paid meanwhile says so, and moves nothing', async () => {
      const { ids, txid } = await room.paid();
      const removed = await room.provider.void(ids, undefined);
      assert.ok(removed.outcome === 'declined', JSON.stringify(removed));
      assert.equal(removed.decline.code, CHARGE_PAID);
      const undone = await room.provider.undo(ids);
      assert.ok(undone.outcome === 'refused', JSON.stringify(undone));
      assert.equal(undone.decline.code, CHARGE_PAID);
      const { state, payments } = await room.book(txid);
      assert.deepEqual([state, payments[0]?.returned], ['paid', 0]);
    });

    test('of a part, or of what the bank does not know, does nothing', async () => {
      const { ids, txid } = await room.make();
      assert.equal((await room.provider.void(ids, 1)).outcome, 'invalid_request');
      assert.equal((await room.book(txid)).state, 'awaited');
      const nobody = { ...ids, acquirerReference: room.newReference() };
      assert.equal((await room.provider.void(nobody, undefined)).outcome, 'not_found');
      assert.deepEqual(await room.provider.query(nobody), { outcome: 'not_found' });
      const undone = await room.provider.undo(nobody);
      assert.ok(undone.outcome === 'undone' && !undone.existed, JSON.stringify(undone));
    });

    test('and a payment at once: one of them wins, and both sides know which', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { ids, txid } = await room.make();
        const [removed, paid] = await Promise.all([
          room.provider.void(ids, undefined),
          room.subject.pay(txid),
        ]);
        const { state } = await room.book(txid);
        assert.equal(state, paid ? 'paid' : 'removed');
        assert.equal(removed.outcome, paid ? 'declined' : 'done', JSON.stringify(removed));
        assert.equal((await room.snapshot(ids)).state, paid ? 'approved' : 'canceled');
      }
    });
  });

  inChargeRoom('what was received', open, (room) => {
    const listed = async (from: number, to: number) => {
      const all: string[] = [];
      for (let page: number | undefined = 0; page !== undefined; ) {
        const answer = await room.provider.received(room.subject.account, { from, to, page });
        assert.ok(answer.outcome === 'listed', JSON.stringify(answer));
        all.push(...answer.payments.map(({ endToEndId }) => endToEndId));
        page = answer.nextPage;
      }
      return all;
    };

    test('is listed for a time, each payment once, oldest first, on as many pages as it takes', async (t) => {
      if (!room.ofBanks(t)) return;
      const from = room.subject.now();
      const paid: string[] = [];
      for (let count = 0; count < 103; count += 1) {
        const { endToEndId } = await room.paid();
        paid.push(endToEndId);
        if (count % 50 === 0) await room.subject.advance(SECOND);
      }
      await room.subject.advance(SECOND);
      const to = room.subject.now();
      const all = await listed(from, to);
      assert.deepEqual(all.toSorted(), paid.toSorted());
      assert.equal(all[0], paid[0]);
      assert.deepEqual(await listed(to, to + DAY), []);
      assert.deepEqual(await listed(from - DAY, from), []);
    });

    test('of a time that ends before it begins is nothing', async () => {
      const now = room.subject.now();
      const answer = await room.provider.received(room.subject.account, { from: now, to: now - 1, page: 0 });
      assert.equal(answer.outcome, 'invalid_request');
    });
  });
}
