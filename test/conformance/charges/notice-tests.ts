import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../support/property.ts';
import { inChargeRoom, SECOND } from './charge-room.ts';
import type { OpenChargeSubject } from './subject.ts';

export function noticeTests(open: OpenChargeSubject): void {
  inChargeRoom('a notice', open, (room) => {
    const read = async () => (await room.subject.notices()).flatMap((body) => room.provider.readNotice(body));

    test('comes to the address that was registered last, which can be read back', async (t) => {
      if (!room.ofBanks(t)) return;
      const { account, noticesUrl } = room.subject;
      assert.deepEqual(await room.provider.registerNotices(account, `${noticesUrl}/antes`), {
        outcome: 'registered',
      });
      assert.deepEqual(await room.provider.registerNotices(account, noticesUrl), { outcome: 'registered' });
      const kept = await room.provider.noticesOf(account);
      assert.ok(kept.outcome === 'found', JSON.stringify(kept));
      assert.deepEqual([...new Set(kept.urls)], [noticesUrl]);
    });

    test('of a payment and of its refund names both by their ids', async (t) => {
      if (!room.ofBanks(t)) return;
      const { txid, ids } = await room.make({ amount: 1_001 });
      await room.subject.advance(3 * SECOND);
      const { endToEndId } = (await room.snapshot(ids)).payments?.[0] ?? { endToEndId: '' };
      const named = { endToEndId, txid, reference: ids.acquirerReference };
      const ofPayment = (await read()).filter((one) => one.txid === txid);
      assert.deepEqual(ofPayment, [named]);
      await room.provider.refund(ids, 1, room.newReference());
      await room.subject.advance(3 * SECOND);
      const ofBoth = (await read()).filter((one) => one.txid === txid);
      assert.deepEqual(ofBoth, [named, named]);
    });

    test('of a payment can be lost, and can come three times', async (t) => {
      if (!room.ofBanks(t)) return;
      const lost = await room.make({ amount: 1_007 });
      const often = await room.make({ amount: 1_008 });
      for (let second = 0; second < 6; second += 1) await room.subject.advance(SECOND);
      assert.equal((await room.snapshot(lost.ids)).state, 'approved');
      const named = (await read()).map(({ txid }) => txid);
      assert.equal(named.filter((txid) => txid === lost.txid).length, 0);
      assert.equal(named.filter((txid) => txid === often.txid).length, 3);
    });

    test('with any contents is read without an error', () => {
      const { readNotice } = room.provider;
      for (const body of [undefined, null, '', 'pix', 0, [], {}, { pix: {} }, { pix: [null, 1, {}] }]) {
        assert.deepEqual(readNotice(body), []);
      }
      fc.assert(
        fc.property(fc.anything(), (contents) => {
          for (const body of [contents, { pix: contents }, { pix: [contents] }]) {
            assert.ok(Array.isArray(readNotice(body)));
          }
        }),
      );
    });
  });
}
