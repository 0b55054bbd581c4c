import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_TAGS } from '../../src/composition/api-reference/api-tags.ts';
import { METRICS } from '../../src/composition/observability/metric-catalogue.ts';
import { jobTitle } from '../../src/panel/health/health-words.ts';
import type { MetricDefinition } from '../../src/platform/metrics.ts';
import { generatedPart } from '../documents/generated.ts';
import { definitionsIn } from '../documents/metrics-page.ts';
import { assertMessage, type Fields, recordOf } from '../support/gateway-answers.ts';
import { publicKeyFor, sell, sellByHash } from '../support/gateway-client.ts';
import { pathsOf } from '../support/open-api.ts';
import { onSqliteByDay } from '../support/service.ts';

const METRICS_TOKEN = 'um-token-para-as-metricas';
/** Work of each instance, of which no run is noted and listed. */
const RUNS_EVERYWHERE = new Set(['heartbeat', 'postbacks', 'card-data-key-pool', 'credentials-last-use']);
/** A request through a proxy on this machine does not count as local. */
const FROM_ELSEWHERE = { 'X-Forwarded-For': '203.0.113.7' };

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
}

onSqliteByDay('Health, metrics and API reference', { GUICHE_METRICS_TOKEN: METRICS_TOKEN }, (service) => {
  const metrics = (headers: Readonly<Record<string, string>> = {}) =>
    service.send({ path: '/metrics', headers });

  test('/health/live and /health/ready answer 200', async () => {
    for (const path of ['/health/live', '/health/ready', '/HEALTH/Live/']) {
      assert.equal((await service.send({ path })).status, 200, path);
    }
  });

  test('/metrics: open to requests from this machine', async () => {
    const { status, headers, text } = await metrics();
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain/);
    assert.match(text, /^# HELP /m);
  });

  test('/metrics: open to other machines with the token', async () => {
    for (const scheme of ['Bearer', 'bearer']) {
      assert.equal(
        (await metrics({ ...FROM_ELSEWHERE, Authorization: `${scheme} ${METRICS_TOKEN}` })).status,
        200,
      );
    }
  });

  test('each background job has a title in Portuguese, for the panel and the doctor', async () => {
    const { text } = await metrics();
    const names = [...text.matchAll(/^guiche_job_failures_total\{job_name="([^"]+)"/gm)].map(
      ([, name = '']) => name,
    );
    assert.ok(names.includes('retention'));
    assert.deepEqual(
      names.filter((name) => !RUNS_EVERYWHERE.has(name) && jobTitle(name) === name),
      [],
    );
  });

  for (const header of [
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Envoy-External-Address',
  ]) {
    test(`/metrics: closed to a request with ${header} and no token`, async () => {
      const { status, text } = await metrics({ [header]: '203.0.113.7' });
      assert.ok(status === 401 || status === 403 || status === 404, String(status));
      assert.equal(text.includes('# HELP'), false);
    });
  }

  test('/metrics: closed with any other token', async () => {
    const tokens = ['Bearer', 'Bearer ', `Bearer ${METRICS_TOKEN}x`, `Basic ${METRICS_TOKEN}`, METRICS_TOKEN];
    for (const Authorization of tokens) {
      const answer = await metrics({ ...FROM_ELSEWHERE, Authorization });
      assertMessage(answer, 404);
    }
  });

  test('/metrics: has requests by route, outcomes by acquirer, batch sizes and event-loop delay', async () => {
    await sell(service);
    await sell(service, { card: { provider: 'Cielo' }, cardInfo: { number: '4000000000090516' } });
    const { text } = await metrics();
    assert.match(
      text,
      /^http_request_duration_seconds_bucket\{[^}]*route="\/v1\/transactions"[^}]*\} [1-9]/m,
    );
    assert.match(text, /^guiche_acquirer_outcomes_total\{provider="REDE",outcome="approved"\} [1-9]/m);
    assert.match(text, /^guiche_acquirer_outcomes_total\{provider="CIELO",outcome="declined"\} 1$/m);
    assert.match(text, /^guiche_commit_batch_size_count [1-9]/m);
    assert.match(
      text,
      /^guiche_acquirer_request_duration_seconds_count\{provider="REDE",operation="authorize",outcome="approved"\} [1-9]/m,
    );
    assert.match(
      text,
      /^guiche_acquirer_declines_total\{provider="CIELO",decline_class="soft_customer"\} 1$/m,
    );
    assert.match(text, /^guiche_build_info\{version="[\d.]+",node="v26[^"]*",mode="sandbox",.*\} 1$/m);
    assert.match(text, /eventloop_lag/);
  });

  test('/metrics: shows exactly the metrics and labels of the catalogue (docs/metrics.md), with their meaning', async () => {
    const shown = definitionsIn((await metrics()).text);
    // What `promtool check metrics` asks for.
    const misnamed = shown.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'));
    assert.deepEqual(misnamed, []);
    const named = generatedPart('docs/metrics.md', 'runtime');
    const runtime = shown.filter(({ name }) => named.includes(`| \`${name}\` |`));
    const own = shown.filter((metric) => !runtime.includes(metric));
    const catalogue: readonly MetricDefinition[] = Object.values(METRICS);
    // Without a backup there is no time of the last one: an alert would take 0 for 1970.
    assert.doesNotMatch((await metrics()).text, /^guiche_backup_last_success_timestamp_seconds /m);
    const plain = ({ name, type, help }: MetricDefinition) => `${name} ${type} ${help}`;
    assert.deepEqual(own.map(plain).sort(), catalogue.map(plain).sort());
    for (const { name, labels } of own) {
      const known = catalogue.find((metric) => metric.name === name)?.labels ?? [];
      assert.deepEqual(
        labels.filter((label) => !known.includes(label)),
        [],
        name,
      );
    }
  });

  test('/metrics: no label contains an id from a path, a card number or a key', async () => {
    const { top } = recordOf(await sell(service));
    await service.send({ path: `/v1/transactions/${top.transactionId}` });
    await service.send({ path: '/v1/5284776885068867?key=chave' });
    const { sessionKey } = await publicKeyFor(service);
    await sellByHash(service, `x${sessionKey}`);
    const { text } = await metrics();
    for (const secret of [String(top.transactionId), '5284776885068867', 'chave', sessionKey]) {
      assert.equal(text.includes(secret), false, secret);
    }
  });

  test('/openapi.json lists the routes of the gateway', async () => {
    const { openapi, paths } = (await service.send({ path: '/openapi.json' })).json() as OpenApi;
    assert.match(openapi, /^3\./);
    const methodsOf = (path: string) => Object.keys(paths[path] ?? {}).sort();
    assert.deepEqual(methodsOf('/v1/transactions'), ['get', 'post']);
    assert.deepEqual(methodsOf('/v1/transactions/{transactionId}'), ['get']);
    assert.deepEqual(methodsOf('/v2/checkout/generate/public-key'), ['get']);
  });

  test('/openapi.json: leaves out the simulator, metrics, health and the reference itself', async () => {
    const { paths } = (await service.send({ path: '/openapi.json' })).json() as OpenApi;
    const hidden = Object.keys(paths).filter((path) => /^\/(__sim|metrics|health|docs|openapi)/.test(path));
    assert.deepEqual(hidden, []);
  });

  test('/openapi.json describes the validated fields and the credentials', async () => {
    const paths = pathsOf<OpenApi['paths']>(await service.send({ path: '/openapi.json' }));
    const post = JSON.stringify(paths['/v1/transactions']?.post);
    for (const field of [
      'amount',
      'softDescriptor',
      'cardHash',
      'expirationYear',
      'interestType',
      'postBackUrl',
    ]) {
      assert.ok(post.includes(`"${field}"`), field);
    }
    for (const call of [paths['/v1/transactions']?.post, paths['/v2/checkout/generate/public-key']?.get]) {
      assert.ok(Array.isArray(call?.security) && call.security.length > 0);
    }
  });

  test('/openapi.json: every call has an id of its own, a declared tag, its credentials and its errors', async () => {
    const document = (await service.send({ path: '/openapi.json' })).json() as OpenApi & {
      readonly tags: readonly { name: string; description: string }[];
      readonly webhooks: OpenApi['paths'];
    };
    const declared = new Set(document.tags.map(({ name }) => name));
    assert.deepEqual([...declared].sort(), Object.keys(API_TAGS).sort());
    for (const { name, description } of document.tags) assert.match(description, /^[A-ZÀ-Ú].+[.)]$/, name);
    const ids = new Set<unknown>();
    for (const [path, calls] of Object.entries({ ...document.paths, ...document.webhooks })) {
      for (const [method, call] of Object.entries(calls)) {
        const name = `${method} ${path}`;
        assert.match(String(call.operationId), /^[a-z][A-Za-z0-9]+$/, name);
        assert.ok(!ids.has(call.operationId), name);
        ids.add(call.operationId);
        assert.ok(
          (call.tags as readonly string[]).every((tag) => declared.has(tag)),
          name,
        );
        assert.ok(Array.isArray(call.security), name);
        assert.ok(
          Object.keys(call.responses as object).some((status) => status.startsWith('4')),
          name,
        );
      }
    }
    assert.ok(ids.has('postV1Transactions') && ids.has('postback') && ids.has('callback'));
    assert.deepEqual(document.paths['/Produto/Insert']?.post?.security, [{ key: [] }]);
  });

  test('/docs serves its page, with scripts from the same origin', async () => {
    const page = await service.send({ path: '/docs' });
    const scripts = [...page.text.matchAll(/<script src="([^"]+)"/g)].map(([, path = '']) => path);
    assert.equal(scripts.length, 2);
    for (const path of scripts) {
      assert.match(path, /^\/[^/]/);
      const answer = await service.send({ path });
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^text\/javascript/);
    }
  });

  test('/docs and what it loads are in Portuguese and below 1.5 MB, compressed', async () => {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br' };
    const page = await service.send({ path: '/docs' });
    assert.match(page.text, /lang="pt-BR"/);
    assert.match(page.text, /&quot;locale&quot;:&quot;pt&quot;/);
    let bytes = Buffer.byteLength(page.text);
    for (const [path, coding] of [
      ['/docs/reference.js', 'br'],
      ['/openapi.json', 'gzip'],
    ] as const) {
      const answer = await service.send({ path, headers });
      assert.equal(answer.headers['content-encoding'], coding, path);
      bytes += Number(answer.headers['content-length']);
    }
    assert.ok(bytes < 1_500_000, `${bytes} bytes`);
  });
});
