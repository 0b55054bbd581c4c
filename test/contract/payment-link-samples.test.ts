import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { API_PAIR } from '../support/gateway-client.ts';
import { linkRecord, submit } from '../support/hosted-page.ts';
import { onSqliteByDay } from '../support/service.ts';

const PAGE = pageOf('docs/payment-links.md');

function pageOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

onSqliteByDay('The samples of links', {}, (service) => {
  for (const path of ['README.md', 'docs/payment-links.md']) {
    test(`the call in ${path} creates a link, and the card there pays it`, async () => {
      const page = pageOf(path);
      const curl = /^curl (?:-s )?http:\/\/localhost:8080(\/v1\/intention) \\\n([\s\S]*?)^```/m.exec(page);
      const [, address = '', options = ''] = curl ?? [];
      const headers = [...options.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]);
      const [, body = ''] = /-d '([^']+)'/.exec(options) ?? [];
      const request = { method: 'POST', path: address, headers: Object.fromEntries(headers), body };
      const answer = await service.send(request);
      assert.equal(answer.status, 201, answer.text);
      const { transactionId, url, status } = answer.json() as Record<string, string | number>;
      assert.equal(status, 1);
      const [, numero = ''] = /type the card `([\d ]+)`/.exec(page) ?? [];
      assert.equal((await submit(service, new URL(String(url)).pathname, { numero })).status, 303);
      assert.equal((await linkRecord(service, String(transactionId))).status, 6);
    });
  }

  test('the call in docs/payment-links.md creates a link that may be paid many times', async () => {
    const [, body = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
    const headers = { 'Content-Type': 'application/json', ...API_PAIR };
    const answer = await service.send({ method: 'POST', path: '/v1/payment-links', headers, body });
    assert.equal(answer.status, 201, answer.text);
    assert.match(String((answer.json() as { url: string }).url), /\/p\/[a-zA-Z0-9]{10}$/);
  });
});
