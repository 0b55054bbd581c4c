import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { assertMessage, type Fields, recordOf } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { issueCredential } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const OPERATOR_ID = '2';
const SELLER_KEY = 'chaveDeDemonstracaoDoVendedor0001';
const FROM_ELSEWHERE = { 'X-Forwarded-For': '203.0.113.7' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const READS = [
  ...['/__sim/book', '/__sim/requests', '/__sim/force', '/__sim/faults'],
  ...['/__sim/clock', '/__sim/pix/book'],
];

onSqliteByDay('/__sim', {}, (service) => {
  const read = async (path: string) => (await service.send({ path })).json() as Fields;
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    service.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
  afterEach(() => post('/__sim/reset', {}));

  test('the book has the charge, under the reference in the gateway’s answer', async () => {
    const { card } = recordOf(await sell(service, { top: { amount: '4321' }, card: { capture: true } }));
    const { charges } = (await read(`/__sim/book?id=${card.providerReference}`)) as {
      charges: readonly Fields[];
    };
    assert.equal(charges.length, 1);
    const [charge] = charges;
    assert.deepEqual([charge?.amount, charge?.captured, charge?.state], [4321, 4321, 'approved']);
    assert.equal(charge?.number, '423564******5682');
  });

  test('received requests show a masked number and no cvv, and one authorization for each sale', async () => {
    await sell(service, { cardInfo: { number: '5284776885068867', cvv: '9753' } });
    const { text } = await service.send({ path: '/__sim/requests' });
    const { requests } = JSON.parse(text) as { requests: readonly Fields[] };
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.number, '528477******8867');
    assert.equal(text.includes('5284776885068867'), false);
    // Searched as a whole value, because ids and times may contain these digits by chance.
    assert.doesNotMatch(text, /["': ]9753["', }]/);
  });

  test('an outcome is forced for a number of sales, whatever the card', async () => {
    assert.equal((await post('/__sim/force', { scenario: '051', times: 2 })).status, 200);
    const statuses: unknown[] = [];
    for (let sale = 0; sale < 3; sale += 1) statuses.push(recordOf(await sell(service)).top.status);
    assert.deepEqual(statuses, [7, 7, 5]);
  });

  test('faults occur at the configured rate, until a reset', async () => {
    assert.equal((await post('/__sim/faults', { refused: 1 })).status, 200);
    assert.equal(recordOf(await sell(service)).top.status, 7);
    assert.equal((await post('/__sim/reset', {})).status, 200);
    assert.equal(recordOf(await sell(service)).top.status, 5);
  });

  test('a postback cannot reach the simulator, however its address is written', async () => {
    assert.equal((await post('/__sim/force', { scenario: '051', times: 100 })).status, 200);
    await service.command('person', 'set', '1', '--postback-delay', '0');
    const { port } = new URL(service.address());
    const addresses = [
      `http://localhost:${port}/__sim/reset`,
      `http://127.0.0.1:${port}//__SIM/Reset/`,
      `http://[::ffff:127.0.0.1]:${port}/%5f%5fsim/reset?x=1`,
    ];
    const sold: unknown[] = [];
    for (const postBackUrl of addresses) {
      sold.push(recordOf(await sell(service, { top: { postBackUrl } })).top.transactionId);
    }
    for (const id of sold) {
      await until('tried', async () => {
        const { postbacks } = await service.command('postback', 'list', '--transaction', String(id));
        const [tried] = postbacks as readonly Fields[];
        return Number(tried?.tries) > 0 && tried?.state === 'waiting';
      });
    }
    assert.equal(recordOf(await sell(service)).top.status, 7, 'what was forced still is');
    const headers = { ...JSON_TYPE, 'webhook-id': 'x.1' };
    for (const path of READS) assertMessage(await service.send({ path, headers }), 401);
    assert.equal((await service.send({ path: '/__sim/challenge/x', headers })).status, 401);
  });

  test('an invalid outcome or rate is 400', async () => {
    for (const body of [
      {},
      [],
      { scenario: 'none' },
      { scenario: '051', times: 0 },
      { scenario: '051', times: 'x' },
      { code: '00' },
      { code: '5' },
      { code: '51', advice: '' },
      { code: '51', scenario: '051' },
      { advice: '03' },
    ]) {
      assertMessage(await post('/__sim/force', body), 400);
    }
    for (const body of [{ refused: 2 }, { refused: -1 }, { nothing: 1 }, { refused: 0.6, lost: 0.6 }, []]) {
      assertMessage(await post('/__sim/faults', body), 400);
    }
  });

  test('open to this machine under its own host names, closed to any other Host', async () => {
    for (const Host of ['localhost', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:8080', '[::1]:8080']) {
      for (const path of READS)
        assert.equal((await service.send({ path, headers: { Host } })).status, 200, Host);
    }
    for (const Host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1']) {
      for (const path of READS) assertMessage(await service.send({ path, headers: { Host } }), 403);
    }
  });

  test("closed to other machines, except with an operator's key", async () => {
    const operator = await issueCredential(service, OPERATOR_ID, 'integration');
    for (const path of READS) {
      assertMessage(await service.send({ path, headers: FROM_ELSEWHERE }), 401);
      assertMessage(await service.send({ path: `${path}?key=${SELLER_KEY}`, headers: FROM_ELSEWHERE }), 401);
      assertMessage(await service.send({ path: `${path}?key=x`, headers: FROM_ELSEWHERE }), 401);
      const admitted = await service.send({
        path: `${path}?key=${operator.secret}`,
        headers: FROM_ELSEWHERE,
      });
      assert.equal(admitted.status, 200);
    }
  });

  test('write operations are closed to other machines too', async () => {
    for (const path of ['/__sim/force', '/__sim/faults', '/__sim/reset']) {
      assertMessage(await post(path, { refused: 1 }, { ...JSON_TYPE, ...FROM_ELSEWHERE }), 401);
    }
    assert.deepEqual(await read('/__sim/faults'), { faults: {} });
  });

  test('accepts JSON only: a form of another site gets 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ]) {
      assertMessage(await post('/__sim/faults', { refused: 1 }, { 'Content-Type': type }), 415);
    }
    assertMessage(await post('/__sim/faults', { refused: 1 }, {}), 415);
    assert.deepEqual(await read('/__sim/faults'), { faults: {} });
  });

  test('no CORS: no answer has CORS headers, a preflight is 405', async () => {
    for (const path of READS) {
      const { headers } = await service.send({ path, headers: { Origin: 'http://localhost:8080' } });
      assert.equal(headers['access-control-allow-origin'], undefined);
      const headersOfPreflight = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
      assertMessage(await service.send({ method: 'OPTIONS', path, headers: headersOfPreflight }), 405);
    }
  });

  test('the book survives a restart', async () => {
    const { card } = recordOf(await sell(service));
    await service.stop();
    await service.start();
    const { charges } = (await read(`/__sim/book?id=${card.providerReference}`)) as {
      charges: readonly Fields[];
    };
    assert.equal(charges.length, 1);
  });
});
