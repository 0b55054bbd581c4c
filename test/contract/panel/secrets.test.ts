import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATIONS } from '../../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace, SQLITE_BY_DAY } from '../../support/databases.ts';
import { serviceAt } from '../../support/service.ts';
import { openStoredRows, type Row } from '../../support/stored-rows.ts';
import { browserOf, okJson, SELLER } from './panel-client.ts';

const PASSWORD = 'capivara verde 77';

for (const engine of SQLITE_BY_DAY) {
  test(`writes of the panel are in the audit log, and no row or log line contains a secret (${engine})`, async (t) => {
    const place = await newDatabasePlace(engine, MIGRATIONS);
    const service = serviceAt(async () => place, {}, { remove: () => place.remove() });
    t.after(async () => {
      await service.stop();
      await service.remove();
    });
    await service.start();
    const admin = browserOf(service);
    okJson(await admin.logIn());
    await browserOf(service).logIn({ ...SELLER, password: 'a senha errada de alguém' });
    const { secret } = okJson<{ secret: string }>(await admin.call('POST', '/security/second-factor'));
    const invitation = { name: 'Gil', email: 'gil@loja.example', role: 'read' };
    const { link } = okJson<{ link: { url: string } }>(await admin.call('POST', '/team', invitation));
    const token = link.url.split('#')[1] ?? '';
    okJson(await browserOf(service).call('POST', '/invitation/join', { token, password: PASSWORD }));
    const cookie = admin.cookie()?.split('=')[1] ?? '';

    const { audit, everything } = await allRows(place);
    const done = audit.map(({ operation, result }) => `${operation} ${result}`);
    assert.ok(done.includes('painel POST /session ok'), done.join('\n'));
    assert.ok(done.includes('painel POST /session login_invalid'), done.join('\n'));
    assert.ok(done.includes('painel POST /team ok'), done.join('\n'));
    const text = [...service.log, ...everything].join('\n');
    for (const held of [secret, token, cookie, PASSWORD, SELLER.password]) {
      assert.ok(held.length > 8);
      assert.ok(!text.includes(held));
    }
  });
}

async function allRows(
  place: DatabasePlace,
): Promise<{ audit: readonly Row[]; everything: readonly string[] }> {
  const stored = await openStoredRows(place);
  try {
    const everything: string[] = [];
    for (const table of await stored.tables()) everything.push(JSON.stringify(await stored.rows(table)));
    return { audit: await stored.rows('audit'), everything };
  } finally {
    await stored.close();
  }
}
