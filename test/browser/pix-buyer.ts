import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { API_PAIR } from '../support/gateway-client.ts';
import type { TestService } from '../support/service.ts';
import { assertNoBarriersNarrowByDay } from './panel-page.ts';

/** Ends in 03: nobody pays it but the test. */
export const NEVER_PAID = 28_903;
/** A code of a hosted page lives as long. */
export const CODE_LIFE_MS = 60 * 60_000;
/** Folder for screenshots, for development. */
const PICTURES = process.env.TEST_PICTURES;

type Fields = Readonly<Record<string, unknown>>;

/** What a shop does of which a buyer sees a page. */
export function pixShop(service: TestService) {
  const post = async (path: string, body: Fields, status: number): Promise<Fields> => {
    const answer = await service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, status, answer.text);
    return answer.json() as Fields;
  };
  return {
    /** An intention that offers both kinds. */
    intend: async (top: Fields = {}): Promise<{ readonly id: string; readonly url: string }> => {
      const payment = { card: { type: 0, capture: true, installments: 3 }, pix: {} };
      const body = { amount: NEVER_PAID, description: 'Encomenda de aniversário', payment, ...top };
      const made = await post('/v1/intention', body, 201);
      return { id: String(made.transactionId), url: String(made.url) };
    },
    /** A code with a page of its own. */
    charge: async (top: Fields = {}): Promise<{ readonly id: string; readonly url: string }> => {
      const body = {
        amount: NEVER_PAID,
        description: 'Encomenda de aniversário',
        payment: { pix: {} },
        ...top,
      };
      const { transactionId, payment } = await post('/v1/transactions', body, 201);
      return { id: String(transactionId), url: String((payment as { pix: Fields }).pix.url) };
    },
    /** The address of a link for many. */
    link: async (top: Fields = {}): Promise<string> => {
      const payment = { card: { type: 0, capture: true, installments: 6 }, pix: {} };
      const made = await post('/v1/payment-links', { name: 'Bolo de 3 kg', payment, ...top }, 201);
      return String(made.url);
    },
    pay: async (transactionId: string, more: Fields = {}): Promise<void> => {
      await post('/__sim/pix/pay', { transactionId, ...more }, 200);
    },
    end: async (id: string, body: Fields = {}): Promise<void> => {
      const answer = await service.send({
        method: 'PUT',
        path: `/v1/transactions/${id}/void`,
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, answer.text);
    },
  };
}

/** The page as it is has no barrier, and is kept as a picture where somebody wants to look at it. */
export async function assertPixPageNarrowByDay(page: Page, name: string): Promise<void> {
  await keepPicture(page, name);
  await assertNoBarriersNarrowByDay(page);
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  const before = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(PICTURES, `pix-${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  if (before) await page.setViewportSize(before);
}
