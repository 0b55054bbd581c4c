import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CardPayment, cardOffer } from '../../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import type { Order } from '../rules/order.ts';
import { readOrder, writeOrder } from '../tables/order-text.ts';
import { searchColumnsOf } from '../tables/search-columns.ts';
import { testOrder, testPayment } from '../test-sale.ts';

const { card } = testPayment();

const ORDERS: readonly Order<CardPayment>[] = [
  testOrder(),
  testOrder({
    description: 'Pedido',
    customer: { name: 'Ana', document: '111.444.777-35' },
    payment: {
      capture: true,
      softDescriptor: 'LOJA',
      card: { ...card, mask: '423564*********5682', brand: 'Elo', holderName: undefined },
    },
  }),
  testOrder({
    postBackUrl: 'https://shop.test/postback',
    returnUrl: 'https://shop.test/back',
    customer: { document: '11144477735' },
    chargeId: 12,
    payment: {
      type: 'debit',
      capture: true,
      installments: 12,
      interestType: 4,
      authenticate: 1,
      saveCard: true,
      recurrent: true,
      userAgent: 'agent',
      device: { language: 'pt-BR' },
      card: { ...card, cvvSent: false, brand: undefined, holderName: undefined, token: 'token' },
    },
  }),
  {
    ...testOrder({
      customer: {},
      intention: {
        offers: [
          cardOffer({
            types: 'any',
            installments: 3,
            authenticate: 2,
            provider: 'REDE',
            providerVersion: '1',
          }),
        ],
        expiresAt: 1_700_000_000_000,
        linkId: 'link',
        customer: { name: 'Ana' },
      },
    }),
    payment: { ...testPayment({ authenticate: 2 }), card: undefined },
  },
];

/** Without members that are undefined. */
const plain = (order: Order): unknown => JSON.parse(JSON.stringify(order));

test('an order is read as it was written', () => {
  for (const order of ORDERS)
    assert.deepEqual(plain(readOrder(PAYMENT_KINDS, writeOrder(PAYMENT_KINDS, order))), plain(order));
});

test('what is usual of an order, or stands in the columns of the search, takes no room', () => {
  const usual = testOrder({
    customer: { name: 'Ana', document: '11144477735' },
    payment: { capture: true, installments: 2, card: { ...card, holderName: undefined } },
  });
  assert.equal(
    writeOrder(PAYMENT_KINDS, usual).asked,
    '{"v":"1","c":{"n":"Ana"},"card":{"m":"423564******5682","mm":"01","yy":"2035"}}',
  );
});

test('the lists of version 0.2 are still read, with and without what stands in the columns', () => {
  const order = testOrder({
    customer: { name: 'Ana', document: '11144477735' },
    payment: { type: 'debit', capture: true, installments: 2, card: { ...card, holderName: undefined } },
  });
  for (const asked of [
    '{"p":"REDE","v":"1","c":["Ana","11144477735"],"card":["423564******5682","01","2035",1,"VISA"],"t":"debit","n":2}',
    '{"v":"1","c":["Ana"],"card":["423564","01","2035",1]}',
  ]) {
    assert.deepEqual(
      plain(readOrder(PAYMENT_KINDS, { ...searchColumnsOf(PAYMENT_KINDS, order), asked })),
      plain(order),
    );
  }
  const token = testOrder({
    payment: { card: { ...card, cvvSent: false, holderName: undefined, token: 'T' } },
  });
  const asked = '{"v":"1","card":["423564","01","2035",0,null,null,"T"],"cap":false}';
  assert.deepEqual(
    plain(readOrder(PAYMENT_KINDS, { ...searchColumnsOf(PAYMENT_KINDS, token), asked })),
    plain(token),
  );
});

test('the whole names of version 0.1 are still read', () => {
  for (const order of ORDERS) {
    const {
      payment: { kind: _, type, ...payment },
      ...common
    } = order;
    const asked = JSON.stringify({ ...common, kind: type, ...payment });
    assert.deepEqual(
      plain(readOrder(PAYMENT_KINDS, { ...searchColumnsOf(PAYMENT_KINDS, order), asked })),
      plain(order),
    );
  }
});

test('an intention of before there were several kinds to choose from is read with all its terms', () => {
  const stored = {
    v: '1',
    intention: {
      types: 'any',
      installments: 6,
      fixedInstallments: false,
      authenticate: 2,
      expiresAt: 9,
      linkId: 'link',
      askDocument: true,
      customer: { name: 'Ana' },
      keepsCard: true,
    },
    // Of the last try, whose buyer wanted the card kept no longer.
    n: 3,
    it: 4,
    cap: false,
    sd: 'LOJA',
    rec: true,
  };
  const columns = searchColumnsOf(PAYMENT_KINDS, testOrder());
  const read = readOrder(PAYMENT_KINDS, { ...columns, asked: JSON.stringify(stored) });
  assert.deepEqual(read.intention, {
    expiresAt: 9,
    linkId: 'link',
    customer: { name: 'Ana' },
    offers: [
      cardOffer({
        types: 'any',
        installments: 6,
        askDocument: true,
        capture: false,
        interestType: 4,
        authenticate: 2,
        softDescriptor: 'LOJA',
        saveCard: true,
        recurrent: true,
        provider: read.provider,
        providerVersion: read.providerVersion,
      }),
    ],
  });
});

test('lists find a brand however its merchant wrote it, and the answer keeps the text', () => {
  const cases = [
    ['Master', '544828******0007', 'MASTERCARD'],
    ['American Express', '376411*****0007', 'AMEX'],
    ['Cartão da loja', '423564******5682', 'VISA'],
    ['Cartão da loja', '990000******5682', 'CARTÃO DA LOJA'],
    [undefined, '423564******5682', undefined],
  ] as const;
  for (const [brand, mask, searched] of cases) {
    const order = testOrder({ payment: { card: { ...card, brand, mask } } });
    const stored = writeOrder(PAYMENT_KINDS, order);
    assert.equal(stored.brand, searched);
    assert.deepEqual(plain(readOrder(PAYMENT_KINDS, stored)), plain(order));
  }
});
