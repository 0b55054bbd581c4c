import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, ConsoleMessage, Locator, Page } from 'playwright-core';
import { AT_NIGHT, BY_DAY, byDayAndAtNight } from '../support/day-and-night.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const HEIGHT = 844;
/** More than any screen has controls before the one that is looked for. */
const MAX_TABS = 120;

/** Rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Far longer than a screen needs on a busy machine. */
export const WAIT_MS = 120_000;

/** The two widths at which every screen of the panel is tested. */
const [WIDE, NARROW] = [1280, 390] as const;
export const WIDTHS = [WIDE, NARROW] as const;
type Width = (typeof WIDTHS)[number];

/** What people do on a screen is done on a wide one in `npm test`, and on a phone at night. */
export const WIDE_BY_DAY: readonly Width[] = byDayAndAtNight<Width>([WIDE], [NARROW]);

export interface PanelPage {
  readonly page: Page;
  /** Errors reported by the browser: of scripts, the console and the content security policy. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Pages that no test uses: their renderers have the scripts of the panel and of axe compiled. */
const idle = new WeakMap<Browser, Page[]>();

/**
 * A page without a session or anything stored, which an earlier test may have used. `fresh`: one with a context of its
 * own, which is closed with it, for what stays in a page, as a clock does; it also accepts any certificate.
 */
export async function openPanelPage(
  browser: Browser,
  { width = 1280, fresh = false }: { readonly width?: number; readonly fresh?: boolean } = {},
): Promise<PanelPage> {
  const page = (fresh ? undefined : idlePages(browser).pop()) ?? (await newPage(browser, fresh));
  await resize(page, width);
  // An assertion may have failed in the dark.
  await page.emulateMedia({ colorScheme: 'light' });
  const complaints: string[] = [];
  // The browser itself logs 4xx answers, such as for a visit without a session.
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  };
  const onError = (error: Error) => complaints.push(error.message);
  page.on('console', onConsole).on('pageerror', onError);
  const close = async () => {
    if (fresh) return page.context().close();
    page.off('console', onConsole).off('pageerror', onError);
    if (await emptied(page)) idlePages(browser).push(page);
    else await page.context().close();
  };
  return { page, complaints, close };
}

/** The page at another width. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
}

function idlePages(browser: Browser): Page[] {
  const pages = idle.get(browser) ?? [];
  idle.set(browser, pages);
  return pages;
}

async function newPage(browser: Browser, ignoreHTTPSErrors: boolean): Promise<Page> {
  const context = await browser.newContext({
    ignoreHTTPSErrors,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'pt-BR',
  });
  context.setDefaultTimeout(WAIT_MS);
  return context.newPage();
}

/** Empties a page and its context for another test. False when the page cannot be used any more. */
export async function emptied(page: Page): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of ['request', 'response'] as const) page.removeAllListeners(event);
    for (const one of page.context().pages()) if (one !== page) await one.close();
    if (/^https?:/.test(page.url())) await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.goto('about:blank');
    await page.context().clearCookies();
    return true;
  } catch {
    return false;
  }
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

/** Goes to another screen as a link of the panel does. Reloading the panel takes three times the processor time. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

/** Goes to a control as people without a mouse do. Fails when the Tab key does not lead to it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor({ state: 'attached' });
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await control.evaluate(hasFocus)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the Tab key does not lead to ${control}`);
}

/** Runs in the page. */
function hasFocus(element: { readonly ownerDocument: { readonly activeElement: unknown } }): boolean {
  return element.ownerDocument.activeElement === element;
}

/** Presses a button or follows a link by keyboard. */
export async function pressByKeyboard(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA, and that the page does not scroll horizontally: in the light scheme; at
 * night its rules on colours in the dark one too, at both widths.
 */
export async function assertNoBarriers(page: Page, width: number): Promise<void> {
  await assertNoBarriersNow(page, width);
  if (!AT_NIGHT) return;
  for (const other of WIDTHS.filter((one) => one !== width)) {
    await resize(page, other);
    await assertColoursInTheDark(page);
  }
  await resize(page, width);
  await assertColoursInTheDark(page);
}

/** The same in both schemes, by day too. */
export async function assertNoBarriersInBothSchemes(page: Page, width: number): Promise<void> {
  await assertNoBarriers(page, width);
  if (!AT_NIGHT) await assertColoursInTheDark(page);
}

/**
 * The same at both widths: in the light scheme on a phone in `npm test`, and on a wide screen at night, when both are also
 * looked at in the dark one. The page is as narrow as a phone afterwards.
 */
export async function assertNoBarriersNarrowByDay(page: Page): Promise<void> {
  if (AT_NIGHT) await assertNoBarriersAtBothWidths(page, [WIDE]);
  await resize(page, NARROW);
  if (BY_DAY) await assertNoBarriersNow(page, NARROW);
}

/** The same of a screen that another test looks at by day: here at night. The page is as narrow afterwards. */
export async function assertNoBarriersAtNight(page: Page): Promise<void> {
  if (AT_NIGHT) await assertNoBarriersAtBothWidths(page, [WIDE]);
  await resize(page, NARROW);
}

/**
 * The same at both widths, or these: loading a screen again for the second one would take longer than looking at it. By day
 * the others are only looked at for what is cut. The page keeps the last width.
 */
export async function assertNoBarriersAtBothWidths(
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await resize(page, width);
    if (AT_NIGHT || width === widths.at(-1)) await assertNoBarriers(page, width);
    else await assertNotCut(page, width);
  }
}

/** The same in the current scheme, also for a frame. */
export async function assertNoBarriersNow(page: Pick<Page, 'evaluate'>, width: number): Promise<void> {
  assert.deepEqual(await barriersIn(page, { type: 'tag', values: RULES }), []);
  await assertNotCut(page, width);
}

/** What axe finds in the light scheme, and of its rules on colours in the dark one, at this width. */
export async function barriersInBothSchemes(page: Page): Promise<readonly unknown[]> {
  const inLight = await barriersIn(page, { type: 'tag', values: RULES });
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await barriersIn(page, { type: 'rule', values: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((one) => `in the dark scheme: ${one}`)];
}

async function assertNotCut(page: Pick<Page, 'evaluate'>, width: number): Promise<void> {
  const scrolled = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(scrolled, width, 'the page scrolls horizontally');
}

async function assertColoursInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await barriersIn(page, { type: 'rule', values: COLOUR_RULES }), [], 'in the dark scheme');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Ends animations, during which colours differ: a page that nothing is drawn on any more would not end them itself. */
async function barriersIn(page: Pick<Page, 'evaluate'>, runOnly: object): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  return page.evaluate(`(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    for (const animation of ending) animation.finish();
    const { violations } = await axe.run({
      runOnly: ${JSON.stringify(runOnly)},
      resultTypes: ['violations'],
      preload: false,
    });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
  })()`);
}
