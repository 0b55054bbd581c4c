import assert from 'node:assert/strict';
import { getAs } from '../../support/gateway-client.ts';
import { submit } from '../../support/hosted-page.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import type { TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import type { SchemeLine } from './scheme-lines.ts';

const HOUR_MS = 60 * 60_000;
const SCHEDULED = '5';
const DENIED = '15';
const SELLERS_DOCUMENT = '11144477735';

/** A shop's charges that recur, each with a card of its own: one that was refused for good is charged for nobody any more. */
export function recurringCharges(service: TestService) {
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const today = () =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(service.clock.now());
  const entryOf = async (pagamentoRecorrenteId: unknown): Promise<Members> => {
    const body = { pagamentoRecorrenteId };
    const { parcelas } = await inserted('/PagamentoRecorrente/GetById', body, 'pagamentoRecorrente');
    return (parcelas as readonly Members[])[0] ?? {};
  };
  const clientWith = async (numero: string) => {
    const { id } = await inserted('/Cliente/Insert', { cpfCnpj: SELLERS_DOCUMENT }, 'cliente');
    const form = await inserted('/ClienteCartao/Insert', { clienteId: id }, 'clienteCartao');
    const path = new URL(String(form.urlCapturarDadosCartao)).pathname;
    const answer = await submit(service, path, { numero, validade: '12/2039' });
    assert.equal(answer.status, 303, answer.text);
    return id;
  };
  /** Due at once, one month only. */
  const insert = async (clienteId: unknown) => {
    const content = { clienteId, dataInicio: `${today()} 00:00`, quantidade: 1, valor: '50,00' };
    return (await inserted('/PagamentoRecorrente/Insert', content, 'pagamentoRecorrente')).id;
  };
  /** The entry once a try of it is over, or was not made. */
  const tried = async (id: unknown) =>
    until('it was tried', async () => {
      service.clock.advance(1_000);
      const entry = await entryOf(id);
      const isOver = entry.proximaTentativa !== '' || String(entry.status) === DENIED;
      return isOver && entry.tentativas !== 0 && entry;
    });

  return {
    entryOf,
    clientWith,
    insert,
    tried,
    /** Charges the card once, after the next answer was forced, and asserts what the line says. */
    plays: async (line: SchemeLine, number: string, force: (body: object) => unknown): Promise<void> => {
      const { code, advice, mayRetry, waitHours } = line;
      const client = await clientWith(number);
      await force({ code, ...(advice && { advice }), times: 1 });
      const entry = await tried(await insert(client));
      const answer = await getAs(service, `/v1/transactions/${entry.gate2allToken}`);
      const sale = answer.json() as { payment: { card: Members }; dtTransaction: string };
      const { card } = sale.payment;
      assert.equal(card.mayRetry, mayRetry);
      assert.equal(card.providerCode, code);
      assert.ok(String(card.providerMessage).length > 10);
      assertWait(card, Date.parse(sale.dtTransaction), waitHours);
      assert.equal(String(entry.status), mayRetry === 'later' ? SCHEDULED : DENIED);
      assert.equal(entry.proximaTentativa === '', mayRetry !== 'later');
    },
  };
}

/** Asserts that a scheme asks to wait for so long, or for nothing. */
export function assertWait(card: Members, soldAt: number, waitHours: number | undefined): void {
  assert.equal(card.retryAfter !== undefined, waitHours !== undefined);
  if (waitHours === undefined) return;
  const waited = (Date.parse(String(card.retryAfter)) - soldAt) / HOUR_MS;
  assert.ok(Math.abs(waited - waitHours) < 1, `${waited} hours`);
}
