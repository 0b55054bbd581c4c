import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt, stepAt } from '../../src/accounts/second-factor/totp.ts';
import { browserOf, okJson, SELLER } from '../contract/panel/panel-client.ts';
import { fromBase32 } from '../support/base32.ts';
import { testService } from '../support/service.ts';
import { openTlsProxy, TLS_HOST } from '../support/tls-proxy.ts';
import { addAuthenticator } from './authenticator-in-page.ts';
import {
  assertNoBarriers,
  assertNoBarriersInBothSchemes,
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  pressByKeyboard,
  resize,
  tabTo,
  WIDE_BY_DAY,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

const PASSWORD = 'capivara verde 91';
const LOCKED_MS = 31 * 60_000;
const FRESH_MS = 5 * 60_000;

describe('The panel in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite'));

  const openPage = (width: number) => openPanelPage(chromium(), { width });

  async function logIn(page: Page, { login, password } = SELLER, at = address()): Promise<void> {
    await page.goto(`${at}/painel/seguranca`);
    await page.getByLabel('CPF, CNPJ ou e-mail').fill(login);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Entrar' }).click();
  }

  /** A team member that took the invitation. */
  async function joined(email: string): Promise<void> {
    const admin = browserOf(service);
    okJson(await admin.logIn());
    const { link } = okJson<{ link: { url: string } }>(
      await admin.call('POST', '/team', { name: 'Lia Reis', email, role: 'read' }),
    );
    const token = link.url.split('#')[1] ?? '';
    okJson(await browserOf(service).call('POST', '/invitation/join', { token, password: PASSWORD }));
  }

  test('login, security and team have no barrier at each width, light and dark', async () => {
    const { page, complaints, close } = await openPage(1280);
    await page.goto(`${address()}/painel`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await logIn(page);
    await page.getByRole('heading', { name: 'Onde você está conectado' }).waitFor();
    await page.getByText('Esta sessão').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await goWithin(page, '/painel/equipe');
    await page.getByText('Vendedor de Demonstração').first().waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Convidar' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').waitFor();
    await assertNoBarriersNarrowByDay(page);
    assert.deepEqual(complaints, []);
    await close();
  });

  for (const width of WIDE_BY_DAY) {
    test(`a wrong password is shown in the page, and the requested address is opened after the login, at ${width}`, async (t) => {
      const { page, close } = await openPage(width);
      t.after(close);
      await page.goto(`${address()}/painel/equipe`);
      await page.getByLabel('CPF, CNPJ ou e-mail').fill('11144477735');
      await page.getByLabel('Senha', { exact: true }).fill('errada de propósito');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Login ou senha inválidos.').waitFor();
      await page.getByLabel('Senha', { exact: true }).fill('guiche-vendedor');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Equipe' }).waitFor();
    });
  }

  test('a passkey is added, named, asked for at the login and before a change, and removed, at each width', async (t) => {
    const { page, complaints, close } = await openPage(1280);
    t.after(close);
    t.after(await addAuthenticator(page));
    await logInAs(page, address());
    await page.goto(`${address()}/painel/seguranca`);
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Computador da loja');
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Continuar no navegador' }).click();
    await page.getByRole('button', { name: 'Já guardei' }).click();
    await page.getByRole('button', { name: 'Renomear Computador da loja' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Caixa 2');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Caixa 2').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'passkeys');

    await page.context().clearCookies();
    await logIn(page);
    await page.getByRole('button', { name: 'Usar a chave de acesso' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'passkey-login');
    await page.getByRole('button', { name: 'Usar a chave de acesso' }).click();
    await page.getByRole('heading', { name: 'Segurança' }).waitFor();
    service.clock.advance(FRESH_MS);
    await page.getByRole('button', { name: 'Remover Caixa 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('button', { name: 'Usar a chave de acesso' }).waitFor();
    await shoot(page, 'passkey-step-up');
    await page.getByRole('button', { name: 'Usar a chave de acesso' }).click();
    await page.getByRole('button', { name: 'Ativar o segundo fator' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('behind a proxy that ends TLS, a passkey is added and logs in at the public name, with a cookie for TLS only', async (t) => {
    const proxy = await openTlsProxy();
    t.after(() => proxy.close());
    const origin = `https://${TLS_HOST}:${proxy.port}`;
    const behind = testService('sqlite', { GUICHE_PUBLIC_URL: origin, GUICHE_TRUSTED_PROXIES: '127.0.0.1' });
    t.after(() => behind.remove());
    await behind.start();
    t.after(() => behind.stop());
    proxy.forwardTo(behind.address());
    const { page, complaints, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    await addAuthenticator(page);
    await logIn(page, SELLER, origin);
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Computador da loja');
    await page.getByRole('button', { name: 'Continuar no navegador' }).click();
    await page.getByRole('button', { name: 'Já guardei' }).click();
    const [cookie] = await page.context().cookies(origin);
    assert.partialDeepStrictEqual(cookie, {
      ...{ name: '__Host-guiche', domain: TLS_HOST, path: '/' },
      ...{ secure: true, httpOnly: true, sameSite: 'Lax' },
    });

    await page.context().clearCookies();
    await logIn(page, SELLER, origin);
    await page.getByRole('button', { name: 'Usar a chave de acesso' }).click();
    await page.getByText('Computador da loja').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('the second factor is switched on, asked for as code and as recovery code, and switched off, at each width', async (t) => {
    const { page, close } = await openPage(1280);
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/seguranca`);
    await pressByKeyboard(page, page.getByRole('button', { name: 'Ativar o segundo fator' }));
    const typed = (await page.getByText(/^(?:[A-Z2-7]{4} ?){8}/).textContent()) ?? '';
    await assertNoBarriersNarrowByDay(page);
    const secret = fromBase32(typed.replace(/[^A-Z2-7]/g, ''));
    await page.getByLabel('Código que o aplicativo mostra').fill(codeNow(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Já guardei' }).waitFor();
    const codes = await page
      .locator('li')
      .filter({ hasText: /^(?:[A-Z2-9]{4}-){3}/ })
      .allTextContents();
    assert.equal(codes.length, 10);
    await assertNoBarriersNarrowByDay(page);

    for (const [index, width] of WIDE_BY_DAY.entries()) {
      await resize(page, width);
      service.clock.advance(60_000);
      await page.context().clearCookies();
      await logIn(page);
      await page.getByLabel('Código').fill('000000');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('O código não confere').waitFor();
      await page.getByLabel('Código').fill(codeNow(secret));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Segurança' }).waitFor();

      await page.context().clearCookies();
      await logIn(page);
      await pressByKeyboard(page, page.getByRole('button', { name: 'Usar um código de recuperação' }));
      await page.getByLabel('Código de recuperação').fill(codes[index] ?? '');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Segurança' }).waitFor();
    }
    await page.getByRole('button', { name: 'Desativar o aplicativo' }).click();
    await page.getByRole('button', { name: 'Ativar o segundo fator' }).waitFor();
  });

  for (const width of WIDE_BY_DAY) {
    test(`without a mouse: login, first steps, and the way to a first key, at ${width}`, async (t) => {
      const { page, close } = await openPage(width);
      t.after(close);
      await page.goto(`${address()}/painel`);
      await page.getByRole('heading', { name: 'Entrar' }).waitFor();
      await tabTo(page, page.getByLabel('CPF, CNPJ ou e-mail'));
      await page.keyboard.type('111.444.777-35');
      await tabTo(page, page.getByLabel('Senha', { exact: true }));
      await page.keyboard.type('guiche-vendedor');
      await page.keyboard.press('Enter');
      const steps = page.getByRole('region', { name: 'Primeiros passos' });
      await steps.getByText('Faça a primeira venda').waitFor();
      assert.equal(await steps.getByRole('listitem').count(), 4);
      await assertNoBarriersInBothSchemes(page, width);
      await shoot(page, `first-steps-${width}`);
      await pressByKeyboard(page, steps.getByRole('link', { name: 'Crie as chaves da sua loja' }));
      await page.getByRole('heading', { name: 'Chaves', exact: true }).waitFor();
    });
  }

  for (const width of WIDE_BY_DAY) {
    test(`a login that is locked says so, and opens again with time, at ${width}`, async (t) => {
      const login = `lia-${width}@loja.example`;
      await joined(login);
      const { page, complaints, close } = await openPage(width);
      t.after(close);
      const guesser = browserOf(service);
      for (let tries = 0; tries < 10; tries += 1) await guesser.logIn({ login, password: 'errada mesmo' });
      await logIn(page, { login, password: PASSWORD });
      await page.getByRole('alert').getByText('Muitas senhas erradas').waitFor();
      await assertNoBarriers(page, width);
      service.clock.advance(LOCKED_MS);
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Segurança' }).waitFor();
      assert.deepEqual(complaints, []);
    });

    test(`a session that expired is told where one is, and the login leads back there, at ${width}`, async (t) => {
      const { page, close } = await openPage(width);
      t.after(close);
      await logInAs(page, address());
      await page.goto(`${address()}/painel/equipe`);
      // The team has been read by then: afterwards reading it would be refused, since the session has expired.
      await page.getByRole('button', { name: 'Convidar', disabled: false }).waitFor();
      service.clock.advance(61 * 60_000);
      await page.getByRole('button', { name: 'Convidar' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nome').fill('Rui Dias');
      await dialog.getByLabel('E-mail').fill('rui@loja.example');
      await dialog.getByRole('button', { name: 'Criar convite' }).click();
      await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
      await page.reload();
      await page.getByLabel('CPF, CNPJ ou e-mail').fill('11144477735');
      await page.getByLabel('Senha', { exact: true }).fill('guiche-vendedor');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Equipe' }).waitFor();
    });
  }

  test('an invited person sets a password from the link and is in', async () => {
    const admin = await openPage(1280);
    await logInAs(admin.page, address());
    await admin.page.goto(`${address()}/painel/equipe`);
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
    await assertNoBarriersNarrowByDay(guest.page);
    await guest.page.getByLabel('Nova senha').fill(PASSWORD);
    await guest.page.getByLabel('Repita a senha').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Salvar e entrar' }).click();
    await guest.page.getByRole('button', { name: /: conta$/ }).click();
    await guest.page.getByText('Ana Lima').first().waitFor();
    assert.equal(await guest.page.getByRole('button', { name: 'Convidar' }).count(), 0);
    await guest.close();
  });

  function codeNow(secret: Buffer): string {
    return codeAt(secret, stepAt(service.clock.now()));
  }
});

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
}
