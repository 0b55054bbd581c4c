import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CHARGE_PAID } from '../../../src/gateway/providers/charge-provider.ts';
import { barcodeOf, readSlipCode } from '../../../src/gateway/providers/slip-code/index.ts';
import {
  REFUND_BY_TRANSFER,
  SLIP_BUSY,
  type SlipRequest,
  slipPaymentId,
} from '../../../src/gateway/providers/slips/slip-provider.ts';
import { DUE, openSlipRoom, SLIP_BANKS, type SlipRoom } from './slip-room.ts';

const DAY_MS = 86_400_000;
/** Longer than a bank takes to register a slip. */
const REGISTERED_MS = 180_000;

for (const slipBank of SLIP_BANKS) {
  const { provider, product } = slipBank;
  const isHybrid = product === 'hybrid';
  /** Only its own name leads to a plain slip of C6, and a lost answer leaves none. */
  const isFoundByNumber = provider === 'ITAU' || isHybrid;

  describe(`Slips at ${slipBank.name}`, () => {
    test('a slip is registered with a code that says its amount and due date', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { slip, ids } = await room.registered();
      assert.equal(barcodeOf(slip.line), slip.barcode);
      const read = readSlipCode(slip.barcode, '2026-11-25');
      assert.ok(typeof read !== 'string');
      const { bank, dueDate, amount } = read;
      assert.deepEqual([bank, dueDate, amount], [provider === 'ITAU' ? '341' : '336', DUE, 12_345]);
      assert.equal(slip.qrCode !== undefined, isHybrid);
      const found = await foundOf(room, ids);
      assert.equal(found.state, 'buyer_awaited');
      assert.deepEqual(found.awaited?.nextAction, { kind: 'slip', slip });
      assert.deepEqual([found.amount, found.payments], [12_345, []]);
    });

    if (isFoundByNumber)
      test('what nobody registered is not found', async (t) => {
        const room = await openSlipRoom(t, slipBank);
        const ids = { ...room.request(), theirId: undefined };
        assert.deepEqual(await room.bank.query(ids), { outcome: 'not_found' });
        assert.equal((await room.bank.remove(ids)).outcome, 'not_found');
      });

    if (isFoundByNumber)
      test('the same slip asked for again is the same slip', async (t) => {
        const room = await openSlipRoom(t, slipBank);
        const request = room.request();
        const first = await room.bank.create(request);
        const second = await room.bank.create(request);
        assert.ok(first.outcome === 'buyer_awaited' && second.outcome === 'buyer_awaited');
        assert.deepEqual(second.nextAction, first.nextAction);
        assert.equal(room.host.control.slips.book({}).slips.length, 1);
      });

    test('paid by its barcode it is paid, and cannot be taken back or refunded', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids, slip } = await room.registered({ discounts: [] });
      room.later(REGISTERED_MS);
      await room.host.control.slips.pay({ line: slip.line });
      const found = await foundOf(room, ids);
      assert.deepEqual([found.state, found.capturedAmount], ['approved', 12_345]);
      const [payment] = found.payments ?? [];
      assert.equal(payment?.endToEndId, slipPaymentId(ids.acquirerReference, 1));
      assert.equal(payment?.settles, true);
      const removed = await room.bank.remove(ids);
      assert.ok(removed.outcome === 'declined');
      assert.equal(removed.decline.code, CHARGE_PAID);
      const refund = await room.bank.refundPayment(
        { endToEndId: payment?.endToEndId ?? '', account: ids.account },
        12_345,
        'R1',
      );
      assert.ok(refund.outcome === 'declined');
      assert.equal(refund.decline.code, REFUND_BY_TRANSFER);
    });

    test('paid late it has brought interest and fine, paid early less the discount', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const late = await room.registered();
      const early = await room.registered();
      room.later(REGISTERED_MS);
      await room.host.control.slips.pay({ line: early.slip.line });
      await room.host.control.slips.pay({ line: late.slip.line, at: '2026-12-20T15:00:00Z' });
      assert.equal((await foundOf(room, early.ids)).capturedAmount, 12_345 - 500);
      // 10 days of 1 % a month, and 2 % once.
      const found = await foundOf(room, late.ids);
      assert.equal(found.capturedAmount, 12_345 + 41 + 247);
      if (provider === 'ITAU') {
        assert.deepEqual(found.payments?.[0]?.details, { interest: 41, fine: 247, discount: 0 });
      }
    });

    test('another amount than its own settles it all the same', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids, slip } = await room.registered();
      room.later(REGISTERED_MS);
      await room.host.control.slips.pay({ line: slip.line, amount: 10_000 });
      const found = await foundOf(room, ids);
      assert.deepEqual([found.state, found.amount, found.capturedAmount], ['approved', 12_345, 10_000]);
    });

    test('a payment that the payer’s bank takes back leaves it open', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids, slip } = await room.registered();
      room.later(REGISTERED_MS);
      await room.host.control.slips.pay({ line: slip.line });
      room.host.control.slips.takeBack({ line: slip.line });
      assert.notEqual((await foundOf(room, ids)).state, 'approved');
    });

    test('it is taken back, again with the same end, and nothing of it can be paid', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids, slip } = await room.registered();
      room.later(REGISTERED_MS);
      for (const time of ['first', 'second']) {
        const outcome = await room.bank.remove(ids);
        assert.ok(outcome.outcome === 'done', time);
        assert.equal(outcome.amount, 12_345);
      }
      assert.equal((await foundOf(room, ids)).state, 'canceled');
      await assert.rejects(room.host.control.slips.pay({ line: slip.line }), /baixado/);
    });

    test('money that comes for what was taken back settles nothing', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids, slip } = await room.registered();
      room.later(REGISTERED_MS);
      await room.bank.remove(ids);
      await room.host.control.slips.pay({ line: slip.line, force: true });
      const { payments = [] } = await foundOf(room, ids);
      assert.equal(payments.length, 1);
    });

    if (!isFoundByNumber)
      test('asked for again after a lost answer it stays unknown: only its own name leads to it', async (t) => {
        const room = await openSlipRoom(t, slipBank);
        const request = room.request();
        room.fault('slip', 'reset_after');
        for (const time of ['first', 'second']) {
          assert.equal((await room.bank.create(request)).outcome, 'unknown', time);
        }
        assert.equal(room.host.control.slips.book({}).slips.length, 1);
      });

    test('while the bank registers it, it cannot be taken back yet', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      room.host.control.slips.registration({ laterMs: 60_000 });
      const request = room.request();
      const outcome = await room.bank.create(request);
      assert.equal(outcome.outcome, provider === 'ITAU' ? 'pending' : 'buyer_awaited');
      const theirId = 'answer' in outcome ? outcome.answer?.theirId : undefined;
      const ids = { ...request, theirId };
      const removed = await room.bank.remove(ids);
      assert.ok(removed.outcome === 'declined', JSON.stringify(removed));
      assert.equal(removed.decline.code, SLIP_BUSY);
      room.later(60_000);
      assert.equal((await foundOf(room, ids)).state, 'buyer_awaited');
      assert.equal((await room.bank.remove(ids)).outcome, 'done');
    });

    test('what the bank does not take is declined with its own words, beside the path of what was sent', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const declined = async (more: Partial<SlipRequest>) => {
        const outcome = await room.bank.create(room.request(more));
        assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
        return outcome.decline.message;
      };
      const due = await declined({ dueOn: '2026-11-01' });
      assert.match(due, /inválida ou no passado/);
      assert.match(due, /payment\.bankSlip\.expirationDate/);
      const { payer } = room.request();
      const zipcode = { payer: { ...payer, address: { ...payer.address, zipcode: '123' } } };
      const where = await declined(zipcode);
      assert.match(where, /inválido/);
      assert.match(where, /customer\.address\.zipcode/);
      const small = await room.bank.create(room.request({ amount: 249 }));
      assert.equal(small.outcome, 'invalid_request');
    });

    if (isHybrid)
      test('paid by its Pix it is paid, and that can be given back', async (t) => {
        const room = await openSlipRoom(t, slipBank);
        const { ids, slip } = await room.registered();
        room.later(REGISTERED_MS);
        const { paymentId } = await room.host.control.slips.pay({ pix: slip.qrCode });
        const found = await foundOf(room, ids);
        assert.deepEqual([found.state, found.payments?.[0]?.endToEndId], ['approved', paymentId]);
        const payment = { endToEndId: paymentId, account: ids.account };
        const refund = await room.bank.refundPayment(payment, 12_345, 'R1');
        assert.ok(['pending', 'done'].includes(refund.outcome), JSON.stringify(refund));
        room.later(5_000);
        assert.equal((await room.bank.queryPaymentRefund(payment, 'R1')).outcome, 'done');
      });

    if (isHybrid)
      test('paid by its Pix it may stay paid: the bank says why it does not give it back', async (t) => {
        const room = await openSlipRoom(t, slipBank);
        // By its last digits the bank takes the refund, and finds no money for it.
        const { ids, slip } = await room.registered({ amount: 12_309, discounts: [] });
        room.later(REGISTERED_MS);
        const { paymentId } = await room.host.control.slips.pay({ pix: slip.qrCode });
        const payment = { endToEndId: paymentId, account: ids.account };
        const refund = await room.bank.refundPayment(payment, 12_309, 'R1');
        assert.ok(['pending', 'denied'].includes(refund.outcome), JSON.stringify(refund));
        room.later(5_000);
        const denied = await room.bank.queryPaymentRefund(payment, 'R1');
        assert.ok(denied.outcome === 'denied', JSON.stringify(denied));
        assert.ok(denied.answer.rawMessage, 'no reason');
        assert.equal((await foundOf(room, ids)).refundedAmount, 0);
      });

    if (isHybrid)
      test('paid by both halves, the first settles and the other is told too', async (t) => {
        const room = await openSlipRoom(t, slipBank);
        const { ids, slip } = await room.registered({ discounts: [] });
        room.later(REGISTERED_MS);
        await room.host.control.slips.pay({ line: slip.line, force: true });
        room.later(1_000);
        const { paymentId } = await room.host.control.slips.pay({ pix: slip.qrCode, force: true });
        const { payments = [] } = await foundOf(room, ids);
        assert.deepEqual(
          payments.map(({ endToEndId, settles }) => [endToEndId, settles]),
          [
            [slipPaymentId(ids.acquirerReference, 1), true],
            [paymentId, false],
          ],
        );
      });

    for (const [fault, isMade] of [
      ['reset_before', false],
      ['reset_after', true],
      ['timeout_before', false],
      ['timeout_after', true],
      ['error_before', false],
      ['error_after', true],
      ['html_after', true],
      ['truncated', true],
      ['cut', true],
      ['wrong_ids', true],
    ] as const) {
      if (isFoundByNumber)
        test(`a registration with ${fault} is unknown, and a query tells it`, async (t) => {
          const room = await openSlipRoom(t, slipBank);
          const request = room.request();
          room.fault('slip', fault);
          const outcome = await room.bank.create(request);
          assert.equal(outcome.outcome, 'unknown', JSON.stringify(outcome));
          const found = await room.bank.query({ ...request, theirId: undefined });
          assert.equal(found.outcome, isMade ? 'found' : 'not_found');
          const again = await room.bank.create(request);
          assert.equal(again.outcome, 'buyer_awaited', JSON.stringify(again));
          assert.equal(room.host.control.slips.book({}).slips.length, 1);
        });
    }

    test('a query or a taking back that gets no answer is unknown', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids } = await room.registered();
      room.later(REGISTERED_MS);
      for (const fault of ['truncated', 'reset_after', 'html_before', 'wrong_ids']) {
        room.fault('slip_query', fault);
        assert.equal((await room.bank.query(ids)).outcome, 'unknown', fault);
      }
      room.fault('slip_cancel', 'timeout_after');
      assert.equal((await room.bank.remove(ids)).outcome, 'unknown');
      assert.equal((await room.bank.remove(ids)).outcome, 'done');
    });

    test('a notice names the slip, and nonsense names none', async (t) => {
      const room = await openSlipRoom(t, slipBank);
      const { ids } = await room.registered();
      const { acquirerReference: reference, number } = ids;
      if (provider === 'ITAU') {
        const body = {
          boletos: [{ numeroNossoNumero: String(number).padStart(8, '0') }, { numeroNossoNumero: 'x' }],
        };
        assert.deepEqual(room.bank.readNotice(body), [{ reference: undefined, number }]);
      } else {
        const name = isHybrid
          ? reference + String(number).padStart(10, '0')
          : `G${String(number).padStart(9, '0')}`;
        assert.deepEqual(room.bank.readNotice({ external_reference_id: name, status: 'PAID' }), [
          { reference: isHybrid ? reference : undefined, number },
        ]);
        // Of a plain one it tells the bank's own name, which alone leads to it.
        const named = { external_reference_id: name, id: ids.theirId };
        const { theirId } = room.bank.readNotice(named)[0] ?? {};
        assert.equal(theirId, isHybrid ? undefined : ids.theirId);
      }
      for (const body of [undefined, null, 'x', 3, [], {}, { boletos: 3 }, { external_reference_id: 9 }]) {
        assert.deepEqual(room.bank.readNotice(body), []);
      }
    });
  });
}

async function foundOf({ bank }: SlipRoom, ids: Parameters<SlipRoom['bank']['query']>[0]) {
  const found = await bank.query(ids);
  assert.ok(found.outcome === 'found', JSON.stringify(found));
  return found.charge;
}

test('a due date on a Sunday is paid on Monday without more', async (t) => {
  const [itau] = SLIP_BANKS;
  assert.ok(itau);
  const room = await openSlipRoom(t, itau);
  const { ids, slip } = await room.registered({ dueOn: '2026-12-13', discounts: [] });
  room.later(18 * DAY_MS);
  await room.host.control.slips.pay({ line: slip.line, at: '2026-12-14T20:00:00Z' });
  assert.equal((await foundOf(room, ids)).capturedAmount, 12_345);
});
