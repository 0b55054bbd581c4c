import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_CARDS } from '../../src/gateway/checkout/page/test-cards.ts';
import { API_PAIR } from '../support/gateway-client.ts';
import { createLink, linkRecord, pageAt, submit, submitByScript } from '../support/hosted-page.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const NO_FUNDS = '4000000000090516';
const STOLEN = '4000000000090433';
const CHALLENGED = '4000000000001091';

onSqliteByDay('A form sent by the page’s script', { GUICHE_SIM_TIME_SCALE: '30' }, (service) => {
  const attemptsOf = async (id: string) =>
    ((await service.command('transaction', 'show', id)).attempts as unknown[]).length;

  test('is told of a refusal in place, with what to do and a new key, and never with the number or the code', async () => {
    const { path, transactionId } = await createLink(service);
    const { status, text, told } = await submitByScript(service, path, { numero: NO_FUNDS, chave: 'first' });
    assert.equal(status, 422);
    assert.match(told.notice?.whatToDo ?? '', /Nada foi cobrado\. Fale com o banco do cartão/);
    assert.deepEqual([told.focus, told.at, told.errors], ['cvv', path, {}]);
    assert.ok(told.key && told.key !== 'first');
    assert.doesNotMatch(text, new RegExp(`${NO_FUNDS}|"cvv":|"typed"`));
    const paid = await submitByScript(service, path, { chave: told.key });
    assert.deepEqual([paid.status, paid.told], [200, { go: path }]);
    assert.equal((await linkRecord(service, transactionId)).status, 6);
    assert.deepEqual((await submitByScript(service, path)).told, { go: path }, 'a paid link');
  });

  test('the same form again is the same try', async () => {
    const { path, transactionId } = await createLink(service);
    for (let times = 0; times < 3; times += 1) {
      const { told } = await submitByScript(service, path, { numero: NO_FUNDS, chave: 'one-form' });
      assert.ok(told.notice);
    }
    assert.equal(await attemptsOf(transactionId), 1);
  });

  test('is told what to correct, field by field, and where another card is needed', async () => {
    const { path } = await createLink(service);
    const wrong = await submitByScript(service, path, { numero: '4235647728025681', validade: '13/35' });
    assert.equal(wrong.status, 422);
    assert.deepEqual(Object.keys(wrong.told.errors ?? {}), ['numero', 'validade']);
    const stolen = await submitByScript(service, path, { numero: STOLEN });
    assert.equal(stolen.told.focus, 'numero');
    const again = await submitByScript(service, path, { numero: STOLEN });
    assert.match(again.told.errors?.numero ?? '', /Use outro cartão/);
  });

  test('is sent on to the bank where that has to confirm, and to the page once there are no tries left', async () => {
    const debit = await createLink(service);
    const sent = await submitByScript(service, debit.path, { tipo: 'debito', numero: CHALLENGED });
    assert.deepEqual(sent.told, { go: debit.path });
    const worn = await createLink(service);
    const tries = [];
    for (let times = 0; times < 10; times += 1) {
      tries.push((await submitByScript(service, worn.path, { numero: NO_FUNDS })).told.go);
    }
    assert.deepEqual(tries.slice(-2), [undefined, worn.path]);
  });

  test('of a reusable link goes on at the page of its visit, so that one visit is one payment', async () => {
    const path = await reusableLink(service);
    const refused = await submitByScript(service, path, { numero: NO_FUNDS });
    assert.match(refused.told.at ?? '', /^\/v1\/payment\//);
    const paid = await submitByScript(service, refused.told.at ?? '', { chave: refused.told.key ?? '' });
    assert.deepEqual(paid.told, { go: refused.told.at });
    assert.match((await pageAt(service, refused.told.at ?? '')).text, /Pagamento aprovado/);
    const wrong = await submitByScript(service, path, { nome: '' });
    assert.deepEqual(Object.keys(wrong.told.errors ?? {}), ['nome']);
  });

  test('of a reusable link stays the same form while nothing is tried: what was paid before is not paid twice', async () => {
    const path = await reusableLink(service);
    const chave = 'sent-by-a-lost-connection';
    const paid = await submitByScript(service, path, { chave });
    const wrong = await submitByScript(service, path, { chave, nome: '' });
    assert.deepEqual(Object.keys(wrong.told), ['errors']);
    assert.deepEqual((await submitByScript(service, path, { chave })).told, paid.told);
    const page = await submit(service, path, { chave, nome: '' });
    assert.match(page.text, new RegExp(`name="chave" value="${chave}"`));
  });

  test('that stores a card is told of a refusal in the same way', async () => {
    const made = await service.send({
      method: 'POST',
      path: '/v1/tokenization/intention',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: '{}',
    });
    const { pathname } = new URL((made.json() as { url: string }).url);
    const refused = await submitByScript(service, pathname, { numero: NO_FUNDS });
    assert.ok(refused.told.notice && refused.told.key);
    assert.doesNotMatch(refused.text, new RegExp(NO_FUNDS));
    assert.deepEqual((await submitByScript(service, pathname)).told, { go: pathname });
  });

  test('every test card that the page offers does what it says', async () => {
    const statuses: Readonly<Record<string, number>> = {
      Aprovado: 6,
      'Sem saldo': 1,
      'Código errado': 1,
      'Cartão roubado': 1,
      'Demora 5 segundos': 6,
      'Em análise': 6,
      'Débito: o banco confirma': 0,
    };
    assert.deepEqual(
      TEST_CARDS.map(({ outcome }) => outcome),
      Object.keys(statuses),
    );
    for (const { number, outcome, type } of TEST_CARDS) {
      const { path, transactionId } = await createLink(service);
      assert.ok((await pageAt(service, path)).text.includes(`data-card="${number}"`));
      await submitByScript(service, path, { numero: number, tipo: type === 'debit' ? 'debito' : 'credito' });
      await until(
        outcome,
        async () => (await linkRecord(service, transactionId)).status === statuses[outcome],
      );
    }
  });
});

async function reusableLink(service: TestService): Promise<string> {
  const made = await service.send({
    method: 'POST',
    path: '/v1/payment-links',
    headers: { 'Content-Type': 'application/json', ...API_PAIR },
    body: JSON.stringify({ name: 'Bolo', amount: '21000', payment: { card: { capture: true } } }),
  });
  return new URL((made.json() as { url: string }).url).pathname;
}
