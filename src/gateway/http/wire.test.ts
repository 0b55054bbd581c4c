import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileReader } from '../../platform/http/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { CardSale } from '../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import type { Order } from '../transactions/rules/order.ts';
import { newResult, Status } from '../transactions/rules/transaction.ts';
import { readOrder, writeOrder } from '../transactions/tables/order-text.ts';
import { searchColumnsOf } from '../transactions/tables/search-columns.ts';
import { testOrder, testTransaction } from '../transactions/test-sale.ts';
import { NewTransactionBody, type TransactionRecord } from './schema.ts';
import { readNewTransaction, writeTransaction } from './wire.ts';

const time = localTime('America/Sao_Paulo');
const readBody = compileReader(NewTransactionBody);
const read = (card: object, top: object = {}, production = false) =>
  readNewTransaction(readBody({ amount: '1', ...top, payment: { card: { cardInfo: {}, ...card } } }), {
    production,
    time,
  }) as CardSale;

const buyer = {
  userAgent: 'Browser',
  device: {
    colorDepth: 24,
    deviceType3ds: 'BROWSER',
    javaEnabled: false,
    language: 'pt-BR',
    screenHeight: 800,
    screenWidth: 360,
    timeZoneOffset: 3,
  },
};

/** The field named in the refusal. */
function fieldOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.field;
  }
  return 'accepted';
}

const stored = testTransaction({
  amount: 1050,
  createdAt: Date.UTC(2026, 10, 20, 23, 0, 0),
  order: testOrder({
    payment: {
      card: {
        mask: '423564******5682',
        expirationMonth: '01',
        expirationYear: '2035',
        cvvSent: false,
        brand: undefined,
        holderName: undefined,
      },
    },
  }),
  result: newResult(Status.started, {
    eci: 5,
    capturedAmount: 1050,
    refundedAmount: 0,
  }),
});
const beside = { redirectUrl: 'https://pagar.test/x', pix: undefined };

describe('reading a sale', () => {
  test('fills in the decided defaults', () => {
    const { order, provider, cardHash } = read({});
    assert.deepEqual(order.payment, {
      kind: 'card',
      type: 'credit',
      capture: false,
      installments: 1,
      interestType: 3,
      authenticate: 3,
      softDescriptor: undefined,
      saveCard: false,
      recurrent: false,
      userAgent: undefined,
      device: undefined,
    });
    assert.deepEqual([provider, cardHash], [undefined, undefined]);
  });

  test('captures and authenticates debit, and keeps a sent capture of false', () => {
    assert.deepEqual(
      [
        read({ type: 2 }, buyer).order.payment.capture,
        read({ type: 2, authenticate: 3 }, buyer).order.payment.authenticate,
        read({ type: 2, capture: 'false' }, buyer).order.payment.capture,
      ],
      [true, 1, false],
    );
  });

  test('3-D Secure needs every browser field; the first missing one is named', () => {
    const field = (top: object) => {
      const read3ds = read({ authenticate: 1 }, top).buyer;
      return read3ds.kind === 'incomplete' ? read3ds.refusal.field : read3ds.kind;
    };
    const { userAgent, device } = buyer;
    const { screenWidth, ...narrow } = device;
    assert.equal(field({ device }), 'userAgent');
    assert.equal(field({ userAgent }), 'device');
    assert.equal(field({ userAgent, device: narrow }), 'device.screenWidth');
    assert.equal(field({ userAgent, device: { ...device, language: 'pt BR' } }), 'device.language');
    const whole = { kind: 'complete', device: { userAgent, ...device } };
    assert.deepEqual(read({ authenticate: 1 }, buyer).buyer, whole);
    assert.deepEqual(read({ authenticate: 3 }, buyer).buyer, { kind: 'none' });
  });

  test('tells whether any browser data was sent', () => {
    for (const nothing of [{}, { userAgent: '', device: null }, { device: '' }]) {
      assert.equal(read({ authenticate: 2 }, nothing).buyer.kind, 'none');
    }
    for (const some of [{ userAgent: 'x' }, { device: {} }, { device: 7 }]) {
      assert.equal(read({ authenticate: 2 }, some).buyer.kind, 'incomplete');
    }
  });

  test('keeps each readable field of a device, whatever the others are', () => {
    const { device } = buyer;
    const spoiled = { ...device, language: 'pt BR', screenWidth: 'larga', colorDepth: '24', unknown: 1 };
    const { language, screenWidth, ...readable } = device;
    assert.deepEqual(read({}, { device: spoiled }).order.payment.device, readable);
    assert.deepEqual(read({}, { device: { colorDepth: 0 } }).order.payment.device, {});
    for (const none of ['BROWSER', 7, [], null, '', undefined]) {
      assert.equal(read({}, { device: none }).order.payment.device, undefined);
    }
  });

  test('accepts any authenticate in debit, and 1 to 3 in credit', () => {
    for (const authenticate of [0, 4, -1, 1.5, 'x', {}, [1], true, '2']) {
      assert.equal(read({ type: 2, authenticate }).order.payment.authenticate, 1);
    }
    for (const authenticate of [0, 4, 1.5, 'x', {}, [1], true]) {
      assert.equal(
        fieldOf(() => read({ authenticate })),
        'payment.card.authenticate',
      );
    }
    assert.equal(read({ authenticate: '2' }).order.payment.authenticate, 2);
  });

  test('reads redirectUrl of old clients as returnUrl', () => {
    assert.equal(read({}, { redirectUrl: 'https://loja.test/a' }).order.returnUrl, 'https://loja.test/a');
    assert.equal(
      read({}, { redirectUrl: 'https://loja.test/a', returnUrl: 'https://loja.test/b' }).order.returnUrl,
      'https://loja.test/b',
    );
  });

  test('refuses clear card data beside a cardHash and bad addresses, with the field', () => {
    assert.equal(
      fieldOf(() => read({ cardInfo: { cardHash: 'x', number: '4' } })),
      'payment.card.cardInfo.number',
    );
    assert.equal(
      fieldOf(() => read({ cardInfo: { cardHash: 'x', cvv: '123' } })),
      'payment.card.cardInfo.cvv',
    );
    assert.equal(
      fieldOf(() => read({ cardInfo: { cardHash: 'x', expirationYear: 'ignored' } })),
      'accepted',
    );
    assert.equal(
      fieldOf(() => read({}, { postBackUrl: 'ftp://x' })),
      'postBackUrl',
    );
    assert.equal(
      fieldOf(() => read({}, { redirectUrl: 'javascript:1' })),
      'redirectUrl',
    );
    assert.equal(
      fieldOf(() => read({}, { returnUrl: 'http://loja.test' }, true)),
      'returnUrl',
    );
  });
});

