import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BANK_NAMES } from '../../../../simulators/pix-host/bank-quirks.ts';
import { readBrCode } from '../br-code/index.ts';
import { CHARGE_PAID } from '../charge-provider.ts';
import { txidOf } from '../txid.ts';
import { openTestBank } from './test-bank.ts';

const NOTICES = 'https://loja.example/pix/0123456789abcdef';
const DAY_MS = 86_400_000;

describe('every bank, as it does things', { concurrency: 4 }, () => {
  for (const profile of BANK_NAMES) {
    test(profile, async (context) => {
      // One of them over mutual TLS alone would leave out the others' certificates at their tokens.
      const bank = await openTestBank(profile, { plain: false });
      const { connector, account, host } = bank;
      assert.deepEqual(await connector.health(account), { healthy: true });

      const request = bank.request({
        payer: { name: 'Maria da Silva', document: '11144477735' },
        description: 'Pedido 1234',
      });
      const txid = txidOf(request.acquirerReference);
      const created = await connector.create(request);
      assert.ok(
        created.outcome === 'buyer_awaited' && created.nextAction.kind === 'pix',
        JSON.stringify(created),
      );
      const code = readBrCode(created.nextAction.code);
      assert.ok(typeof code === 'object' && code.kind === 'dynamic', JSON.stringify(code));
      assert.equal(created.answer.theirId, txid);
      const [charge] = host.control.book({ txid }).charges;
      assert.deepEqual(charge?.devedor, { cpf: '11144477735', nome: 'Maria da Silva' });
      assert.equal(charge?.solicitacaoPagador, 'Pedido 1234');

      const { endToEndId } = host.control.pay({ txid });
      const queried = await connector.query(bank.ids(request.acquirerReference));
      assert.ok(queried.outcome === 'found' && queried.charge.state === 'approved');
      assert.deepEqual(
        queried.charge.payments?.map(({ endToEndId: id, amount, settles }) => [id, amount, settles]),
        [[endToEndId, 1_000, true]],
      );
      assert.equal(queried.charge.answer.theirId, endToEndId);
      assert.equal(
        queried.charge.payments?.[0]?.payer?.name,
        profile === 'INTER' ? 'Maria Pagadora' : undefined,
      );

      const refunded = await connector.refund(bank.ids(request.acquirerReference), 400, 'REFUND1');
      assert.deepEqual(
        [refunded.outcome, 'refundId' in refunded && refunded.refundId],
        ['pending', 'REFUND1'],
      );
      bank.later(2_000);
      const asked = await connector.queryRefund(bank.ids(request.acquirerReference), 'REFUND1');
      assert.deepEqual([asked.outcome, 'amount' in asked && asked.amount], ['done', 400]);

      const paid = await connector.void(bank.ids(request.acquirerReference), undefined);
      assert.ok(paid.outcome === 'declined' && paid.decline.code === CHARGE_PAID, JSON.stringify(paid));

      const other = bank.request();
      await connector.create(other);
      const removed = await connector.void(bank.ids(other.acquirerReference), undefined);
      assert.deepEqual([removed.outcome, 'amount' in removed && removed.amount], ['done', 1_000]);

      const listed = await connector.received(account, {
        from: bank.now() - DAY_MS,
        to: bank.now() + 1,
        page: 0,
      });
      assert.ok(listed.outcome === 'listed', JSON.stringify(listed));
      assert.deepEqual(
        listed.payments.map((payment) => payment.endToEndId),
        [endToEndId],
      );

      assert.deepEqual(await connector.noticesOf(account), { outcome: 'found', urls: [] });
      assert.deepEqual(await connector.registerNotices(account, NOTICES), { outcome: 'registered' });
      assert.deepEqual(await connector.noticesOf(account), {
        outcome: 'found',
        urls: [NOTICES, NOTICES, NOTICES, NOTICES],
      });
      context.diagnostic(`${host.control.requests({ limit: 100 }).requests.length} calls`);
    });
  }
});
