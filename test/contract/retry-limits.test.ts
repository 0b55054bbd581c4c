import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCardNumber } from '../../src/gateway/card-data/numbers/card-number.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { getAs, sell } from '../support/gateway-client.ts';
import { createLink, submit } from '../support/hosted-page.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';

const DAY_MS = 24 * 60 * 60_000;
const DENIED = 7;
const BINS = { VISA: '423564', MASTERCARD: '544828', ELO: '506723' } as const;
const NO_FUNDS = '51';
const LOST_CARD = '41';
const FUNDS = /Saldo ou limite insuficiente/;
const HOUR_MS = 60 * 60_000;

type Line = readonly [
  brand: keyof typeof BINS,
  code: string,
  advice: string,
  declineClass: string,
  mayRetry: string,
  waitHours: number | undefined,
  text: RegExp,
];

/** A refusal of Mastercard for lack of funds, with this advice. */
function advised(advice: string, declineClass: string, mayRetry: string, waitHours?: number): Line {
  return ['MASTERCARD', NO_FUNDS, advice, declineClass, mayRetry, waitHours, FUNDS];
}

/** What the schemes and Cielo have published, in the words of the answer: not read from the table that the service has. */
const TABLES_OF_2026: readonly Line[] = [
  ['ELO', '62', '', 'soft_customer', 'later', undefined, /bloqueado/],
  ['ELO', '5C', '', 'soft_customer', 'later', undefined, /não aceita esta compra agora/],
  ['ELO', '04', '', 'soft_technical', 'later', undefined, /./],
  ['VISA', '83', '', 'soft_customer', 'later', undefined, /suspeita de fraude/],
  ['VISA', '5C', '', 'soft_customer', 'later', undefined, /não aceita esta compra agora/],
  ['VISA', '9G', '', 'soft_customer', 'later', undefined, /bloqueado pelo titular/],
  ['VISA', '1A', '', 'soft_customer', 'later', undefined, /3-D Secure/],
  ...['04', '07', '41', '43', '46', '57', 'R0', 'R1', 'R3'].map(
    (code): Line => ['VISA', code, '', 'hard', 'no', undefined, /./],
  ),
  ['VISA', '54', '', 'fix_data', 'after_change', undefined, /./],
  ['VISA', '51', '03', 'soft_customer', 'later', undefined, FUNDS],
  advised('01', 'fix_data', 'after_change'),
  advised('02', 'soft_customer', 'later', 72),
  advised('03', 'hard', 'no'),
  advised('04', 'merchant_config', 'after_change'),
  advised('05', 'merchant_config', 'after_change'),
  advised('21', 'hard', 'no'),
  advised('22', 'merchant_config', 'after_change'),
  ...[1, 24, 48, 96, 144, 192, 240].map((hours, index) =>
    advised(String(24 + index), 'soft_customer', 'later', hours),
  ),
  ...['06', '07', '08', '40', '41', '90', '99'].map((advice) => advised(advice, 'hard', 'no')),
  advised('45', 'fix_data', 'after_change'),
  ...['09', '55', 'A7'].map((unknown) => advised(unknown, 'hard', 'no')),
];

let numbers = 0;
/** A number that no other test has, which the sandbox approves. */
function newNumber(brand: keyof typeof BINS): string {
  numbers += 1;
  const digits = `${BINS[brand]}7755${String(numbers).padStart(5, '0')}`;
  return [...'0123456789'].map((last) => digits + last).find(isCardNumber) ?? '';
}

const force = (service: TestService, code: string, times: number, advice?: string) =>
  service.send({
    method: 'POST',
    path: '/__sim/force',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code, times, advice }),
  });

