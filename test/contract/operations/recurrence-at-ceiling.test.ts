import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf } from '../../support/gateway-answers.ts';
import { sell } from '../../support/gateway-client.ts';
import { onEachEngine } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { recurringCharges } from './recurring-charge.ts';
import { numberOf } from './scheme-lines.ts';

const SETTINGS = { GUICHE_SIM_TIME_SCALE: '1000', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };
const DAY_MS = 24 * 60 * 60_000;
const DENIED_SALE = 7;
const SCHEDULED = '5';
const APPROVED = '10';
const DENIED = '15';
const NO_FUNDS = '51';
const LOST_CARD = '41';

onEachEngine('a recurring charge whose card is at the ceiling of its scheme', SETTINGS, (service) => {
  const charges = recurringCharges(service);
  const refuse = async (number: string, code: string, times: number) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ code, times });
    await service.send({ method: 'POST', path: '/__sim/force', headers, body });
    for (let count = 0; count < times; count += 1) {
      const { top } = recordOf(await sell(service, { cardInfo: { number } }));
      assert.equal(top.status, DENIED_SALE);
    }
  };
  const sent = async () => {
    const { requests } = (await service.send({ path: '/__sim/requests?limit=500' })).json() as {
      requests: readonly { readonly operation: string }[];
    };
    return requests.filter(({ operation }) => operation === 'authorize').length;
  };
  const skipped = async (limit: string) => {
    const { text } = await service.send({ path: '/metrics' });
    const told = text.split('\n').find((line) => line.includes(`limit="${limit}",what="skipped"`));
    return Number(told?.split(' ').at(-1) ?? 0);
  };

  test('is not tried, says why, and is tried when the window has passed', async () => {
    const number = numberOf('MASTERCARD', 1);
    const client = await charges.clientWith(number);
    await refuse(number, NO_FUNDS, 7);
    const before = await sent();
    const id = await charges.insert(client);
    const waiting = await charges.tried(id);
    assert.equal(String(waiting.status), SCHEDULED);
    assert.match(String(waiting.mensagemRespostaAdquirente), /^Nada foi enviado: .*7.*24 horas/);
    assert.notEqual(waiting.proximaTentativa, '');
    assert.equal(await sent(), before);
    assert.equal(await skipped('mastercard_7_in_24_hours'), 1);
    service.clock.advance(DAY_MS);
    const ended = await until('it is charged', async () => {
      service.clock.advance(1_000);
      const entry = await charges.entryOf(id);
      return String(entry.status) !== SCHEDULED && entry;
    });
    assert.equal(String(ended.status), APPROVED);
    assert.equal(await sent(), before + 1);
  });

  test('is over where the issuer has refused the card for good', async () => {
    const number = numberOf('VISA', 2);
    const client = await charges.clientWith(number);
    await refuse(number, LOST_CARD, 1);
    const before = await sent();
    const ended = await charges.tried(await charges.insert(client));
    assert.deepEqual([String(ended.status), ended.proximaTentativa], [DENIED, '']);
    assert.match(String(ended.mensagemRespostaAdquirente), /em definitivo/);
    assert.equal(await sent(), before);
    assert.equal(await skipped('irreversible_code'), 1);
  });
});
