import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import { onEachEngine } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, SELLER, told } from './panel-client.ts';

onEachEngine('The audit in the panel', {}, (service) => {
  test('is read by person, user, way and time, and exported', async () => {
    const operator = browserOf(service);
    const { me } = told<{ me: { user: { id: number } } }>(await operator.logIn(OPERATOR));
    const seller = browserOf(service);
    told(await seller.logIn(SELLER));
    told(await seller.call('POST', '/keys', { kind: 'api', label: 'Loja' }));
    await browserOf(service).logIn({ ...SELLER, password: 'uma senha errada' });
    const read = async (query: string) =>
      told<{ items: AuditRow[]; next: string | null }>(await operator.call('GET', `/audit${query}`)).items;

    const own = await read(`?user=${me.user.id}`);
    assert.ok(own.length > 0 && own.every(({ user }) => user?.id === me.user.id && user.name !== ''));
    const ofSeller = await read('?of=1');
    assert.ok(ofSeller.some(({ operation, record }) => operation === 'painel POST /keys' && record));
    assert.ok(ofSeller.some(({ result }) => result === 'login_invalid'));
    assert.ok((await read('?origin=panel')).every(({ origin }) => origin === 'panel'));
    assert.deepEqual(await read('?origin=link'), []);
    assert.deepEqual(await read('?to=2020-01-01'), []);
    assert.ok((await read('?from=2020-01-01')).length > 0);
    for (const query of ['?from=2026-13-40', '?origin=porta', '?user=0']) {
      assertRefused(await operator.call('GET', `/audit${query}`), 400, 'field_invalid');
    }
    const exported = await operator.call('GET', '/audit.csv?of=1');
    assert.match(exported.text, /Data;Hora;Operação/);
    assert.match(exported.text, /painel POST \/keys;panel/);
    assertRefused(await seller.call('GET', '/audit'), 403, 'not_allowed');
    assertRefused(await seller.call('GET', '/audit.csv'), 403, 'not_allowed');
  });
});
