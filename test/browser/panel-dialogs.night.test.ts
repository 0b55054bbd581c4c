import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { OPERATOR } from '../contract/panel/panel-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { goWithin, logInAs, openPanelPage, pressByKeyboard } from './panel-page.ts';
import { type Examples, makeExamples, screenPaths } from './panel-screens.ts';
import { stageOf } from './stage.ts';

const SOURCES = join(import.meta.dirname, '..', '..', 'web', 'panel', 'src');
const WIDTH = 1280;
const SHARED = ['dialog.tsx', 'modal.tsx'].map((file) => join('ui', 'feedback', file));

/** Of each screen the buttons that open a dialog. */
const OPENERS = [
  ['/vendas/$id', 'Estornar'],
  ['/equipe', 'Convidar'],
  ['/chaves', 'Nova chave'],
  ['/avisos', 'Testar um endereço'],
  ['/categorias', 'Nova categoria'],
  ['/caixa/fechamentos/$id', 'Fechar o caixa'],
  ['/caixa/fechamentos/$id', 'Pôr dinheiro'],
  ['/caixa/fechamentos/$id', 'Tirar dinheiro'],
  ['/vendas', 'Exportar'],
] as const;

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

  test('a dialog begins with what is asked, and leads back to its button when it closes', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium(), { width: WIDTH });
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/inicio`);
    for (const [path, name] of OPENERS) {
      await goWithin(page, `/painel${examples[path] ?? path}`);
      const opener = page.getByRole('button', { name, exact: true, disabled: false });
      await pressByKeyboard(page, opener);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await dialog.locator(':focus').waitFor({ state: 'attached' });
      const first = await dialog.locator(':focus').getAttribute('aria-label');
      assert.notEqual(first, 'Fechar', `${name} begins with the button that closes it`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await until(`the focus is on ${name} again`, () =>
        opener.evaluate((one) => one.ownerDocument.activeElement === one),
      );
    }
    assert.deepEqual(complaints, []);
  });

  for (const [who, login] of [
    ['seller', undefined],
    ['operator', OPERATOR],
  ] as const) {
    test(`nothing is cut on the screens of the ${who} at ${WIDTH}`, async (t) => {
      const { page, close } = await openPanelPage(chromium(), { width: WIDTH });
      t.after(close);
      await logInAs(page, address(), login);
      await page.goto(`${address()}/painel/inicio`);
      // All columns of the list of sales.
      await page.evaluate(
        `for (const name of ['sales.hidden', 'sales.hidden.all']) localStorage.setItem('guiche.' + name, '[]')`,
      );
      await page.reload();
      await page.locator('main > *').first().waitFor();
      const cut: Record<string, unknown> = {};
      for (const path of (await screenPaths(page, examples))[who]) {
        await goWithin(page, `/painel${path}`);
        const isThere = `__TSR_ROUTER__.state.status === 'idle' && __TSR_ROUTER__.state.resolvedLocation?.pathname.replace('/painel', '') === '${path}'`;
        await until(`${path} is shown`, async () => (await page.evaluate(isThere)) === true);
        await page.waitForLoadState('networkidle');
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
        const found = (await page.evaluate(CUT)) as readonly string[];
        if (found.length > 0) cut[path] = found;
        await shoot(page, path);
      }
      assert.deepEqual(cut, {});
    });
  }
});

async function shoot(page: Page, path: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/largura${path.replaceAll('/', '-')}.png` });
}
