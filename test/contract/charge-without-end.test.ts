import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ACCOUNT = ['--person', '1', '--provider', 'C6BANK'];

onSqliteByDay('A Pix whose bank does not say how it ends', {}, (service) => {
  let host: PixHost;
  before(async () => {
    host = await startPixHost({ profile: 'C6BANK' });
    const settings = Object.entries(await accountSettings(host)).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    await service.command('acquirer', 'add', ...ACCOUNT, ...settings);
  });
  after(() => host.close());

  const make = async () => {
    const answer = await postJson(service, { amount: '1003', payment: { pix: { provider: 'C6BANK' } } });
    const record = answer.json() as { transactionId: string; status: number; payment: { pix: Fields } };
    assert.equal(record.status, 1, answer.text);
    return { id: record.transactionId, txid: String(record.payment.pix.providerReference) };
  };
  const recordOf = async (id: string) =>
    (await getAs(service, `/v1/transactions/${id}`)).json() as Fields & { payment: { pix: Fields } };
  const chargeOf = async (id: string) => {
    const [charge] = await service.rooms().pixCodes.charges.ofTransaction(id);
    return charge ?? assert.fail(`${id} has no code`);
  };
  const goTo = (at: number) => {
    const ms = Math.max(0, at - service.clock.now());
    host.control.advance({ advanceMs: ms });
    service.clock.advance(ms);
  };
  /** What is planned after the next look, which is due at once. */
  const lookOnce = async (id: string) => {
    const { nextAt: due } = await chargeOf(id);
    goTo(due ?? assert.fail('nobody looks at it any more'));
    return until('it was looked at', async () => {
      const charge = await chargeOf(id);
      return charge.nextAt === due ? undefined : charge;
    });
  };
  const casesOf = (id: string) => service.rooms().cases.ofTransaction(id);
  /** A day after its end the bank has not said that it is removed. */
  const leaveToPerson = async (id: string) => {
    host.control.setFaults({ query: { error_before: 1 } });
    goTo((await chargeOf(id)).expiresAt + DAY_MS);
    await until('it is due', async () => {
      const { nextAt = 0, expiresAt } = await chargeOf(id);
      return nextAt > expiresAt;
    });
    assert.deepEqual(await casesOf(id), [], 'it was asked for the first time since its end');
    await lookOnce(id);
    const [left] = await until('a person is asked', async () => {
      const found = await casesOf(id);
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual([left?.kind, left?.state], ['charge', 'manual']);
  };

  test('waits for a person a day after its end, is looked at once an hour, and ends by itself when the bank says it', async () => {
    const { id } = await make();
    await leaveToPerson(id);
    const { nextAt = 0 } = await chargeOf(id);
    const pauseMs = nextAt - service.clock.now();
    assert.ok(pauseMs > HOUR_MS - 5 * MINUTE_MS && pauseMs <= HOUR_MS, `looked at after ${pauseMs} ms`);
    assert.equal((await recordOf(id)).status, 1);
    const { transactions } = await service.command('transaction', 'list', '--needs-attention');
    assert.match(JSON.stringify(transactions), new RegExp(id));
    host.control.setFaults({});
    await lookOnce(id);
    await until('it has ended', async () => (await recordOf(id)).status === 4);
    assert.deepEqual(await casesOf(id), []);
  });

  test('is tried at once where a person wants it', async () => {
    const { id } = await make();
    await leaveToPerson(id);
    host.control.setFaults({});
    await service.command('transaction', 'retry', id);
    await until('it has ended', async () => (await recordOf(id)).status === 4);
    assert.deepEqual(await casesOf(id), []);
  });

  test('ends as a person says, expired or paid and nothing else, and is forgotten after a month without an answer', async () => {
    const { id } = await make();
    await leaveToPerson(id);
    for (const wrong of ['5', '7', '9', '11']) {
      await assert.rejects(
        service.command('transaction', 'settle', id, '--status', wrong, '--reason', 'extrato'),
      );
    }
    await service.command('transaction', 'settle', id, '--status', '6', '--reason', 'extrato do banco');
    const { status, payment } = await recordOf(id);
    assert.equal(status, 6);
    assert.equal(payment.pix.refundedAmount, undefined);
    assert.deepEqual(await casesOf(id), []);
    await lookOnce(id);
    goTo(service.clock.now() + 31 * DAY_MS);
    await until('nobody looks at it any more', async () => (await chargeOf(id)).nextAt === undefined);
    host.control.setFaults({});
  });

  test('of an account that was removed here: its bank is still asked, and what pays it counts', async () => {
    const { id, txid } = await make();
    await service.command('acquirer', 'remove', ...ACCOUNT);
    host.control.loseNotices({ lose: 1 });
    host.control.pay({ txid });
    await lookOnce(id);
    await until('it is paid', async () => (await recordOf(id)).status === 6);
  });
});
