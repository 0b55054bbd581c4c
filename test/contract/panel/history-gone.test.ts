import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MIGRATIONS } from '../../../src/composition/migrations.ts';
import type { Sale } from '../../../src/panel/sales/schema.ts';
import { newDatabasePlace } from '../../support/databases.ts';
import { soldIn } from '../../support/movements.ts';
import { serviceAt } from '../../support/service.ts';
import { browserOf, okJson, SELLER } from './panel-client.ts';

for (const [archive, text] of [
  ['on', /foi arquivado: ele fica aqui por 90 dias.*operador da plataforma/],
  ['off', /foi apagado: ele fica aqui por 90 dias/],
] as const) {
  test(`the page of a sale says that its history has left the database (archive ${archive})`, async (context) => {
    const place = await newDatabasePlace('sqlite', MIGRATIONS);
    const settings = { GUICHE_KEEP_HISTORY: '90', GUICHE_ARCHIVE: archive };
    const service = serviceAt(async () => place, settings);
    context.after(async () => {
      await service.stop();
      await place.remove();
    });
    await service.start();
    const browser = browserOf(service);
    okJson(await browser.logIn(SELLER));
    const id = await soldIn(service, 6);
    const show = async () => okJson<Sale>(await browser.call('GET', `/sales/${id}`));
    const before = await show();
    assert.deepEqual([before.timeline.length, before.historyGone], [2, null]);

    const file = new DatabaseSync(join(place.dataDir, 'guiche.sqlite'), { timeout: 5_000 });
    file.prepare('delete from transaction_events where transaction_id = ?').run(id);
    file.close();
    const after = await show();
    assert.deepEqual(after.timeline, []);
    assert.match(after.historyGone ?? '', text);
  });
}
