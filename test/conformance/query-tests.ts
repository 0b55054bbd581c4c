import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from './attempts.ts';
import { refusedCard } from './cards.ts';
import { AMOUNT, goodCard, inRoom } from './room.ts';
import type { OpenSubject } from './subject.ts';

const FOREIGN_ID = '10000000000000000001';

export function queryTests(open: OpenSubject): void {
  inRoom('queries', open, (room) => {
    test('by our reference, by their id and by both return the same', async () => {
      const { queryBy } = room.can('VISA');
      const { ids, answer } = await room.approved(goodCard());
      const snapshots = [await room.snapshot(ids)];
      if (queryBy.ourReference) snapshots.push(await room.snapshot({ ...ids, theirId: undefined }));
      for (const snapshot of snapshots) assert.deepEqual(snapshot, snapshots[0]);
      const [snapshot] = snapshots;
      assert.ok(snapshot);
      const { state, amount, authorizedAmount, capturedAmount, refundedAmount, refunds } = snapshot;
      assert.deepEqual(
        { state, amount, authorizedAmount, capturedAmount, refundedAmount, refunds },
        {
          state: 'approved',
          amount: AMOUNT,
          authorizedAmount: AMOUNT,
          capturedAmount: 0,
          refundedAmount: 0,
          refunds: [],
        },
      );
      assert.equal(snapshot.answer.theirId, answer.theirId);
      assert.equal(snapshot.answer.authorizationCode, answer.authorizationCode);
      assert.deepEqual(snapshot.answer.seen, answer.seen);
    });

    test('of an unknown sale find nothing', async () => {
      const { ids } = await room.approved(goodCard());
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.deepEqual(await room.connector.query(nothing), { outcome: 'not_found' });
      assert.deepEqual(await room.connector.query({ ...nothing, theirId: FOREIGN_ID }), {
        outcome: 'not_found',
      });
    });

    test('with ids of two different sales never return one for the other', async () => {
      const one = await room.approved(goodCard());
      const other = await room.approved(goodCard());
      const mixed = { ...one.ids, theirId: other.ids.theirId };
      const found = await room.connector.query(mixed);
      if (found.outcome === 'found') assert.equal(found.charge.answer.theirId, one.ids.theirId);
      else assert.ok(['not_found', 'unknown'].includes(found.outcome), JSON.stringify(found));
      const read = await room.connector.continueAfterAuthentication(mixed);
      if (read.outcome === 'approved') assert.equal(read.answer.theirId, one.ids.theirId);
      else assert.equal(read.outcome, 'unknown', JSON.stringify(read));
    });

    test('of a refused sale return the same refusal', async () => {
      for (const brand of ['VISA', 'MASTERCARD', 'ELO'] as const) {
        const { ids, outcome } = await room.sell(refusedCard('043', brand), 'credit');
        assert.ok(outcome.outcome === 'declined');
        const snapshot = await room.snapshot(ids);
        assert.equal(snapshot.state, 'declined');
        assert.deepEqual(snapshot.decline, outcome.decline);
      }
    });

    test('change nothing', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      const before = await room.book(attempt);
      await room.connector.query(ids);
      await room.connector.continueAfterAuthentication(ids);
      await room.connector.queryRefund(ids, 'nobody');
      assert.deepEqual(await room.book(attempt), before);
    });

    test('an authorization that needed no buyer can be read again', async () => {
      const approved = await room.approved(goodCard(), 'captured');
      const again = await room.connector.continueAfterAuthentication(approved.ids);
      assert.ok(again.outcome === 'approved', JSON.stringify(again));
      assert.equal(again.captured, true);
      assert.equal(again.answer.authorizationCode, approved.answer.authorizationCode);
    });

    test('an unknown authorization has an unknown outcome', async () => {
      const { ids } = await room.approved(goodCard());
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await room.connector.continueAfterAuthentication(nothing)).outcome, 'unknown');
    });
  });
}