describe('writing a sale', () => {
  test('leaves out what was not sent and has no default', () => {
    const record: TransactionRecord = JSON.parse(JSON.stringify(writeTransaction(stored, time, beside)));
    assert.deepEqual(Object.keys(record).sort(), [
      'amount',
      'dtTransaction',
      'payment',
      'redirectUrl',
      'status',
      'transactionId',
    ]);
    assert.deepEqual(Object.keys(record.payment.card?.cardInfo ?? {}), [
      'number',
      'expirationMonth',
      'expirationYear',
    ]);
    assert.equal(record.dtTransaction, '2026-11-20T20:00:00');
  });

  test('writes the same text from orders of every version, whichever order their members were stored in', () => {
    const customer = { name: 'Ana', document: '11144477735', email: 'ana@loja.test' };
    const first = testOrder({ customer, payment: { device: buyer.device } });
    const reversed = (members: object) => Object.fromEntries(Object.entries(members).reverse());
    const text = (order: Order) =>
      JSON.stringify(writeTransaction({ ...stored, order }, localTime('UTC'), beside));
    const columns = searchColumnsOf(PAYMENT_KINDS, first);
    const storedTexts = {
      'whole names': { ...first, ...reversed(first.payment), kind: 'credit', payment: undefined },
      'the other way round': reversed({
        ...JSON.parse(writeOrder(PAYMENT_KINDS, first).asked),
        dev: reversed(buyer.device),
        c: reversed({ n: customer.name, d: customer.document, e: customer.email }),
      }),
      'whole names, the other way round': {
        ...reversed(first.payment),
        ...reversed({ ...first, customer: reversed(customer), device: reversed(buyer.device) }),
        kind: 'credit',
        payment: undefined,
      },
    };
    for (const [form, asked] of Object.entries(storedTexts)) {
      assert.equal(
        text(readOrder(PAYMENT_KINDS, { ...columns, asked: JSON.stringify(asked) })),
        text(first),
        form,
      );
    }
  });

  test('writes amounts as text and the ECI as a number', () => {
    const { card } = writeTransaction(stored, time, beside).payment;
    assert.ok(card);
    assert.deepEqual([card.capturedAmount, card.refundedAmount, card.authenticationECI], ['1050', '0', 5]);
  });
});
