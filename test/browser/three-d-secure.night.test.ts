import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyCard } from '../contract/card-outcomes.ts';
import type { Way } from '../support/buyer.ts';
import { AT_NIGHT, BY_DAY, byDayAndAtNight } from '../support/day-and-night.ts';
import type { Sale } from '../support/gateway-client.ts';
import { ACQUIRERS, type Acquirer, type AcquirerScene } from './acquirers.ts';
import { type BuyerAtScreen, sitDown, VIEWS, type View } from './buyer-at-screen.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { openShop, SHOP_HEADING, type Shop } from './shop.ts';

const EXPIRED = 4;
const AUTHORIZED = 5;
const CAPTURED = 6;
const DENIED = 7;

const APPROVED_HEADING = 'Pagamento autorizado';
const DENIED_HEADING = 'Pagamento não autorizado';
const EXPIRED_HEADING = 'O prazo para confirmar acabou';

const CHALLENGED = '4000000000001091';
const FRICTIONLESS = '4000000000001000';
const REJECTED = '4000000000001042';

/** 10 seconds take 2. */
const USUAL_PACE = 5;
/** 15 minutes take 6 seconds. */
const FAST_PACE = 150;
const EXPIRY_TIMEOUT_MS = 120_000;
/** Buyers whose time expires at the same time. */
const AT_ONCE = 2;

interface Scenario {
  readonly name: string;
  readonly way?: Way;
  readonly number?: string;
  readonly status: number;
  /** Played through Rede on a phone without scripts; where its pages differ, elsewhere too. */
  readonly also?: readonly ('wide' | 'simulator')[];
  act(buyer: BuyerAtScreen): Promise<void>;
}

const passes = async (buyer: BuyerAtScreen): Promise<void> => {
  await buyer.open();
  await buyer.typeCode();
  await buyer.confirm();
};

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'the right code',
    also: ['wide', 'simulator'],
    status: CAPTURED,
    act: async (buyer) => {
      await passes(buyer);
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'a wrong code',
    also: ['simulator'],
    status: DENIED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.typeCode('000000');
      await buyer.confirm();
      await buyer.arrives(DENIED_HEADING);
    },
  },
  {
    name: 'a wrong code where authentication is not a must',
    way: 'credit 2',
    status: AUTHORIZED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.typeCode('000000');
      await buyer.confirm();
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'the buyer cancels',
    also: ['simulator'],
    status: DENIED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.cancel();
      await buyer.arrives(DENIED_HEADING);
    },
  },
  {
    name: 'a card whose bank asks nothing',
    also: ['wide', 'simulator'],
    number: FRICTIONLESS,
    status: CAPTURED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'a card whose bank rejects',
    also: ['simulator'],
    number: REJECTED,
    status: DENIED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.arrives(DENIED_HEADING);
    },
  },
  {
    name: 'going back after the result, and sending the code again',
    also: ['wide'],
    status: CAPTURED,
    act: async (buyer) => {
      await passes(buyer);
      await buyer.arrives(APPROVED_HEADING);
      await goesBack(buyer.page);
      await buyer.arrives(APPROVED_HEADING);
      await buyer.open();
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'two tabs: the code in one, a cancellation of it in the other',
    also: ['wide'],
    status: CAPTURED,
    act: async (buyer) => {
      const second = await buyer.context.newPage();
      await buyer.open();
      await buyer.open(second);
      await buyer.typeCode(undefined, second);
      await buyer.typeCode();
      await buyer.confirm();
      await second.getByRole('button', { name: 'Cancelar' }).click();
      await buyer.arrives(APPROVED_HEADING);
      await buyer.arrives(APPROVED_HEADING, second);
    },
  },
  {
    name: 'a hurried finger presses the button twice',
    also: ['wide'],
    status: CAPTURED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.typeCode();
      await buyer.page.getByRole('button', { name: 'Confirmar' }).dblclick();
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'a reload of every page on the way',
    also: ['wide'],
    status: CAPTURED,
    act: async (buyer) => {
      await buyer.open();
      await buyer.page.reload();
      await buyer.typeCode();
      await buyer.confirm();
      await buyer.arrives(APPROVED_HEADING);
      await buyer.page.reload();
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'the keyboard alone',
    also: ['wide'],
    status: CAPTURED,
    act: async (buyer) => {
      const { page } = buyer;
      await buyer.open();
      const code = (await page.locator('.code').textContent()) ?? '';
      await page.locator('input:focus').waitFor();
      await page.keyboard.type(code);
      await pressesEnter(page);
      await buyer.arrives(APPROVED_HEADING);
    },
  },
  {
    name: 'the keyboard alone, to cancel',
    also: ['wide'],
    status: DENIED,
    act: async (buyer) => {
      const { page } = buyer;
      await buyer.open();
      await page.locator('input:focus').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await page.locator(':focus').textContent(), 'Cancelar');
      await pressesEnter(page);
      await buyer.arrives(DENIED_HEADING);
    },
  },
];

