import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** What a known library for tills makes of the status of a Pix. */
const STATUS_OF_LIBRARY: Readonly<Record<number, string>> = {
  0: 'ATIVA',
  1: 'ATIVA',
  3: 'ATIVA',
  8: 'ATIVA',
  10: 'ATIVA',
  5: 'CONCLUIDA',
  6: 'CONCLUIDA',
  9: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  12: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  4: 'REMOVIDA_PELO_PSP',
  7: 'REMOVIDA_PELO_PSP',
  11: 'REMOVIDA_PELO_PSP',
};

/** In a month, local time without a zone, as the library writes it. */
const UNTIL = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 19);

interface Charged {
  readonly transactionId: string;
  readonly status: number;
  readonly integrationType: number;
  readonly allowsManualRetry: boolean;
  readonly payment: { readonly pix: Fields & { readonly key: readonly string[] } };
}

onSqliteByDay(
  'A client that was written for the original service',
  { GUICHE_SIM_TIME_SCALE: '20' },
  (service) => {
    const make = async (amount: string, expirationDateTime = UNTIL): Promise<Charged> => {
      const answer = await postJson(service, {
        referenceId: 'acbr-1',
        amount,
        payment: {
          pix: { provider: 'C6BANK', key: ['RANDOM_KEY'], expirationDateTime },
        },
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.json() as Charged;
    };
    const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Charged;
    const cancel = (id: string) =>
      service.send({ method: 'PUT', path: `/v1/transactions/${id}/void`, headers: API_PAIR });

    test('sends its key as a list, and takes the location out of a dynamic code', async () => {
      const { payment, integrationType, allowsManualRetry, status } = await make('1003');
      assert.deepEqual([payment.pix.provider, payment.pix.key[0]], ['C6BANK', 'RANDOM_KEY']);
      assert.deepEqual([integrationType, allowsManualRetry], [1, false]);
      assert.equal(STATUS_OF_LIBRARY[status], 'ATIVA');
      assert.equal(String(payment.pix.expirationDateTime).slice(0, 19), UNTIL);
      const fields = fieldsOf(String(payment.pix.qrCode));
      assert.equal(fields.get('01'), '12');
      const account = fieldsOf(String(fields.get('26')));
      assert.equal(account.get('00')?.toLowerCase(), 'br.gov.bcb.pix');
      assert.match(String(account.get('25')), /^[^/]+\/.+/);
      assert.equal(fieldsOf(String(fields.get('62'))).get('05'), '***');
    });

    test('reads the statuses as it knows them, and the amount that was paid as a number', async () => {
      const { transactionId: id } = await make('1001');
      const paid = await until('it is paid', async () => {
        const record = await read(id);
        return STATUS_OF_LIBRARY[record.status] === 'CONCLUIDA' && record;
      });
      assert.equal(Number(paid.payment.pix.paymentAmount), 1001);
      assert.match(String(paid.payment.pix.paymentDate), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/);
      const unpaid = await make('1003');
      assert.equal((await cancel(unpaid.transactionId)).status, 200);
      const { status } = await read(unpaid.transactionId);
      assert.equal(STATUS_OF_LIBRARY[status], 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    });

    test('knows what a Pix is at whose end nothing was paid, and what is on its way back', async () => {
      const reads = (id: string, status: number, word: string) =>
        until(`${word} (${status})`, async () => {
          const record = await read(id);
          return record.status === status && STATUS_OF_LIBRARY[status] === word;
        });
      const soon = new Date(service.rooms().clock.now() + 90_000).toISOString();
      const [missing, unpaid] = await Promise.all([make('1006'), make('1003', soon)]);
      assert.deepEqual([missing.status, STATUS_OF_LIBRARY[missing.status]], [0, 'ATIVA']);
      service.clock.advance(120_000);
      await reads(missing.transactionId, 11, 'REMOVIDA_PELO_PSP');
      await reads(unpaid.transactionId, 4, 'REMOVIDA_PELO_PSP');
      const { transactionId: paid } = await make('1001');
      await reads(paid, 6, 'CONCLUIDA');
      const going = (await cancel(paid)).json() as Charged;
      assert.deepEqual([going.status, STATUS_OF_LIBRARY[going.status]], [8, 'ATIVA']);
      await reads(paid, 9, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    });
  },
);

/** Fields of id, length and value, as every reader of a BR Code takes them apart. */
function fieldsOf(code: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4));
    assert.ok(Number.isInteger(length) && at + 4 + length <= code.length, code);
    fields.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}
