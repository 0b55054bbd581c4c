import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt, stepAt } from '../../src/accounts/second-factor/totp.ts';
import { testService } from '../support/service.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { assertNoBarriers, openPanelPage, WIDTHS } from './panel-page.ts';

const FRESH_MS = 5 * 60_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

describe('The panel in a real browser', () => {
  const service = testService('sqlite');
  let chromium: OpenChromium;
  before(async () => {
    await service.start();
    chromium = await openChromium();
  });
  after(async () => {
    await chromium?.close();
    await service.stop();
    await service.remove();
  });

  const openPage = (width: number) => openPanelPage(chromium.browser, { width });

  async function logIn(page: Page, password = 'guiche-vendedor'): Promise<void> {
    await page.goto(`${address()}/painel/seguranca`);
    await page.getByLabel('CPF, CNPJ ou e-mail').fill('111.444.777-35');
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Entrar' }).click();
  }

  const address = () => service.address().replace('127.0.0.1', 'localhost');

  for (const width of WIDTHS) {
    test(`login, security and team have no barrier at ${width}, light and dark`, async () => {
      const { page, complaints, close } = await openPage(width);
      await page.goto(`${address()}/painel`);
      await page.getByRole('heading', { name: 'Entrar' }).waitFor();
      await assertNoBarriers(page, width);
      await logIn(page);
      await page.getByRole('heading', { name: 'Onde você está conectado' }).waitFor();
      await page.getByText('Esta sessão').waitFor();
      await assertNoBarriers(page, width);
      await page.goto(`${address()}/painel/equipe`);
      await page.getByText('Vendedor de Demonstração').first().waitFor();
      await assertNoBarriers(page, width);
      await page.getByRole('button', { name: 'Convidar' }).click();
      await page.getByRole('dialog').getByLabel('E-mail').waitFor();
      await assertNoBarriers(page, width);
      assert.deepEqual(complaints, []);
      await close();
    });

    test(`a wrong password is shown in the page, and the requested address is opened after the login, at ${width}`, async () => {
      const { page, close } = await openPage(width);
      await page.goto(`${address()}/painel/equipe`);
      await page.getByLabel('CPF, CNPJ ou e-mail').fill('11144477735');
      await page.getByLabel('Senha', { exact: true }).fill('errada de propósito');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Login ou senha inválidos.').waitFor();
      await page.getByLabel('Senha', { exact: true }).fill('guiche-vendedor');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Equipe' }).waitFor();
      await close();
    });
  }

  for (const width of WIDTHS) {
    test(`a passkey is added, named, asked for at the login and before a change, and removed, at ${width}`, async (t) => {
      const { page, complaints, close } = await openPage(width);
      t.after(close);
      await addVirtualAuthenticator(page);
      await logIn(page);
      await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
      await page.getByRole('dialog').getByLabel('Nome').fill('Computador da loja');
      await assertNoBarriers(page, width);
      await page.getByRole('button', { name: 'Continuar no navegador' }).click();
      await page.getByRole('button', { name: 'Já guardei' }).click();
      await page.getByRole('button', { name: 'Renomear Computador da loja' }).click();
      await page.getByRole('dialog').getByLabel('Nome').fill('Caixa 2');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Caixa 2').waitFor();
      await assertNoBarriers(page, width);
      await shoot(page, `passkeys-${width}`);

      await page.context().clearCookies();
      await logIn(page);
      await page.getByRole('button', { name: 'Usar a chave de acesso' }).waitFor();
      await assertNoBarriers(page, width);
      await shoot(page, `passkey-login-${width}`);
      await page.getByRole('button', { name: 'Usar a chave de acesso' }).click();
      await page.getByRole('heading', { name: 'Segurança' }).waitFor();
      service.clock.advance(FRESH_MS);
      await page.getByRole('button', { name: 'Remover Caixa 2' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
      await page.getByRole('button', { name: 'Usar a chave de acesso' }).waitFor();
      await shoot(page, `passkey-step-up-${width}`);
      await page.getByRole('button', { name: 'Usar a chave de acesso' }).click();
      await page.getByRole('button', { name: 'Ligar o segundo fator' }).waitFor();
      assert.deepEqual(complaints, []);
    });
  }

  test('the second factor is switched on by keyboard, asked for at the next login, and switched off', async () => {
    const first = await openPage(1280);
    await logIn(first.page);
    await first.page.getByRole('button', { name: 'Ligar o segundo fator' }).focus();
    await first.page.keyboard.press('Enter');
    const typed = (await first.page.getByText(/^(?:[A-Z2-7]{4} ?){8}/).textContent()) ?? '';
    const secret = fromBase32(typed.replace(/[^A-Z2-7]/g, ''));
    await first.page.getByLabel('Código que o aplicativo mostra').fill(codeNow(secret));
    await first.page.keyboard.press('Enter');
    await first.page.getByRole('button', { name: 'Já guardei' }).waitFor();
    const shown = await first.page
      .locator('li')
      .filter({ hasText: /^(?:[A-Z2-9]{4}-){3}/ })
      .count();
    assert.equal(shown, 10);
    await first.close();

    service.clock.advance(60_000);
    const second = await openPage(390);
    await logIn(second.page);
    await second.page.getByLabel('Código').fill('000000');
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('alert').waitFor();
    await second.page.getByLabel('Código').fill(codeNow(secret));
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('heading', { name: 'Segurança' }).waitFor();
    await second.page.getByRole('button', { name: 'Desligar' }).click();
    await second.page.getByRole('button', { name: 'Ligar o segundo fator' }).waitFor();
    await second.close();
  });

  test('an invited person sets a password from the link and logs in', async () => {
    const admin = await openPage(1280);
    await logIn(admin.page);
    await admin.page.getByRole('link', { name: 'Equipe' }).click();
    await admin.page.getByRole('button', { name: 'Convidar' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Ana Lima');
    await dialog.getByLabel('E-mail').fill('ana@loja.example');
    await dialog.getByLabel('Financeiro').check();
    await dialog.getByRole('button', { name: 'Criar convite' }).click();
    const link = (await admin.page.getByText(/\/painel\/convite#/).textContent()) ?? '';
    await admin.close();

    const guest = await openPage(390);
    await guest.page.goto(link.trim());
    await guest.page.getByText('Ana Lima, você entra com ana@loja.example.').waitFor();
    await guest.page.getByLabel('Nova senha').fill('capivara verde 91');
    await guest.page.getByLabel('Repita a senha').fill('capivara verde 91');
    await guest.page.getByRole('button', { name: 'Salvar e entrar' }).click();
    await guest.page.getByLabel('CPF, CNPJ ou e-mail').fill('ana@loja.example');
    await guest.page.getByLabel('Senha', { exact: true }).fill('capivara verde 91');
    await guest.page.getByRole('button', { name: 'Entrar' }).click();
    await guest.page.getByRole('button', { name: /: conta$/ }).click();
    await guest.page.getByText('Ana Lima').first().waitFor();
    assert.equal(await guest.page.getByRole('button', { name: 'Convidar' }).count(), 0);
    await guest.close();
  });

  function codeNow(secret: Buffer): string {
    return codeAt(secret, stepAt(service.clock.now()));
  }
});

/** Touches its key, and shows who it is, whenever the page asks. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasUserVerification: true, isUserVerified: true },
    },
  });
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
