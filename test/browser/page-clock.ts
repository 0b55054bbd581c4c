import type { Page, Request } from 'playwright-core';
import type { TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** As long as the slowest of a page's timers waits. */
const STEP_MS = 60_000;
/** The first step is short: what was used just now leads to calls for some seconds. */
const FIRST_STEP_MS = 6_000;

const pending = new WeakMap<Page, Set<Request>>();

/** Gives the page a clock of its own that stands until {@link passTime} moves it. */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/**
 * Moves the clocks of the page and of the service (where one is given) in steps that the page's timers take part in, so
 * that a call of the page meets the service at the time at which it was made.
 */
export async function passTime(page: Page, ms: number, service?: Pick<TestService, 'clock'>): Promise<void> {
  for (let left = ms; left > 0; ) {
    const step = Math.min(left, left === ms ? FIRST_STEP_MS : STEP_MS);
    service?.clock.advance(step);
    await page.clock.runFor(step);
    await answered(page);
    left -= step;
  }
}

/** Waits until everything the page has asked for is answered. */
export async function answered(page: Page): Promise<void> {
  await until('the page waits for no answer', async () => pending.get(page)?.size === 0);
}
