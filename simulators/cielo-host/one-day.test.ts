import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startCieloHost } from './cielo-host.ts';

const TWO_DAYS_MS = 2 * 86_400_000;
const VOIDED = 10;
const REFUNDED = 11;

interface Payment {
  readonly PaymentId: string;
  readonly Status: number;
  readonly CapturedDate: string;
  readonly VoidedDate: string;
}

test('a cancel of a later day is a refund with its own date', async (t) => {
  const { Status, CapturedDate, VoidedDate } = await canceledTwoDaysLater(t, { oneDay: false });
  assert.equal(Status, REFUNDED);
  assert.notEqual(dayOf(VoidedDate), dayOf(CapturedDate));
});

test('a host of one day tells it as of the day of the capture', async (t) => {
  const { Status, CapturedDate, VoidedDate } = await canceledTwoDaysLater(t, { oneDay: true });
  assert.equal(Status, VOIDED);
  assert.equal(dayOf(VoidedDate), dayOf(CapturedDate));
});

async function canceledTwoDaysLater(t: TestContext, manner: { readonly oneDay: boolean }): Promise<Payment> {
  const host = await startCieloHost({ manner });
  t.after(host.close);
  const { merchantId, merchantKey } = host.settings();
  const headers = { MerchantId: merchantId, MerchantKey: merchantKey, 'Content-Type': 'application/json' };
  const call = async (url: string, method: string, body?: object): Promise<{ Payment: Payment }> => {
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    assert.ok(answer.ok, `${answer.status} ${url}`);
    return (await answer.json()) as { Payment: Payment };
  };
  const sold = await call(`${host.address}/1/sales/`, 'POST', {
    MerchantOrderId: 'pedido1',
    Payment: {
      Type: 'CreditCard',
      Amount: 1_000,
      Installments: 1,
      Capture: true,
      CreditCard: {
        CardNumber: '4235647728025682',
        Holder: 'COMPRADORA DE TESTE',
        ExpirationDate: '12/2035',
        SecurityCode: '123',
        Brand: 'Visa',
      },
    },
  });
  const { PaymentId } = sold.Payment;
  host.control.advance({ advanceMs: TWO_DAYS_MS });
  await call(`${host.address}/1/sales/${PaymentId}/void?amount=1000`, 'PUT');
  return (await call(`${host.queryAddress}/1/sales/${PaymentId}`, 'GET')).Payment;
}

function dayOf(localTime: string): string {
  return localTime.slice(0, 10);
}
