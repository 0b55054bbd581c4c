import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import type { HttpAnswer, HttpRequest } from '../support/http-exchange.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';

/** Seconds of waiting for an answer that is lost: time for a kill to come in between. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '5' };
const SALE_ANSWER_LOST = '4000000000096042';
const CAPTURE_ANSWER_LOST = '4000000000096166';

const requestsTo = async (client: Client, operation: string): Promise<readonly Fields[]> => {
  const answer = await client.send({ path: '/__sim/requests' });
  const { requests } = answer.json() as { requests: readonly Fields[] };
  return requests.filter((one) => one.operation === operation);
};
const chargesOn = async (client: Client): Promise<readonly Fields[]> => {
  const answer = await client.send({ path: '/__sim/book' });
  return (answer.json() as { charges: readonly Fields[] }).charges;
};

for (const engine of SQLITE_BY_DAY) {
  describe(`a service that is killed while a request with an Idempotency-Key runs, on ${engine}`, () => {
    let place: DatabasePlace;
    before(async () => {
      place = await newStartedPlace(engine);
    });
    afterEach(killStarted);
    after(() => place?.remove());

    /** Sends the request, kills the service while the acquirer works on it, and starts another one. */
    async function killedDuring(
      prepare: (client: Client) => Promise<HttpRequest>,
      isOnTheBook: (charge: Fields) => boolean,
    ) {
      const service = await startService(place, SETTINGS);
      const client = createClient(service.address, 2);
      const asked = await prepare(client);
      const answer = client.send(asked).catch(() => undefined);
      // The simulated acquirer's book is written by the process that is killed.
      await until('on the book', async () => (await chargesOn(client)).some(isOnTheBook));
      await service.end('SIGKILL');
      assert.equal(await answer, undefined);
      client.close();
      const next = await startService(place, SETTINGS);
      return { asked, client: createClient(next.address, 2), end: () => next.end('SIGTERM') };
    }

    /** On PostgreSQL the killed instance counts as alive for a moment. */
    const notRunning = async (client: Client, asked: HttpRequest): Promise<HttpAnswer | undefined> => {
      const answer = await client.send(asked);
      return answer.status === 409 && answer.text.includes('idempotency_running') ? undefined : answer;
    };
    const settled = async (client: Client, asked: HttpRequest, status: number) => {
      const answer = await client.send(asked);
      return (answer.json() as Fields).status === status ? answer : undefined;
    };

    test('a sale: the key answers with its record as it stands, and nothing is charged twice', async () => {
      const post: HttpRequest = {
        method: 'POST',
        path: TRANSACTIONS_PATH,
        headers: { ...API_PAIR, 'Content-Type': 'application/json', 'Idempotency-Key': 'antes-da-queda' },
        body: JSON.stringify(
          saleBody({ top: { referenceId: 'queda' }, cardInfo: { number: SALE_ANSWER_LOST } }),
        ),
      };
      const { client, asked, end } = await killedDuring(
        async () => post,
        () => true,
      );
      const { top } = recordOf(await until('taken over', () => notRunning(client, asked)));
      assert.ok([10, 5].includes(Number(top.status)));
      const final = recordOf(await until('settled', () => settled(client, asked, 5)));
      assert.equal(final.top.transactionId, top.transactionId);
      const listed = await client.send({ path: `${TRANSACTIONS_PATH}?referenceId=queda`, headers: API_PAIR });
      assert.equal((listed.json() as unknown[]).length, 1);
      assert.deepEqual(await requestsTo(client, 'authorize'), []);
      client.close();
      await end();
    });

    test('a capture: the key answers with the record as it stands, and it is captured once', async () => {
      const { client, asked, end } = await killedDuring(
        async (first) => {
          const headers = { ...API_PAIR, 'Content-Type': 'application/json' };
          const body = JSON.stringify(saleBody({ cardInfo: { number: CAPTURE_ANSWER_LOST } }));
          const { top } = recordOf(
            await first.send({ method: 'POST', path: TRANSACTIONS_PATH, headers, body }),
          );
          return {
            method: 'PUT',
            path: `${TRANSACTIONS_PATH}/${top.transactionId}/capture?amount=700`,
            headers: { ...API_PAIR, 'Idempotency-Key': 'captura-antes-da-queda' },
          };
        },
        ({ captured }) => captured === 700,
      );
      recordOf(await until('taken over', () => notRunning(client, asked)), 200);
      const { card } = recordOf(await until('settled', () => settled(client, asked, 6)), 200);
      assert.equal(card.capturedAmount, '700');
      assert.deepEqual(await requestsTo(client, 'capture'), []);
      client.close();
      await end();
    });
  });
}