/** If the previous page was the answer to a form, the browser asks and the buyer confirms: the form is sent again. */
async function goesBack(page: BuyerAtScreen['page']): Promise<void> {
  try {
    await page.goBack();
  } catch (error) {
    if (!String(error).includes('ERR_CACHE_MISS')) throw error;
    await page.waitForURL(/^chrome-error:/);
    await page.reload();
  }
}

/** Presses Enter until the result: an acquirer's page that waits for a button has the focus on it. */
async function pressesEnter(page: BuyerAtScreen['page']): Promise<void> {
  const result = page.getByRole('heading', { level: 1, name: /^Pagamento/ });
  for (let pages = 0; pages < 2 && !(await result.isVisible()); pages += 1) {
    await page.locator('input:focus, button:focus').waitFor();
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  }
}

let chromium: OpenChromium;
let shop: Shop;
const opened = new AsyncDisposableStack();
before(async () => {
  chromium = await openChromium();
  opened.defer(chromium.close);
  shop = await openShop();
  opened.defer(shop.close);
});
after(() => opened.disposeAsync());

/** Declares tests with one acquirer at a time scale. */
function at(acquirer: Acquirer, pace: number, declare: (scene: () => Stage) => void): void {
  let scene: AcquirerScene;
  before(async () => {
    scene = await acquirer.open(pace);
  });
  after(() => scene?.close());
  declare(() => ({
    scene,
    sit: (view, title, way = 'debit', sale = {}) =>
      sitDown({
        browser: chromium.browser,
        service: scene.service,
        view,
        title: `${acquirer.name} ${title}`,
        way,
        sale: { ...sale, cardInfo: { number: CHALLENGED, ...sale.cardInfo } },
      }),
  }));
}

interface Stage {
  readonly scene: AcquirerScene;
  sit(view: View, title: string, way?: Way, sale?: Sale): Promise<BuyerAtScreen>;
}

const [phone, wide] = VIEWS;
const [simulator, rede] = ACQUIRERS;

describe('3-D Secure in a browser, through Rede', () => {
  at(rede, USUAL_PACE, (stage) => {
    describe(phone.name, () => {
      plays(stage, phone, SCENARIOS);
      leadsBackToTheShop(stage, phone);
      waits(stage, phone);

      test('a buyer who returns without having acted is sent to the bank again', async () => {
        const buyer = await stage().sit(phone, 'too early');
        try {
          await buyer.page.goto(`${buyer.url}/return`);
          await buyer.arrives('Estamos confirmando o seu pagamento');
          await buyer.page.keyboard.press('Tab');
          await buyer.page.keyboard.press('Tab');
          await buyer.page.keyboard.press('Enter');
          await buyer.page.getByLabel('Código').waitFor();
          await buyer.typeCode();
          await buyer.confirm();
          await buyer.arrives(APPROVED_HEADING);
        } finally {
          await buyer.close();
        }
      });
    });

    describe(wide.name, () => {
      const scenarios = SCENARIOS.filter(({ also }) => also?.includes('wide'));
      plays(stage, wide, byDayAndAtNight(scenarios.slice(0, 1), scenarios.slice(1)));
      if (BY_DAY) waits(stage, wide);
      if (AT_NIGHT) leadsBackToTheShop(stage, wide);
    });
  });
});

describe('3-D Secure in a browser, through the simulator', () => {
  at(simulator, USUAL_PACE, (stage) => {
    const scenarios = SCENARIOS.filter(({ also }) => also?.includes('simulator'));
    plays(stage, wide, byDayAndAtNight(scenarios.slice(0, 1), scenarios.slice(1)));
  });
});

