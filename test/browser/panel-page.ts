import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const HEIGHT = 844;

/** Rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Far longer than a screen needs on a busy machine. */
export const WAIT_MS = 120_000;

/** The two widths at which every screen of the panel is tested. */
export const WIDTHS = [1280, 390] as const;

export interface PanelPage {
  readonly page: Page;
  /** Errors reported by the browser: of scripts, the console and the content security policy. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Opens a page with its own session. */
export async function openPanelPage(
  browser: Browser,
  { width = 1280 }: { readonly width?: number } = {},
): Promise<PanelPage> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'pt-BR',
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs 4xx answers, such as for a visit without a session.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints, close: () => context.close() };
}

/** The page has a session from its next visit on. The login screen is the subject of panel-entry.test.ts. */
export async function logInAs(
  page: Page,
  address: string,
  { login = '111.444.777-35', password = 'guiche-vendedor' } = {},
): Promise<void> {
  const answer = await page.context().request.post(`${address}/painel/api/session`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { login, password },
  });
  assert.equal(answer.status(), 200, await answer.text());
}

/** Goes to another screen as a link of the panel does. Loading the panel anew takes three times the processor time. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA, in the light scheme and, for rules on colours, in the dark one, and
 * that the page does not scroll horizontally.
 */
export async function assertNoBarriers(page: Page, width: number): Promise<void> {
  await assertNoBarriersNow(page, width);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await barriersIn(page, { type: 'rule', values: COLOUR_RULES });
  assert.deepEqual(inDark, [], 'in the dark scheme');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The same in the current scheme, also for a frame. */
export async function assertNoBarriersNow(page: Pick<Page, 'evaluate'>, width: number): Promise<void> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  assert.deepEqual(await barriersIn(page, { type: 'tag', values: RULES }), []);
  const scrolled = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(scrolled, width, 'the page scrolls horizontally');
}

/** Waits for the end of animations, during which colours differ. */
async function barriersIn(page: Pick<Page, 'evaluate'>, runOnly: object): Promise<unknown> {
  return page.evaluate(`(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
  })()`);
}
