import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cnpj } from 'cpf-cnpj-validator';
import { isCardNumber } from '../../src/gateway/card-data/numbers/card-number.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { getAs, type Sale, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

const AUTHORIZED = 5;
const DENIED = 7;
const PENDING = 10;
const CANCELED = 9;
const ISSUER_DOWN = '91';
const NO_FUNDS = '51';
const GENERIC = '05';
/** Refused for want of funds. */
const DENIED_CARD = '4000000000090516';
const LOST_ANSWER = '4000000000096042';
const RULES = { rules: [{ name: 'Tudo', accounts: ['REDE', 'CIELO'] }] };

let numbers = 0;
/** A Visa that no other test has, which the sandbox approves. */
function newNumber(): string {
  numbers += 1;
  const digits = `4235648844${String(numbers).padStart(5, '0')}`;
  return [...'0123456789'].map((last) => digits + last).find(isCardNumber) ?? '';
}

/** So that a lost answer is waited for 1.5 seconds, not 30. */
const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '20' };

onSqliteByDay('a second acquirer', TIME_SCALE, (service) => {
  let folder: string;
  let api: ApiPair;
  let person: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-fail-over-'));
    const file = join(folder, 'rules.json');
    await writeFile(file, JSON.stringify(RULES));
    const added = await addMerchant(service, cnpj.generate());
    ({ api } = added);
    person = String(added.personId);
    await service.command('routing', 'set', '--person', person, '--file', file);
    await service.command('routing', 'activate', '--person', person, '1');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Sells with a new card, after the next answer of the simulated issuer was made this code. */
  const sellAfter = async (code: string | undefined, sale: Sale = {}) => {
    if (code !== undefined) {
      const forced = await service.send({
        method: 'POST',
        path: '/__sim/force',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code, times: 1 }),
      });
      assert.equal(forced.status, 200);
    }
    return recordOf(await sell(service, { cardInfo: { number: newNumber() }, ...sale }, api));
  };
  const attemptsOf = async ({ transactionId }: Fields) => {
    const shown = await service.command('transaction', 'show', String(transactionId));
    return (shown.attempts as Fields[]).map(({ state, routing }) => ({
      state,
      account: (routing as Fields | undefined)?.account,
    }));
  };

  test('what the first one could not get through is approved at the second, as one sale', async () => {
    const { top, card } = await sellAfter(ISSUER_DOWN);
    assert.equal(top.status, AUTHORIZED);
    assert.equal(card.provider, 'CIELO');
    assert.deepEqual(await attemptsOf(top), [
      { state: 'declined', account: 'REDE' },
      { state: 'approved', account: 'CIELO' },
    ]);
    const found = recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`, api), 200);
    assert.equal(found.top.status, AUTHORIZED);
    assert.equal(found.card.provider, 'CIELO');
  });

  test('the money goes back through the account that took it', async () => {
    const { top } = await sellAfter(ISSUER_DOWN);
    const voided = await service.send({
      method: 'PUT',
      path: `/v1/transactions/${top.transactionId}/void`,
      headers: { ...api, 'Content-Type': 'application/json' },
      body: '{}',
    });
    assert.equal(voided.status, 200);
    const found = recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`, api), 200);
    assert.equal(found.top.status, CANCELED);
  });

  test('a refusal that is the same everywhere, or only generic, stands', async () => {
    for (const code of [NO_FUNDS, GENERIC]) {
      const { top, card } = await sellAfter(code);
      assert.deepEqual([top.status, card.provider], [DENIED, 'REDE'], code);
      assert.equal((await attemptsOf(top)).length, 1);
    }
  });

  test('a lost answer is never tried elsewhere', async () => {
    const { top, card } = await sellAfter(undefined, { cardInfo: { number: LOST_ANSWER } });
    assert.deepEqual([top.status, card.provider], [PENDING, 'REDE']);
    assert.equal((await attemptsOf(top)).length, 1);
  });

  test('a provider that is named is never left', async () => {
    const { top, card } = await sellAfter(ISSUER_DOWN, {
      card: { provider: 'REDE' },
      cardInfo: { number: newNumber() },
    });
    assert.deepEqual([top.status, card.provider], [DENIED, 'REDE']);
  });

  test('a card at the ceiling of its scheme is not tried elsewhere, and the answer says why', async () => {
    const number = newNumber();
    for (let count = 0; count < 14; count += 1) {
      const { top } = await sellAfter(NO_FUNDS, { cardInfo: { number } });
      assert.equal(top.status, DENIED);
    }
    const { top, card } = await sellAfter(ISSUER_DOWN, { cardInfo: { number } });
    assert.deepEqual([top.status, card.provider], [DENIED, 'REDE']);
    assert.deepEqual([card.mayRetry, card.retryReason], ['no', 'visa_15_in_30_days']);
  });

  test('a refusal at the second one that reaches the ceiling says so', async () => {
    const cardInfo = { number: DENIED_CARD };
    for (let count = 0; count < 13; count += 1) {
      assert.equal((await sellAfter(undefined, { cardInfo })).card.retryReason, undefined);
    }
    const { top, card } = await sellAfter(ISSUER_DOWN, { cardInfo });
    assert.deepEqual([top.status, card.provider], [DENIED, 'CIELO']);
    assert.deepEqual([card.mayRetry, card.retryReason], ['no', 'visa_15_in_30_days']);
  });

  test('a person turns it off and on', async () => {
    const set = async (to: 'on' | 'off') => {
      await service.command('person', 'set', person, '--failover', to);
      // The setting is known for as long.
      service.clock.advance(5_000);
    };
    await set('off');
    const { top, card } = await sellAfter(ISSUER_DOWN);
    assert.deepEqual([top.status, card.provider], [DENIED, 'REDE']);
    await set('on');
    assert.equal((await sellAfter(ISSUER_DOWN)).top.status, AUTHORIZED);
  });
});
