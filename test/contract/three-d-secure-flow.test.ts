import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onSceneSqliteByDay } from '../support/authentication-scene.ts';
import { asksForCode, codeOn, headingOf, WAYS, type Way } from '../support/buyer.ts';
import { until } from '../support/waiting.ts';
import { AUTHENTICATION_CARDS, type AuthenticationCard } from './authentication-ends.ts';

const AUTHORIZED = 5;
const CAPTURED = 6;
const DENIED = 7;
const AUTHORIZED_HEADING = 'Pagamento autorizado';
const DENIED_HEADING = 'Pagamento não autorizado';
/** Outcomes do not depend on the engine, so a third of the cards is enough on PostgreSQL. */
const CARDS = {
  sqlite: AUTHENTICATION_CARDS,
  postgres: AUTHENTICATION_CARDS.filter((_, index) => index % 3 === 0),
} as const;
/** Sales in progress at the same time. */
const AT_ONCE = 8;

onSceneSqliteByDay('3-D Secure from end to end, by plain forms', {}, (scene, engine) => {
  const { browser, start, pass } = scene;

  const walk = async ({ number, hasChallenge, ends }: AuthenticationCard, way: Way) => {
    const sale = await start(way, { cardInfo: { number } });
    const first = await browser.go(sale.url);
    assert.equal(asksForCode(first), hasChallenge, 'whether the buyer is asked for a code');
    const last = hasChallenge ? await browser.submit(first, { codigo: codeOn(first) }) : first;
    const { approved, code, eci } = ends[way];
    const { top, card } = await scene.recordOf(sale);
    const approvedStatus = way === 'debit' ? CAPTURED : AUTHORIZED;
    assert.deepEqual(
      [top.status, card.providerCode, card.authenticationECI],
      [approved ? approvedStatus : DENIED, code, eci],
    );
    assert.equal('codAuthorization' in card, approved);
    assert.equal('redirectUrl' in top, false);
    assert.equal(card.capturedAmount, approved && way === 'debit' ? top.amount : undefined);
    assert.equal(card.providerReference, sale.record.card.providerReference);
    assert.equal(headingOf(last), approved ? AUTHORIZED_HEADING : DENIED_HEADING);
  };

  for (const way of Object.keys(WAYS) as Way[]) {
    describe(way, { concurrency: AT_ONCE }, () => {
      for (const card of CARDS[engine]) test(card.name, () => walk(card, way));
    });
  }

  test('credit is captured after the authentication if capture was requested', async () => {
    const sale = await start('credit 1', { card: { capture: true } });
    await pass(sale);
    const { top, card } = await scene.recordOf(sale);
    assert.deepEqual([top.status, card.capturedAmount], [CAPTURED, '1000']);
  });

  test('credit with saveCard has a token once approved, and none if refused', async () => {
    const saving = { card: { saveCard: true } };
    const refused = await start('credit 1', saving);
    const page = await browser.go(refused.url);
    await browser.submit(page, { codigo: '', acao: 'cancelar' });
    assert.equal(await scene.statusOf(refused), DENIED);
    const sale = await start('credit 1', saving);
    assert.equal((await scene.recordOf(sale)).cardInfo.token, undefined);
    await pass(sale);
    const kept = await until('the token is in the record', async () => {
      const record = await scene.recordOf(sale);
      return record.cardInfo.token !== undefined && record;
    });
    assert.match(String(kept.cardInfo.token), /^[\da-f-]{36}\d{4}$/);
    assert.equal(kept.top.status, AUTHORIZED);
    assert.equal((await scene.recordOf(refused)).cardInfo.token, undefined);
  });

  const REFUSALS = [
    ['a wrong code', { codigo: '000000' }],
    ['a cancellation', { codigo: '', acao: 'cancelar' }],
  ] as const;
  for (const [name, fields] of REFUSALS) {
    test(`${name} refuses credit 1 and debit, and authorizes credit 2 without proof`, async () => {
      for (const [way, status] of [
        ['credit 1', DENIED],
        ['debit', DENIED],
        ['credit 2', AUTHORIZED],
      ] as const) {
        const sale = await start(way);
        const last = await browser.submit(await browser.go(sale.url), fields);
        const { top, card } = await scene.recordOf(sale);
        assert.deepEqual([top.status, card.authenticationECI], [status, 7], way);
        assert.equal(headingOf(last), status === DENIED ? DENIED_HEADING : AUTHORIZED_HEADING);
      }
    });
  }
});
