import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { basic, getAs, PUBLIC_KEY_PATH, postJson, saleBody } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant, type IssuedCredential, issueCredential } from '../support/merchants.ts';
import {
  answered,
  assertMessage,
  DEMO_OPERATOR,
  keyOf,
  objectIn,
  post,
} from '../support/operations-client.ts';
import { startReceiver } from '../support/receiver.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Promised for every instance (docs/contract/decided.md 2). */
const GONE_WITHIN_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Its outcome is unknown at first and found out later: 10, then 11. */
const UNKNOWN_FIRST = '4532365531093678';

onSqliteByDay('A deactivated person', {}, (service) => {
  let personId: string;
  let api: ApiPair;
  let checkout: IssuedCredential;
  let key: IssuedCredential;
  let operator: string;

  before(async () => {
    ({ personId, api } = await addMerchant(service));
    checkout = await issueCredential(service, personId, 'checkout');
    key = await issueCredential(service, personId, 'integration');
    operator = await keyOf(service, DEMO_OPERATOR);
  });

  const setAccess = async (command: 'deactivate' | 'reactivate') => {
    await service.command('person', command, personId);
    service.clock.advance(GONE_WITHIN_MS);
  };
  const askGateway = async () => [
    (await postJson(service, saleBody(), api)).status,
    (await getAs(service, '/v1/transactions?referenceId=x', api)).status,
    (await getAs(service, PUBLIC_KEY_PATH, basic(`${checkout.name}:${checkout.secret}`))).status,
  ];
  const list = (ofKey: string, query = '') =>
    service.send({ path: `/Produto/GetByPessoaId?key=${ofKey}${query}` });

  test('every key is refused by the gateway and the operations until the person is reactivated', async () => {
    assert.deepEqual(await askGateway(), [201, 200, 200]);
    answered(await list(key.secret));
    await setAccess('deactivate');
    assert.deepEqual(await askGateway(), [401, 401, 401]);
    assertRefused(await postJson(service, saleBody(), api), 401, 'credentials_invalid');
    assertMessage(await list(key.secret), 401, 'Acesso não autorizado [Token não encontrado].');
    await setAccess('reactivate');
    assert.deepEqual(await askGateway(), [201, 200, 200]);
    answered(await list(key.secret));
  });

  test('those who may act for the person get a clear message, and an operator sees and edits the record', async () => {
    await setAccess('deactivate');
    assertMessage(await list(operator, `&pessoaId=${personId}`), 403, 'Pessoa desativada.');
    const body = { id: personId, nomeRazaoSocial: 'Outra loja', cpfCnpj: '11222333000181' };
    const edited = objectIn(answered(await post(service, '/Pessoa/Insert', body, operator)), 'pessoa');
    assert.deepEqual(edited.pessoaStatus, { id: 4, nome: 'Inativo' });
    assertMessage(
      await post(service, '/Pessoa/Insert', body),
      401,
      'Acesso não autorizado [Token não encontrado].',
    );
    await setAccess('reactivate');
  });

  test('its open sales are resolved, and its postbacks delivered and signed', async (context) => {
    const receiver = await startReceiver(500);
    context.after(() => receiver.close());
    const { secret } = await issueCredential(service, personId, 'postback');
    const postBackUrl = `${receiver.address}/aviso`;
    const sold = await postJson(
      service,
      saleBody({ top: { postBackUrl }, cardInfo: { number: UNKNOWN_FIRST } }),
      api,
    );
    const { top } = recordOf(sold);
    assert.equal(top.status, 10);
    await setAccess('deactivate');
    receiver.answerWith(200);
    const delivered = await until('resolved and delivered', () => {
      service.clock.advance(HOUR_MS);
      return receiver.received.find((one) => JSON.parse(one.body).status === 11);
    });
    // The service's clock was moved, so the signature is verified at the time of its header.
    const signedAt = new Date(Number(delivered.headers['webhook-timestamp']) * 1_000);
    const signature = new Webhook(secret).sign(
      String(delivered.headers['webhook-id']),
      signedAt,
      delivered.body,
    );
    // The first pair brought a secret of its own, which signs too.
    const signatures = String(delivered.headers['webhook-signature']).split(' ');
    assert.ok(signatures.includes(signature), signatures.join());
    const shown = await service.command('transaction', 'show', String(top.transactionId));
    assert.equal(shown.status, 11);
    await setAccess('reactivate');
  });
});
