import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from './attempts.ts';
import { refusedCard } from './cards.ts';
import { AMOUNT, goodCard, inRoom } from './room.ts';
import type { OpenSubject } from './subject.ts';

const FOREIGN_ID = '10000000000000000001';

export function queryTests(open: OpenSubject): void {
  inRoom('queries', open, (room) => {
    test('by our reference, by theirs and by both tell the same', async () => {
      const { queryBy } = room.can('VISA');
      const { ids, answer } = await room.approved(goodCard());
      const pictures = [await room.picture(ids)];
      if (queryBy.ourReference) pictures.push(await room.picture({ ...ids, theirId: undefined }));
      for (const picture of pictures) assert.deepEqual(picture, pictures[0]);
      const [picture] = pictures;
      assert.ok(picture);
      const { state, amount, authorizedAmount, capturedAmount, refundedAmount, refunds } = picture;
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
      assert.equal(picture.answer.theirId, answer.theirId);
      assert.equal(picture.answer.authorizationCode, answer.authorizationCode);
      assert.deepEqual(picture.answer.seen, answer.seen);
    });

    test('of nothing find nothing', async () => {
      const { ids } = await room.approved(goodCard());
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.deepEqual(await room.connector.query(nothing), { outcome: 'not_found' });
      assert.deepEqual(await room.connector.query({ ...nothing, theirId: FOREIGN_ID }), {
        outcome: 'not_found',
      });
    });

    test('with names of two different sales never give one for the other', async () => {
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

    test('of what was refused tell the same refusal', async () => {
      for (const brand of ['VISA', 'MASTERCARD', 'ELO'] as const) {
        const { ids, outcome } = await room.sell(refusedCard('043', brand), 'credit');
        assert.ok(outcome.outcome === 'declined');
        const picture = await room.picture(ids);
        assert.equal(picture.state, 'declined');
        assert.deepEqual(picture.decline, outcome.decline);
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

    test('an authorization that never was leaves everything open', async () => {
      const { ids } = await room.approved(goodCard());
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await room.connector.continueAfterAuthentication(nothing)).outcome, 'unknown');
    });
  });
}
