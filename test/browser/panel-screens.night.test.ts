import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { OPERATOR } from '../contract/panel/panel-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { barriersInBothSchemes, goWithin, logInAs, openPanelPage, resize, WIDTHS } from './panel-page.ts';
import { type Examples, makeExamples, screenPaths } from './panel-screens.ts';
import { stageOf } from './stage.ts';

const SOURCES = join(import.meta.dirname, '..', '..', 'web', 'panel', 'src');
const [WIDE] = WIDTHS;
const SHARED = ['dialog.tsx', 'modal.tsx'].map((file) => join('ui', 'feedback', file));

/**
 * Runs in the page. What of a table or button nobody can see without scrolling sideways: beyond the window or beyond a
 * box around it, or cut inside its cell.
 */
const CUT = `(() => {
  const cut = [];
  for (const one of document.querySelectorAll('main :is(td, th, a, button)')) {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (width <= 1 || height <= 1 || one.closest('.visually-hidden')) continue;
    const text = one.tagName + ' ' + one.textContent.trim().slice(0, 40);
    if (left < 0 || right > innerWidth) cut.push(text + ' beyond the window');
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const edges = box.getBoundingClientRect();
      if (getComputedStyle(box).overflowX !== 'visible' && right > edges.left + box.clientWidth + 2) {
        cut.push(text + ' beyond ' + box.tagName);
        break;
      }
    }
    if (one.tagName === 'TD' && one.scrollWidth > one.clientWidth + 1) cut.push(text + ' cut in its cell');
  }
  return cut;
})()`;

/** Runs in the page. Fields side by side, one of which stands lower because more is written above it. */
const CROOKED = `(() => {
  const fields = [...document.querySelectorAll('main .mantine-InputWrapper-root')].map((one) => ({
    grid: one.parentElement,
    label: one.querySelector('label')?.textContent,
    top: one.getBoundingClientRect().top,
    input: one.querySelector(':scope > .mantine-Input-wrapper')?.getBoundingClientRect().top,
  }));
  return fields
    .filter(({ grid, top, input }) =>
      fields.some((other) => other.grid === grid && Math.abs(other.top - top) < 2 && other.input < input - 1),
    )
    .map(({ label }) => label + ' stands lower than its neighbour');
})()`;

describe('Dialogs and tables of the panel, in a real browser', () => {
  const service = testService('sqlite');
  let examples: Examples;
  const { chromium, address } = stageOf(service, async () => {
    examples = await makeExamples(service);
  });

  test('every dialog is the shared one, which returns the focus', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const own = files.filter(
      (file) =>
        file.endsWith('.tsx') &&
        !SHARED.includes(file) &&
        /\bModal\b/.test(readFileSync(join(SOURCES, file), 'utf8')),
    );
    assert.deepEqual(own, []);
  });

  for (const [who, login] of [
    ['seller', undefined],
    ['operator', OPERATOR],
  ] as const) {
    test(`no screen of the ${who} has a barrier or is cut, light and dark, at both widths`, async (t) => {
      const { page, close } = await openPanelPage(chromium());
      t.after(close);
      await logInAs(page, address(), login);
      await page.goto(`${address()}/painel/inicio`);
      // All columns of the list of sales.
      await page.evaluate(
        `for (const name of ['sales.hidden', 'sales.hidden.all']) localStorage.setItem('guiche.' + name, '[]')`,
      );
      await page.reload();
      await page.locator('main > *').first().waitFor();
      const wrong: Record<string, unknown> = {};
      for (const path of (await screenPaths(page, examples))[who]) {
        await goWithin(page, `/painel${path}`);
        const isThere = `__TSR_ROUTER__.state.status === 'idle' && __TSR_ROUTER__.state.resolvedLocation?.pathname.replace('/painel', '') === '${path}'`;
        await until(`${path} is shown`, async () => (await page.evaluate(isThere)) === true);
        await page.waitForLoadState('networkidle');
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
        for (const width of WIDTHS) {
          await resize(page, width);
          const found = await faultsAt(page, width);
          if (found.length > 0) wrong[`${path} at ${width}`] = found;
          await shoot(page, path, width);
        }
        await resize(page, WIDE);
      }
      assert.deepEqual(wrong, {});
    });
  }
});

async function faultsAt(page: Page, width: number): Promise<readonly unknown[]> {
  // On a phone wide tables are cards, and what still is a table is scrolled.
  const cut = width === WIDE ? ((await page.evaluate(CUT)) as readonly string[]) : [];
  const crooked = (await page.evaluate(CROOKED)) as readonly string[];
  const scrolled = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  const wide = scrolled > width ? [`${scrolled} pixels wide`] : [];
  return [...cut, ...crooked, ...wide, ...(await barriersInBothSchemes(page))];
}

async function shoot(page: Page, path: string, width: number): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (!folder) return;
  const name = `${folder}/tela${path.replaceAll('/', '-')}-${width}`;
  await page.screenshot({ path: `${name}.png`, fullPage: true });
}
