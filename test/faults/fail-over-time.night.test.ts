import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { cnpj } from 'cpf-cnpj-validator';
import { type CieloHost, startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { testService } from '../support/service.ts';

const DENIED = 7;
const PENDING = 10;
const AUTHORIZED = 5;
const ISSUER_DOWN = '91';
const LOST_ANSWER = '4000000000096042';
const VISA = '4235647728025682';
const SECOND_MS = 1_000;

/** In front of a host: what is sold for so many reais is answered that many seconds later. */
async function slowedBy(target: string) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { amount = 0 } = (body.toString().startsWith('{') ? JSON.parse(body.toString()) : {}) as {
      amount?: number;
    };
    const { method, headers, url } = incoming;
    const passed = request(new URL(url ?? '/', target), { method, headers }, async (answer) => {
      await wait(amount * 10);
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

/** In real time, because the limit of a request is by a clock that nobody can set. */
describe('a second acquirer after a slow first one', { concurrency: true }, () => {
  const service = testService('sqlite');
  let rede: RedeHost;
  let cielo: CieloHost;
  let slow: Awaited<ReturnType<typeof slowedBy>>;
  let api: ApiPair;
  before(async () => {
    await service.start();
    rede = await startRedeHost();
    cielo = await startCieloHost();
    slow = await slowedBy(rede.address);
    const added = await addMerchant(service, cnpj.generate());
    ({ api } = added);
    const person = String(added.personId);
    const add = (provider: string, settings: object, ...more: string[]) =>
      service.command(
        ...['acquirer', 'add', '--person', person, '--provider', provider, ...more],
        ...Object.entries(settings).flatMap(([name, value]) => [
          '--setting',
          `${name}=${String(value).replace(rede.address, slow.address)}`,
        ]),
      );
    await add('REDE', rede.settings(), '--default');
    await add('CIELO', cielo.settings());
    const { routing } = service.rooms();
    const id = Number(person);
    await routing.activate(
      id,
      await routing.add(id, { rules: [{ name: 'Tudo', accounts: ['REDE', 'CIELO'] }] }),
    );
    service.clock.advance(2_000);
    rede.control.force({ code: ISSUER_DOWN, times: 3 });
  });
  after(async () => {
    await service.stop();
    await service.remove();
    slow?.close();
    await rede?.close();
    await cielo?.close();
  });

  const soldAfter = async (seconds: number, number: string) => {
    const from = performance.now();
    const { top, card } = recordOf(
      await sell(service, { top: { amount: String(seconds * 100) }, cardInfo: { number } }, api),
    );
    const attempts = await service.rooms().transactions.attemptsOf(String((top as Fields).transactionId));
    const took = (performance.now() - from) / SECOND_MS;
    return { status: top.status, provider: card.provider, tries: attempts.length, took };
  };

  test('is not asked with less than five of thirty seconds left', async () => {
    const { took, ...sold } = await soldAfter(26, VISA);
    assert.deepEqual(sold, { status: DENIED, provider: 'REDE', tries: 1 });
    assert.ok(took < 30, `${took} s`);
  });

  test('is asked with more, and approves', async () => {
    const { took, ...sold } = await soldAfter(15, VISA);
    assert.deepEqual(sold, { status: AUTHORIZED, provider: 'CIELO', tries: 2 });
    assert.ok(took < 30, `${took} s`);
  });

  test('has only what is left to answer: then its outcome is unknown', async () => {
    const { took, ...sold } = await soldAfter(20, LOST_ANSWER);
    assert.deepEqual(sold, { status: PENDING, provider: 'CIELO', tries: 2 });
    assert.ok(took > 28 && took < 33, `${took} s`);
  });
});
