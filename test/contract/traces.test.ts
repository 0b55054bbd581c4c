import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../support/databases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  CARD,
  getAs,
  postJson,
  saleBody,
  sell,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import { hang, type Receiver, startReceiver } from '../support/receiver.ts';
import { type TestService, testService } from '../support/service.ts';
import { type CollectedSpan, collectedSpans, resourcesOf } from '../support/trace-collector.ts';
import { until } from '../support/waiting.ts';

const CALLERS_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN = 'b7ad6b7169203331';
const traceparent = (trace = CALLERS_TRACE) => ({ traceparent: `00-${trace}-${CALLERS_SPAN}-01` });

for (const engine of SQLITE_BY_DAY) {
  describe(`traces (${engine})`, () => {
    const opened: (() => Promise<void>)[] = [];
    after(async () => {
      for (const close of opened.reverse()) await close();
    });
    const startPair = async (): Promise<{ collector: Receiver; service: TestService; shop: Receiver }> => {
      const collector = await startReceiver();
      const shop = await startReceiver();
      const service = testService(engine, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
        OTEL_SERVICE_NAME: 'gateway-da-loja',
        GUICHE_SIM_TIME_SCALE: '100',
      });
      opened.push(collector.close, shop.close, service.remove, service.stop);
      await service.start();
      return { collector, service, shop };
    };

    test('a sale is one trace: the request, its commits, the call to the acquirer and the postback', async () => {
      const { collector, service, shop } = await startPair();
      const sale = saleBody({ top: { postBackUrl: `${shop.address}/avisos` } });
      const answer = await postJson(service, sale, { ...API_PAIR, ...traceparent() });
      const { top } = recordOf(answer);
      await getAs(service, `${TRANSACTIONS_PATH}/${top.transactionId}`);
      await getAs(service, '/health/ready');
      await sell(
        service,
        {},
        { ...API_PAIR, authenticationKey: 'segredo-errado-segredo', traceparent: 'nonsense' },
      );
      await until('the postback arrives', () => shop.received.length > 0);
      await service.stop();

      const spans = collectedSpans(collector.received);
      const ofSale = spans.filter(({ traceId }) => traceId === CALLERS_TRACE);
      const request = only(ofSale, 'POST /v1/transactions');
      assert.equal(request.parentSpanId, CALLERS_SPAN);
      const call = only(ofSale, 'acquirer authorize');
      const inCall = ofSale.filter(({ parentSpanId }) => parentSpanId === call.spanId);
      // The simulated acquirer keeps its book in the same database.
      assert.deepEqual(inCall.map(writeOf), ['simulator-book-enter']);
      const inRequest = ofSale.filter(({ parentSpanId }) => parentSpanId === request.spanId);
      assert.deepEqual(inRequest.map((span) => writeOf(span) ?? span.name).slice(0, 4), [
        'begin transactions',
        'acquirer authorize',
        'change transactions',
        'postback',
      ]);
      const children = [...inCall, ...inRequest];
      assert.equal(children.length, ofSale.length - 1);
      for (const child of children.filter(({ name }) => name !== 'postback')) {
        assert.ok(child.startedAt >= request.startedAt && child.endedAt <= request.endedAt, child.name);
      }
      const { attributes } = call;
      assert.deepEqual(
        [attributes['guiche.acquirer.operation'], attributes['guiche.acquirer.outcome']],
        ['authorize', 'approved'],
      );
      assert.equal(request.attributes['guiche.transaction_id'], top.transactionId);
      assert.equal(request.attributes['http.response.status_code'], 201);
      assert.equal(request.attributes['guiche.request_id'], answer.headers['x-request-id']);
      assert.equal(shop.received[0]?.headers.traceparent, `00-${CALLERS_TRACE}-${inRequest[3]?.spanId}-01`);
      assert.equal(shop.received[0]?.headers.tracestate, undefined);

      const others = spans.filter(({ traceId }) => traceId !== CALLERS_TRACE);
      assert.deepEqual(
        others
          .filter(({ parentSpanId }) => parentSpanId === undefined)
          .map(({ name, attributes: { 'http.response.status_code': status } }) => [name, status]),
        [
          ['GET /v1/transactions/:transactionId', 200],
          ['POST /v1/transactions', 401],
        ],
      );
      const [resource] = resourcesOf(collector.received);
      assert.equal(resource?.['service.name'], 'gateway-da-loja');
      assert.ok(resource?.['service.version'] && resource['service.instance.id']);
      assert.ok(service.log.some((line) => line.includes(`"traceId":"${CALLERS_TRACE}"`)));

      const sent = collector.received.map(({ body }) => body).join('\n');
      const secrets = [
        CARD.number,
        CARD.number.slice(0, 6),
        API_PAIR.authenticationKey,
        'segredo',
        shop.address,
      ];
      for (const secret of [...secrets, 'avisos']) assert.ok(!sent.includes(secret), secret);
    });

    test('a receiver of traces that never answers, and one that is down, hold up no sale', async () => {
      const { collector, service } = await startPair();
      collector.answerWith(hang);
      recordOf(await sell(service));
      await collector.close();
      recordOf(await sell(service));
      await service.stop();
    });
  });
}

const writeOf = ({ attributes }: CollectedSpan) => attributes['guiche.write'];

function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const [found, ...more] = spans.filter((span) => span.name === name);
  assert.ok(
    found && more.length === 0,
    `one span ${name} among ${spans.map((span) => span.name).join(', ')}`,
  );
  return found;
}
