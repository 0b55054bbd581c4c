import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  API_PAIR,
  basic,
  cardHashOf,
  DEMO_CHECKOUT,
  getAs,
  postJson,
  publicKeyFor,
  saleBody,
  sell,
  sellByHash,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const NUMBER = '5284776885068867';
const CVV = '8351';

onSqliteByDay('What is logged', {}, (service) => {
  test('logs never contain a card number, cvv, cardHash, key, password or query string', async () => {
    const key = await publicKeyFor(service);
    const cardHash = cardHashOf(key, {
      number: NUMBER,
      cvv: CVV,
      expirationMonth: '12',
      expirationYear: '2035',
    });
    const cardInfo = { number: NUMBER, cvv: CVV };
    await sell(service, { cardInfo });
    await sell(service, { cardInfo: { ...cardInfo, expirationMonth: '13' } });
    await sellByHash(service, cardHash);
    await sellByHash(service, cardHash, cardInfo);
    await sellByHash(service, `${NUMBER}${key.sessionKey}`);
    await postJson(service, saleBody({ cardInfo }), {
      authenticationApi: NUMBER,
      authenticationKey: 'segredo-errado',
    });
    const send = (path: string, body?: string) =>
      service.send({
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: API_PAIR,
        ...(body === undefined ? {} : { body }),
      });
    await send(TRANSACTIONS_PATH, `{"number":"${NUMBER}","cvv":"${CVV}"`);
    await send(`${TRANSACTIONS_PATH}?card=${NUMBER}`, JSON.stringify(saleBody({ cardInfo })));
    await send(`${TRANSACTIONS_PATH}/${NUMBER}`);
    await send(`/${NUMBER}?senha=segredo-errado`);
    await send(`/v1/%ZZ${NUMBER}`);
    await getAs(service, `/v2/checkout/generate/public-key?ttl=${NUMBER}`, basic(DEMO_CHECKOUT));

    const requests = 13;
    assert.ok(service.log.length >= requests);
    const log = service.log.map(withoutChance).join('\n');
    const secrets = [
      NUMBER,
      CVV,
      key.sessionKey,
      cardHash.slice(0, 30),
      'segredo-errado',
      'ttl=',
      'senha',
      'card=',
      API_PAIR.authenticationKey,
      '0123456789ABCDEFC0DE',
      basic(DEMO_CHECKOUT).Authorization,
    ];
    for (const secret of secrets) assert.equal(log.includes(secret), false, secret);
  });
});

/** Removes ids and times, which may contain any digits by chance. */
function withoutChance(line: string): string {
  const { requestId, transactionId, instance, time, milliseconds, ...rest } = JSON.parse(line) as Record<
    string,
    unknown
  >;
  return JSON.stringify(rest);
}
