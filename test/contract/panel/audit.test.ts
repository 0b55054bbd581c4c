import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { operationTitle } from '../../../src/panel/audit/operation-words.ts';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import { soldIn } from '../../support/movements.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const BACK_OFFICE_WRITE = /^\/([A-Z]\w+\/(?!Get|Consulta)[A-Z]\w+)$/;

onSqliteByDay('The audit log in the panel', {}, (service) => {
  test('records a logout with its user, and nothing for a logout without a session', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const seller = browserOf(service);
    const { me } = okJson<{ me: { user: { id: number } } }>(await seller.logIn(SELLER));
    const token = seller.cookie();
    okJson(await seller.call('DELETE', '/session'));
    seller.useCookie(token);
    okJson(await seller.call('DELETE', '/session'));
    const { items } = okJson<{ items: AuditRow[] }>(
      await operator.call('GET', '/audit?operation=painel%20DELETE%20/session'),
    );
    assert.deepEqual(
      items.map(({ title, user, result }) => [title, user?.id, result]),
      [['Saiu do painel', me.user.id, 'ok']],
    );
  });

  test('names each write of the back office in Portuguese', async () => {
    const { paths } = (await service.send({ path: '/openapi.json' })).json() as { paths: object };
    const operations = Object.keys(paths).flatMap((path) => BACK_OFFICE_WRITE.exec(path)?.[1] ?? []);
    assert.ok(operations.length > 15, operations.join());
    assert.deepEqual(
      operations.filter((operation) => operationTitle(operation) === operation),
      [],
    );
  });

  test('is filtered by person, user, origin and time, and exported', async () => {
    const operator = browserOf(service);
    const { me } = okJson<{ me: { user: { id: number } } }>(await operator.logIn(OPERATOR));
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    okJson(await seller.call('POST', '/keys', { kind: 'api', label: 'Loja' }));
    await browserOf(service).logIn({ ...SELLER, password: 'uma senha errada' });
    const read = async (query: string) =>
      okJson<{ items: AuditRow[]; next: string | null }>(await operator.call('GET', `/audit${query}`)).items;

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
    assert.match(exported.text, /;Criou uma chave;Painel;.*;Chave \d+;Feito;/);
    assert.doesNotMatch(exported.text, /painel |;ok;|;panel;|user:/);
    assertRefused(await seller.call('GET', '/audit'), 403, 'not_allowed');
    assertRefused(await seller.call('GET', '/audit.csv'), 403, 'not_allowed');
  });

  test('an entry about a person is listed for that person, no matter who the author is', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { id } = okJson<{ id: number }>(
      await operator.call('POST', '/persons', { document: '15350946056', name: 'Loja da Esquina' }),
    );
    okJson(await operator.call('POST', `/persons/${id}/activate`));
    const account = { personId: id, provider: 'getnet', settings: [] };
    const added = okJson<{ id: number }>(await operator.call('POST', '/acquirers', account));
    assertRefused(await operator.call('POST', '/acquirers', account), 409, 'account_exists');
    okJson(await operator.call('DELETE', `/acquirers/${added.id}`));
    const { items } = okJson<{ items: AuditRow[] }>(await operator.call('GET', `/audit?of=${id}`));
    assert.deepEqual(
      items.map(({ operation, record, result, forPerson }) => [operation, record, result, forPerson?.id]),
      [
        ['painel DELETE /acquirers/:id', `acquirer:${added.id}`, 'ok', id],
        ['painel POST /acquirers', null, 'account_exists', id],
        ['painel POST /acquirers', `acquirer:${added.id}`, 'ok', id],
        ['painel POST /persons/:id/activate', `person:${id}`, 'ok', id],
        ['painel POST /persons', `person:${id}`, 'ok', id],
      ],
    );
  });

  test('joining a team, a postback test, ended sessions and a refused movement are recorded', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    const { link, member } = okJson<{ link: { url: string }; member: { id: number } }>(
      await seller.call('POST', '/team', { name: 'Bia', email: 'bia@loja.example', role: 'read' }),
    );
    const token = link.url.split('#')[1] ?? '';
    okJson(
      await browserOf(service).call('POST', '/invitation/join', { token, password: 'capivara azul 58' }),
    );
    okJson(await seller.call('POST', '/postbacks/test', { url: 'http://127.0.0.1:9/avisos' }));
    okJson(await seller.call('DELETE', '/security/sessions'));
    const sale = await soldIn(service, 6);
    assertRefused(
      await seller.call(
        'POST',
        `/sales/${sale}/release`,
        { amount: 1, left: 999, reason: 'x' },
        { 'Idempotency-Key': randomUUID() },
      ),
      409,
      'amount_left_changed',
    );
    const { items } = okJson<{ items: AuditRow[] }>(await operator.call('GET', '/audit?of=1'));
    assert.deepEqual(
      items.slice(0, 4).map(({ operation, record, result }) => [operation, record, result]),
      [
        ['painel POST /sales/:id/release', `transaction:${sale}`, 'amount_left_changed'],
        ['painel DELETE /security/sessions', null, 'ok'],
        ['painel POST /postbacks/test', null, 'ok'],
        ['painel POST /invitation/join', `user:${member.id}`, 'ok'],
      ],
    );
  });
});
