import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { type PixDynamicObject, parsePix } from 'pix-utils';
import { PIX_KEY_KINDS } from '../../../src/gateway/providers/charge-provider.ts';
import { codeIn, DAY, hadNoEffect, inChargeRoom, SECOND, UNPAID } from './charge-room.ts';
import type { OpenChargeSubject } from './subject.ts';

const AT_ONCE = 8;

export function creationTests(open: OpenChargeSubject): void {
  inChargeRoom('a creation', open, (room) => {
    test('answers a code that other programs read as a dynamic one', async () => {
      const { code, outcome, txid, request } = await room.make();
      const other = parsePix(code) as PixDynamicObject;
      assert.equal(other.type, 'DYNAMIC', code);
      // The second one wants the name of a host, which a sandbox on this machine has not.
      if (!other.url.startsWith('localhost:')) assert.equal(getPixPayloadInfo(code)?.url, other.url);
      assert.ok(outcome.outcome === 'buyer_awaited');
      if (!room.provider.acquirer) assert.equal(outcome.answer.theirId, txid);
      assert.equal(outcome.answer.seen?.amount, UNPAID);
      assert.ok(Math.abs(outcome.expiresAt - request.expiresAt) <= SECOND, 'another expiry');
      const { state, amount, payments } = await room.book(txid);
      assert.deepEqual([state, amount, payments], ['awaited', UNPAID, []]);
    });

    test('is repeated without a second charge, one after the other and at once', async (t) => {
      if (!room.ofBanks(t)) return;
      const request = room.request();
      const first = codeIn(await room.provider.create(request));
      assert.equal(codeIn(await room.provider.create(request)), first);
      const other = room.request();
      const made = await Promise.all(Array.from({ length: AT_ONCE }, () => room.provider.create(other)));
      assert.equal(new Set(made.map(codeIn)).size, 1);
    });

    test('with a reference that is paid says so, and with one that is removed makes no new charge', async (t) => {
      if (!room.ofBanks(t)) return;
      const paid = await room.paid();
      const again = await room.provider.create(paid.request);
      assert.equal(again.outcome, 'approved');
      const gone = await room.make();
      await room.provider.void(gone.ids, undefined);
      const after = await room.provider.create(gone.request);
      assert.ok(['duplicate', 'invalid_request'].includes(after.outcome), JSON.stringify(after));
      assert.equal((await room.book(gone.txid)).state, 'removed');
    });

    test('takes amounts from one centavo up, and refuses what is none', async () => {
      for (const amount of [1, 99, 100_000_003]) await room.make({ amount });
      for (const amount of [0, -1, 0.5, Number.NaN]) {
        const { outcome, txid } = await room.ask({ amount });
        hadNoEffect(outcome);
        assert.equal(await room.subject.book(txid), undefined);
      }
    });

    test('takes texts of any alphabet and length, and who is to pay', async () => {
      for (const description of ['Pão, açaí & ação – 日本 <b>"x"</b>', 'ã'.repeat(500), '', ' ']) {
        await room.make({ description });
      }
      await room.make({ payer: { name: 'Ana Conceição', document: '11144477735' } });
      await room.make({ payer: { name: 'Loja Ltda.', document: '11222333000181' } });
    });

    test('pays to each kind of key', async () => {
      for (const key of PIX_KEY_KINDS) await room.make({ key });
    });

    test('of what is over is refused', async () => {
      const { outcome, txid } = await room.ask({ expiresAt: room.subject.now() - SECOND });
      hadNoEffect(outcome);
      assert.equal(await room.subject.book(txid), undefined);
    });

    test('whose answer is lost is found, with the text to pay it by', async () => {
      const { outcome, ids, request } = await room.ask({ amount: 1_005 });
      assert.equal(outcome.outcome, 'unknown');
      const found = await room.snapshot(ids);
      assert.equal(found.state, 'buyer_awaited');
      assert.ok(found.awaited?.nextAction.kind === 'pix');
      assert.ok(Math.abs(found.awaited.expiresAt - request.expiresAt) <= SECOND);
      if (room.provider.acquirer) return;
      assert.equal(codeIn(await room.provider.create(request)), found.awaited.nextAction.code);
    });

    test('that was lost with its answer leaves nothing', async () => {
      const { outcome, ids, txid } = await room.ask({ amount: 1_006 });
      assert.equal(outcome.outcome, 'unknown');
      await room.subject.advance(room.provider.capabilities().timing.maxProcessingMs);
      assert.deepEqual(await room.provider.query(ids), { outcome: 'not_found' });
      assert.equal(await room.subject.book(txid), undefined);
    });

    test('is possible for a year ahead, or for as long as is promised, at a bank that is well', async () => {
      const { longestLifeMs = 365 * DAY } = room.provider.acquirer ?? {};
      await room.make({ expiresAt: room.subject.now() + longestLifeMs });
      const { outcome, txid } = await room.ask({ expiresAt: room.subject.now() + 400 * DAY });
      if (room.provider.acquirer) {
        hadNoEffect(outcome);
        assert.equal(await room.subject.book(txid), undefined);
      }
      assert.deepEqual(await room.provider.health(room.subject.account), { healthy: true });
    });
  });
}