onSqliteByDay('a card that was tried too often', {}, (service) => {
  const setGuard = async (guard: 'warn' | 'block') => {
    await service.command('person', 'set', '1', '--retry-guard', guard);
    // The setting is known for as long.
    service.clock.advance(5_000);
  };
  const sellWith = (number: string, top: Fields = {}) => sell(service, { cardInfo: { number }, top });
  const adviceOf = ({ mayRetry, retryReason }: Fields) => [mayRetry, retryReason];
  /** So many refusals for lack of funds, the last one's advice. */
  const refused = async (number: string, times: number): Promise<Fields> => {
    assert.equal((await force(service, NO_FUNDS, times)).status, 200);
    let card: Fields = {};
    for (let count = 0; count < times; count += 1) {
      const record = recordOf(await sellWith(number));
      assert.equal(record.top.status, DENIED);
      card = record.card;
    }
    return card;
  };

  test('each code of the tables of November 2026 is answered with its class, and with when to try again', async () => {
    for (const [brand, code, advice, declineClass, mayRetry, waitHours, text] of TABLES_OF_2026) {
      const said = `${brand} ${code} ${advice}`;
      assert.equal((await force(service, code, 1, advice || undefined)).status, 200, said);
      const { top, card } = recordOf(await sellWith(newNumber(brand)));
      const reason = mayRetry === 'no' ? 'irreversible_code' : undefined;
      assert.deepEqual(
        [top.status, card.providerCode, card.declineClass, card.mayRetry, card.retryReason],
        [DENIED, code, declineClass, mayRetry, reason],
        said,
      );
      assert.match(String(card.providerMessage), text, said);
      const waits =
        card.retryAfter && Date.parse(String(card.retryAfter)) - Date.parse(String(top.dtTransaction));
      assert.equal(waits && Math.round(Number(waits) / HOUR_MS), waitHours, said);
    }
  });

  test('a refusal says so once the ceiling of the scheme is reached, and not before', async () => {
    for (const [brand, ceiling, reason] of [
      ['VISA', 15, 'visa_15_in_30_days'],
      ['MASTERCARD', 7, 'mastercard_7_in_24_hours'],
      ['ELO', 15, 'elo_15_in_month'],
    ] as const) {
      const number = newNumber(brand);
      assert.deepEqual(adviceOf(await refused(number, ceiling - 1)), ['later', undefined], brand);
      assert.deepEqual(adviceOf(await refused(number, 1)), ['no', reason]);
    }
  });

  test('an approval above it says so too, also when it is looked up, and in the history', async () => {
    const number = newNumber('MASTERCARD');
    await refused(number, 6);
    assert.deepEqual(adviceOf(recordOf(await sellWith(number)).card), [undefined, undefined]);
    const { card, top } = recordOf(await sellWith(number));
    assert.deepEqual(adviceOf(card), ['no', 'mastercard_7_in_24_hours']);
    const found = recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`), 200);
    assert.deepEqual(adviceOf(found.card), ['no', 'mastercard_7_in_24_hours']);
    const { text } = await service.send({ path: '/metrics' });
    assert.match(
      text,
      /guiche_card_tries_above_limit_total\{limit="mastercard_7_in_24_hours",what="made"\} [1-9]/,
    );
    const shown = await service.command('transaction', 'show', String(top.transactionId));
    assert.match(JSON.stringify(shown), /above mastercard_7_in_24_hours/);
  });

  test('the window passes', async () => {
    const number = newNumber('MASTERCARD');
    await refused(number, 7);
    service.clock.advance(DAY_MS);
    assert.deepEqual(adviceOf(recordOf(await sellWith(number)).card), [undefined, undefined]);
  });

  test('pages and sales count together, and another amount of a Visa apart', async () => {
    const number = newNumber('VISA');
    await refused(number, 13);
    const { path } = await createLink(service);
    await force(service, NO_FUNDS, 1);
    await submit(service, path, { numero: number, validade: '01/2035' });
    const other = await sellWith(number, { amount: '777' });
    assert.deepEqual(adviceOf(recordOf(other).card), [undefined, undefined]);
  });

  test('with block nothing is sent above the ceiling, and a repetition is refused alike', async () => {
    const number = newNumber('MASTERCARD');
    await refused(number, 7);
    await setGuard('block');
    try {
      const before = await requestsOf(service);
      const answer = await sellWith(number);
      assertLimited(answer, 'mastercard_7_in_24_hours');
      assert.equal(await requestsOf(service), before);
      assert.deepEqual(adviceOf(recordOf(await sellWith(newNumber('MASTERCARD'))).card), [
        undefined,
        undefined,
      ]);
    } finally {
      await setGuard('warn');
    }
  });

  test('a final refusal is told as such, and with block the card is refused from its second try on', async () => {
    const number = newNumber('VISA');
    await force(service, LOST_CARD, 1);
    assert.deepEqual(adviceOf(recordOf(await sellWith(number)).card), ['no', 'irreversible_code']);
    await setGuard('block');
    try {
      assertLimited(await sellWith(number, { amount: '1' }), 'irreversible_code');
    } finally {
      await setGuard('warn');
    }
    assert.deepEqual(adviceOf(recordOf(await sellWith(number)).card), ['no', 'irreversible_code']);
  });
});

function assertLimited(answer: HttpAnswer, reason: string): void {
  assert.equal(answer.status, 422, answer.text);
  const { error, retryReason } = answer.json() as { readonly error: Fields; readonly retryReason: string };
  assert.deepEqual(
    [error.code, error.field, retryReason],
    ['retry_limit', 'payment.card.cardInfo.number', reason],
  );
}

async function requestsOf(service: TestService): Promise<number> {
  const { requests } = (await service.send({ path: '/__sim/requests' })).json() as {
    requests: readonly unknown[];
  };
  return requests.length;
}