/** Declares a test for each scenario: the buyer's way, our record, and the acquirer's book. */
function plays(stage: () => Stage, view: View, scenarios: readonly Scenario[]): void {
  for (const { name, way, number, status, act } of scenarios) {
    test(name, async () => {
      const sale = number === undefined ? {} : { cardInfo: { number } };
      const buyer = await stage().sit(view, name, way, sale);
      try {
        await act(buyer);
        const { top, card } = await buyer.record();
        assert.equal(top.status, status);
        const charges = await stage().scene.approvedCharges(String(card.providerReference));
        assert.equal(charges, status === DENIED ? 0 : 1);
        assert.deepEqual(buyer.complaints, []);
      } finally {
        await buyer.close();
      }
    });
  }
}

function leadsBackToTheShop(stage: () => Stage, view: View): void {
  test('redirected to the shop, on another origin, with the result parameters', async () => {
    for (const [code, status] of [
      [undefined, CAPTURED],
      ['000000', DENIED],
    ] as const) {
      const top = { returnUrl: shop.returnUrl, referenceId: 'pedido 7' };
      const buyer = await stage().sit(view, 'on to the shop', 'debit', { top });
      try {
        await buyer.open();
        await buyer.typeCode(code);
        await buyer.confirm();
        await buyer.arrives(SHOP_HEADING);
        const { top: record } = await buyer.record();
        assert.equal(record.status, status);
        const hints = `transactionId=${record.transactionId}&referenceId=pedido+7&status=${status}`;
        assert.equal(shop.visits.at(-1), `/fim?sessao=1&${hints}`);
        assert.equal(new URL(buyer.page.url()).hash, '#topo');
        await buyer.page.goto(buyer.url);
        await buyer.arrives(SHOP_HEADING);
        assert.deepEqual(buyer.complaints, []);
      } finally {
        await buyer.close();
      }
    }
  });
}

function waits(stage: () => Stage, view: View): void {
  test('a waiting page reloads itself until the result', async () => {
    const number = familyCard('VISA', '621');
    const buyer = await stage().sit(view, 'waits', 'credit 1', { cardInfo: { number } });
    try {
      await buyer.open();
      // The issuer takes two seconds; on a busy machine the page may come after that.
      await buyer.arrives(new RegExp(`Estamos confirmando o seu pagamento|${APPROVED_HEADING}`));
      await buyer.arrives(APPROVED_HEADING);
      assert.equal((await buyer.record()).top.status, AUTHORIZED);
      assert.deepEqual(buyer.complaints, []);
    } finally {
      await buyer.close();
    }
  });
}

for (const [acquirer, view] of byDayAndAtNight<readonly [Acquirer, View]>(
  [[rede, phone]],
  [[simulator, wide]],
)) {
  describe(`3-D Secure in a browser that is closed, through ${acquirer.name}, on ${view.name}`, {
    concurrency: AT_ONCE,
  }, () => {
    at(acquirer, FAST_PACE, (stage) => {
      const ended = async (buyer: BuyerAtScreen): Promise<unknown> => {
        const deadline = performance.now() + EXPIRY_TIMEOUT_MS;
        for (;;) {
          const { status } = (await buyer.record()).top;
          if ((status !== 0 && status !== 10) || performance.now() > deadline) return status;
          await sleep(100);
        }
      };

      test('the tab is closed at the code, and the sale expires', async () => {
        const buyer = await stage().sit(view, 'closes the tab');
        try {
          await buyer.open();
          await buyer.page.close();
          assert.equal(await ended(buyer), EXPIRED);
          const later = await buyer.context.newPage();
          await buyer.open(later);
          await buyer.arrives(EXPIRED_HEADING, later);
          const { card } = await buyer.record();
          assert.equal(await stage().scene.approvedCharges(String(card.providerReference)), 0);
        } finally {
          await buyer.close();
        }
      });

      test('the code comes too late', async () => {
        const buyer = await stage().sit(view, 'too late');
        try {
          await buyer.open();
          await buyer.typeCode();
          assert.equal(await ended(buyer), EXPIRED);
          await buyer.confirm();
          await buyer.arrives(EXPIRED_HEADING);
          assert.equal((await buyer.record()).top.status, EXPIRED);
        } finally {
          await buyer.close();
        }
      });
    });
  });
}
