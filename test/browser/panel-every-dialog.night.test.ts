import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { browserOf, OPERATOR, okJson, SELLER } from '../contract/panel/panel-client.ts';
import { until } from '../support/waiting.ts';
import { addAuthenticator } from './authenticator-in-page.ts';
import { installClock, passTime } from './page-clock.ts';
import {
  BY_OPERATOR,
  BY_SELLER,
  BY_THEMSELVES,
  makeDialogRecords,
  type Opened,
} from './panel-dialog-list.ts';
import {
  assertNoBarriersInBothSchemes,
  goWithin,
  logInAs,
  openPanelPage,
  pressByKeyboard,
} from './panel-page.ts';
import type { Examples } from './panel-screens.ts';
import { serviceWithPlace, stageOf } from './stage.ts';

const SOURCES = join(import.meta.dirname, '..', '..', 'web', 'panel', 'src');
const WIDTH = 1280;
const FRESH_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** The shortest that a shop may choose. */
const IDLE_MINUTES = 5;
/** More than a dialog has controls: the focus goes round in it. */
const TABS = 8;
const OFX = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>12345-6</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260110<TRNAMT>10.00<FITID>1</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

describe('Every dialog of the panel and of the till, by keyboard', () => {
  const scene = serviceWithPlace();
  let examples: Examples;
  const { service, chromium, address } = stageOf(scene.service, async () => {
    examples = await makeDialogRecords(scene);
  });

  test('is opened in a test of this file', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.startsWith(join('ui', '')))
      .filter((file) => /<(?:Confirm|Reason)?Dialog\b/.test(readFileSync(join(SOURCES, file), 'utf8')))
      .map((file) => file.replaceAll('\\', '/').replace(/\.tsx$/, ''))
      // They open the dialog that a file of their folder draws.
      .filter((file) => !['screens/activations/activations', 'screens/persons/person-access'].includes(file));
    const opened = [...BY_SELLER, ...BY_OPERATOR].map(({ file }) => file);
    assert.deepEqual(
      [...new Set([...opened, ...BY_THEMSELVES])].toSorted(),
      files.toSorted(),
      'test/browser/panel-dialog-list.ts names them',
    );
  });

  const halves = [BY_SELLER.slice(0, BY_SELLER.length / 2), BY_SELLER.slice(BY_SELLER.length / 2)] as const;
  for (const [who, login, list] of [
    ['a seller, the first half', SELLER, halves[0]],
    ['a seller, the other half', SELLER, halves[1]],
    ['an operator', OPERATOR, BY_OPERATOR],
  ] as const) {
    test(`takes the focus, keeps it, and gives it back when Escape closes it: ${who}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width: WIDTH });
      t.after(close);
      page.on('filechooser', (chooser) =>
        chooser.setFiles({ name: 'janeiro.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(OFX) }),
      );
      t.after(() => page.removeAllListeners('filechooser'));
      await logInAs(page, address(), login);
      await page.goto(`${address()}/painel/inicio`);
      for (const opened of list) {
        await goTo(page, opened);
        await opened.first?.(page);
        const opener = page
          .getByRole('button', { name: opened.button, exact: true, disabled: false })
          .locator('visible=true')
          .first();
        await pressByKeyboard(page, opener);
        await assertKeepsFocus(page, `${opened.file}: ${opened.button}`);
        await assertNoBarriersInBothSchemes(page, WIDTH);
        await assertEscapeLeadsTo(page, opener);
      }
      assert.deepEqual(complaints, []);
    });
  }

  test('asks for a name to save a view of sales by, and before one is deleted, from a menu', async (t) => {
    const page = await open(t, '/vendas?q=pedido');
    const menu = page.getByRole('button', { name: /^Visões salvas/ });
    for (const name of ['Salvar esta visão', 'Apagar Natal']) {
      await pressByKeyboard(page, menu);
      await pressByKeyboard(page, page.getByRole('button', { name }));
      await assertKeepsFocus(page, name);
      await assertNoBarriersInBothSchemes(page, WIDTH);
      await assertEscapeLeadsTo(page, menu);
    }
    await pressByKeyboard(page, menu);
    await pressByKeyboard(page, page.getByRole('button', { name: 'Apagar Natal' }));
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Apagar visão' }));
    await assertFocusedAfter(page, menu);
    await pressByKeyboard(page, menu);
    await page.getByRole('button', { name: 'Apagar Natal' }).waitFor({ state: 'detached' });
  });

  test('asks for the password again before a key is made, and shows it until it is kept', async (t) => {
    const page = await open(t, '/chaves');
    service.clock.advance(FRESH_MS);
    const opener = page.getByRole('button', { name: 'Nova chave' }).first();
    await pressByKeyboard(page, opener);
    const create = page.getByRole('button', { name: 'Criar chave' });
    await pressByKeyboard(page, create);
    const again = page.getByRole('dialog', { name: 'Confirme que é você' });
    await again.waitFor();
    await assertKeepsFocus(page, 'step-up-dialog', again);
    await page.keyboard.press('Escape');
    await again.waitFor({ state: 'detached' });
    // The dialog below it stays, and its button can be pressed again.
    await create.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await again.getByLabel('Sua senha').fill(SELLER.password);
    await page.keyboard.press('Enter');
    const made = page.getByRole('dialog', { name: 'Par da API' });
    await made.waitFor();
    await assertKeepsFocus(page, 'made-key-dialog', made);
    // What is shown only once is not lost by a key.
    await page.keyboard.press('Escape');
    await pressByKeyboard(page, made.getByRole('button', { name: 'Já guardei' }));
    await assertFocusedAfter(page, opener);
  });

  test('tells that the session ends, goes on by Escape, and stays once it has ended', async (t) => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    okJson(await seller.call('PATCH', '/settings/security', { idleMinutes: IDLE_MINUTES }));
    const { page, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    await installClock(page);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/clientes/novo`);
    const name = page.getByLabel('Nome ou razão social');
    await name.fill('Ana Souza');
    const ending = page.getByRole('dialog', { name: 'Você ainda está aí?' });
    const ended = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await passUntil(page, ending);
    await assertKeepsFocus(page, 'ending-dialog', ending);
    await page.keyboard.press('Escape');
    await ending.waitFor({ state: 'detached' });
    await passUntil(page, ended);
    await assertKeepsFocus(page, 'ended-dialog', ended);
    await page.keyboard.press('Escape');
    await ended.getByLabel('Senha').fill(SELLER.password);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Ana Souza');
  });

  test('adds, names and removes a passkey', async (t) => {
    const page = await open(t, '/seguranca', true);
    await addAuthenticator(page);
    const add = page.getByRole('button', { name: 'Adicionar chave de acesso' });
    await pressByKeyboard(page, add);
    await assertKeepsFocus(page, 'passkey-dialog');
    await assertEscapeLeadsTo(page, add);
    await pressByKeyboard(page, add);
    await page.getByRole('dialog').getByLabel('Nome').fill('Caixa');
    await page.keyboard.press('Enter');
    await pressByKeyboard(page, page.getByRole('button', { name: 'Já guardei' }));
    const remove = page.getByRole('button', { name: 'Remover Caixa' });
    for (const name of ['Renomear Caixa', 'Remover Caixa']) {
      const opener = page.getByRole('button', { name });
      await pressByKeyboard(page, opener);
      await assertKeepsFocus(page, name);
      await assertEscapeLeadsTo(page, opener);
    }
    await pressByKeyboard(page, remove);
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Remover' }));
    await remove.waitFor({ state: 'detached' });
  });

  /** Lets the page be left until it says so. */
  async function passUntil(page: Page, dialog: Locator): Promise<void> {
    for (let minutes = 0; minutes < 2 * IDLE_MINUTES && !(await dialog.isVisible()); minutes += 1)
      await passTime(page, MINUTE_MS, service);
    await dialog.waitFor();
  }

  async function open(
    t: { after(end: () => Promise<void>): void },
    path: string,
    fresh = false,
  ): Promise<Page> {
    const { page, close } = await openPanelPage(chromium(), { width: WIDTH, fresh });
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel${path}`);
    return page;
  }

  /** A till is chosen on the device. */
  async function goTo(page: Page, { path }: Opened): Promise<void> {
    const found = examples[path] ?? path;
    if (!path.startsWith('/caixa#')) return goWithin(page, `/painel${found}`);
    await page.evaluate(`localStorage.setItem('guiche-caixa-terminal', '${found}')`);
    await page.goto(`${address()}/painel/caixa`);
  }
});

async function assertKeepsFocus(
  page: Page,
  what: string,
  dialog: Locator = page.getByRole('dialog'),
): Promise<void> {
  await dialog.waitFor();
  const focused = dialog.locator(':focus');
  await focused.waitFor({ state: 'attached' });
  // Of a field for a time the browser's own parts have the focus one after the other.
  const keeps = (when: string) =>
    until(`${what} has the focus ${when}`, () =>
      dialog.evaluate((one) => one.contains(one.ownerDocument.activeElement)),
    );
  const label = await focused.getAttribute('aria-label');
  assert.notEqual(label, 'Fechar', `${what} begins with the button that closes it`);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < TABS; presses += 1) {
      await page.keyboard.press(key);
      await keeps(`after ${key}`);
    }
  }
}

async function assertEscapeLeadsTo(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await assertFocusedAfter(page, opener);
}

async function assertFocusedAfter(page: Page, opener: Locator): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(`the focus is on ${opener} again`, () =>
    opener.evaluate((one) => one.ownerDocument.activeElement === one),
  );
}
