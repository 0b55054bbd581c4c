import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PixAtAddress, PixBeside } from '../../kinds/pix/index.ts';
import { newResult, Status } from '../../transactions/index.ts';
import { pixPage } from './ended-views.ts';
import { type PixStand, standOf } from './stand.ts';

const EXPIRES_AT = 1_000;
const SHOP = {
  name: 'Padaria Bom Pão',
  document: undefined,
  pictureUrl: undefined,
  colour: undefined,
  takesPayments: true,
  pixDiscount: 0,
};

interface Standing {
  readonly code?: string;
  readonly ending?: 'void' | 'expiry';
  readonly capturedAmount?: number;
  readonly refundedAmount?: number;
}

function pixAt(
  status: Status,
  { code, ending, capturedAmount, refundedAmount }: Standing = {},
): PixAtAddress {
  return {
    transaction: {
      id: 't',
      amount: 2_890,
      order: {},
      result: newResult(status, { capturedAmount, refundedAmount }),
    },
    charge: { code, ending, expiresAt: EXPIRES_AT },
  } as unknown as PixAtAddress;
}

test('what the buyer sees of a Pix follows from its status, its code, its time and its money', () => {
  const code = '000201';
  const cases: readonly (readonly [PixStand, Status, Standing, number?])[] = [
    ['preparing', Status.started, {}],
    ['preparing', Status.intention, {}],
    ['waiting', Status.intention, { code }],
    ['ending', Status.intention, { code }, EXPIRES_AT],
    ['ending', Status.intention, { code, ending: 'void' }],
    ['paid', Status.captured, { code }, EXPIRES_AT],
    ['refunding', Status.canceling, { code, capturedAmount: 2_890 }],
    ['ending', Status.canceling, { code }],
    ['refunded', Status.canceled, { code, refundedAmount: 2_890 }],
    ['canceled', Status.canceled, { code }],
    ['canceled', Status.intentionCanceled, { code }],
    ['expired', Status.expired, { code }],
    ['failed', Status.denied, {}],
    ['failed', Status.failed, {}],
  ];
  for (const [stand, status, standing, now = 0] of cases) {
    assert.equal(standOf(pixAt(status, standing), now), stand, `${status} ${JSON.stringify(standing)}`);
  }
});

type Surplus = PixBeside['surplus'][number];

function textOf(
  stand: Exclude<PixStand, 'waiting'>,
  found: PixAtAddress,
  surplus?: Surplus['surplus'],
): string {
  const late = { amount: 5_000, surplus } as Surplus;
  return pixPage({
    found,
    beside: {
      code: undefined,
      url: undefined,
      payment: undefined,
      returns: [],
      surplus: surplus ? [late] : [],
    },
    shop: SHOP,
    stand,
    ask: '/v1/url-payment/t/status',
    address: '/v1/url-payment/t',
    paidAt: '26/11/2026 às 10:00',
    toShop: undefined,
  }).body.text;
}

test('a page that waits for the bank says for what, asks by itself, and tells nobody to pay', () => {
  const preparing = textOf('preparing', pixAt(Status.started));
  assert.match(preparing, /data-stand="preparing" data-ask="\/v1\/url-payment\/t\/status"/);
  assert.match(preparing, /O banco está gerando o código/);
  assert.match(textOf('ending', pixAt(Status.intention)), /Se você já pagou, o comprovante aparece aqui/);
  assert.match(textOf('ending', pixAt(Status.intention, { ending: 'void' })), /A loja pediu o cancelamento/);
});

test('money that came late is never called nothing', () => {
  const late = textOf('expired', pixAt(Status.expired), 'refunding');
  assert.doesNotMatch(late, /Nada foi pago/);
  assert.match(late, /Chegou um Pix de R\$\s50,00 além do esperado[\s\S]*sendo devolvido/);
  const kept = textOf('canceled', pixAt(Status.canceled), 'kept');
  assert.match(kept, /fale com Padaria Bom Pão/);
});
