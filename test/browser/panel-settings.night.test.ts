import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { picture } from '../../src/operations/photos/test-images.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { installClock, passTime } from './page-clock.ts';
import { assertNoBarriersNarrowByDay, logInAs, openPanelPage, WIDE_BY_DAY } from './panel-page.ts';
import { stageOf } from './stage.ts';

const MINUTE_MS = 60_000;

/** What was refused is where the keyboard is, however far from the button. */
const focused = (field: Locator) =>
  until('the refused field has the focus', () =>
    field.evaluate((one: { matches(selector: string): boolean }) => one.matches(':focus')),
  );

describe('Settings and the end of a session, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite'));

  for (const width of WIDE_BY_DAY) {
    test(`name, colour and picture are saved and found again at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address());
      await page.goto(`${address()}/painel/configuracoes`);
      const shop = page.getByRole('form', { name: 'Sua loja' });
      await shop.getByLabel('Nome da loja').fill(`Padaria ${width}`);
      const photo = { name: 'loja.png', mimeType: 'image/png' };
      await shop
        .getByLabel('Imagem da loja')
        .setInputFiles({ ...photo, buffer: await picture('png', { width: 80, height: 80 }) });
      await shop.getByRole('button', { name: 'Salvar' }).click();
      await shop.getByText('Salvo.').waitFor();
      const email = shop.getByLabel('E-mail');
      await email.fill('isto não é e-mail');
      await shop.getByRole('button', { name: 'Salvar' }).click();
      await shop.getByText('Informe um e-mail válido.').waitFor();
      await focused(email);
      await email.fill('');
      await shop.getByText('Informe um e-mail válido.').waitFor({ state: 'hidden' });
      const sales = page.getByRole('form', { name: 'Vendas e avisos' });
      await sales.getByLabel('Endereço dos avisos').fill('loja sem endereço');
      await sales.getByRole('button', { name: 'Salvar' }).click();
      await sales.getByText('Informe um endereço completo').waitFor();
      await focused(sales.getByLabel('Endereço dos avisos'));
      await sales.getByLabel('Endereço dos avisos').fill('https://loja.example/avisos');
      const second = sales.getByLabel('Tentar na segunda adquirente quando a primeira não cobrou');
      await second.setChecked(width !== WIDE_BY_DAY[0]);
      await sales.getByRole('button', { name: 'Salvar' }).click();
      await sales.getByText('Salvo.').waitFor();
      await assertNoBarriersNarrowByDay(page);
      await page.reload();
      await shop.getByLabel('Nome da loja').waitFor();
      assert.equal(await shop.getByLabel('Nome da loja').inputValue(), `Padaria ${width}`);
      await shop.getByRole('img', { name: 'Imagem da loja' }).waitFor();
      assert.equal(await second.isChecked(), width !== WIDE_BY_DAY[0]);
      assert.deepEqual(complaints, []);
    });
  }

  test('who is about to be logged out is told, and what was typed stays, at each width', async (t) => {
    const { page, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    await installClock(page);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/clientes/novo`);
    const name = page.getByLabel('Nome ou razão social');
    await name.fill('Ana Souza');
    await passTime(page, 59 * MINUTE_MS, service);
    await page.getByRole('dialog', { name: 'Você ainda está aí?' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Ana Souza');
    await passTime(page, 61 * MINUTE_MS, service);
    await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Já entrei em outra aba, continuar' }).click();
    await page.getByText('Você ainda não entrou').waitFor();
    // Here, by keyboard alone: the field has the focus from the start.
    for (const [password, end] of [
      ['não é a senha', page.getByText('A senha não confere.')],
      ['guiche-vendedor', undefined],
    ] as const) {
      await page.getByLabel('Sua senha').fill(password);
      await page.keyboard.press('Enter');
      await (end ?? page.getByRole('dialog')).waitFor({ state: end ? 'visible' : 'detached' });
    }
    assert.equal(await name.inputValue(), 'Ana Souza');
  });
});
