import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isCardNumber } from '../../../src/gateway/card-data/numbers/card-number.ts';
import { schemeRules } from '../../../src/gateway/providers/abecs/index.ts';
import { RETRY_BY_CLASS } from '../../../src/gateway/providers/index.ts';
import { getAs } from '../../support/gateway-client.ts';
import { submit } from '../../support/hosted-page.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { testService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';

const HOUR_MS = 60 * 60_000;
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '1000', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };
/** The beginnings of numbers that the sandbox approves. */
const BINS = { VISA: '423564', MASTERCARD: '544828', ELO: '506723' } as const;
const SCHEDULED = '5';
const DENIED = '15';

/** Codes that no scheme has told the meaning of. */
const UNKNOWN_ADVICE = ['55', '98', 'A7'];

interface Line {
  readonly brand: keyof typeof BINS;
  readonly code: string;
  readonly advice?: string;
  readonly mayRetry: string;
  readonly waitHours?: number | undefined;
}

const LINES: readonly Line[] = [
  ...schemeRules.map(({ scheme, kind, code, declineClass, waitHours }): Line => {
    const brand = scheme as keyof typeof BINS;
    const mayRetry = RETRY_BY_CLASS[declineClass];
    return kind === 'response'
      ? { brand, code, mayRetry }
      : { brand, code: '51', advice: code, mayRetry, waitHours };
  }),
  ...UNKNOWN_ADVICE.map((advice): Line => ({ brand: 'MASTERCARD', code: '51', advice, mayRetry: 'no' })),
  { brand: 'VISA', code: '51', advice: '03', mayRetry: 'later' },
];

/** A number of its own, that nothing but its check digit decides about. */
function numberWith(bin: string, index: number): string {
  const digits = `${bin}7728${String(index).padStart(5, '0')}`;
  return [...'0123456789'].map((last) => digits + last).find(isCardNumber) ?? '';
}

describe('a recurring charge that the issuer refuses', () => {
  const service = testService('sqlite', SETTINGS);
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const today = () =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(service.clock.now());
  const entryOf = async (pagamentoRecorrenteId: unknown) => {
    const body = { pagamentoRecorrenteId };
    const { parcelas } = await inserted('/PagamentoRecorrente/GetById', body, 'pagamentoRecorrente');
    return (parcelas as readonly Members[])[0] ?? {};
  };
  const force = (body: object) =>
    service.send({
      method: 'POST',
      path: '/__sim/force',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Of its own for each line: a card that was refused for good is charged for nobody any more. */
  const clientWith = async (numero: string) => {
    const { id } = await inserted('/Cliente/Insert', { cpfCnpj: '11144477735' }, 'cliente');
    const form = await inserted('/ClienteCartao/Insert', { clienteId: id }, 'clienteCartao');
    const path = new URL(String(form.urlCapturarDadosCartao)).pathname;
    assert.equal((await submit(service, path, { numero, validade: '12/2039' })).status, 303);
    return id;
  };

  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });

  for (const [index, { brand, code, advice, mayRetry, waitHours }] of LINES.entries()) {
    const said = advice === undefined ? `${brand} ${code}` : `${brand} ${code} with the advice ${advice}`;
    test(`${said}: ${mayRetry}`, async () => {
      const clienteId = await clientWith(numberWith(BINS[brand], index));
      assert.equal((await force({ code, ...(advice && { advice }), times: 1 })).status, 200);
      const { id } = await inserted(
        '/PagamentoRecorrente/Insert',
        { clienteId, dataInicio: `${today()} 00:00`, quantidade: 1, valor: '50,00' },
        'pagamentoRecorrente',
      );
      const tried = await until('it was tried', async () => {
        service.clock.advance(1_000);
        const entry = await entryOf(id);
        return (
          (entry.proximaTentativa !== '' || String(entry.status) === DENIED) &&
          entry.tentativas !== 0 &&
          entry
        );
      });
      const { payment, dtTransaction } = (
        await getAs(service, `/v1/transactions/${tried.gate2allToken}`)
      ).json() as { payment: { card: Members }; dtTransaction: string };
      assert.equal(payment.card.mayRetry, mayRetry);
      assert.equal(payment.card.providerCode, code);
      assert.ok(String(payment.card.providerMessage).length > 10);
      assert.equal(payment.card.retryAfter !== undefined, waitHours !== undefined);
      if (waitHours !== undefined) {
        const waited = (Date.parse(String(payment.card.retryAfter)) - Date.parse(dtTransaction)) / HOUR_MS;
        assert.ok(Math.abs(waited - waitHours) < 1, `${waited} hours`);
      }
      assert.equal(String(tried.status), mayRetry === 'later' ? SCHEDULED : DENIED);
      assert.equal(tried.proximaTentativa === '', mayRetry !== 'later');
    });
  }
});
