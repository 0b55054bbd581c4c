import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserOf, OPERATOR, okJson } from '../contract/panel/panel-client.ts';
import { testService } from '../support/service.ts';
import { totpCode } from '../support/totp-code.ts';
import {
  assertNoBarriersAtNight,
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  pressByKeyboard,
  resize,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

const PASSWORD = 'capivara lilás 17';
const NEW_PASSWORD = 'tamanduá bandeira 18';
const FRESH_MS = 5 * 60_000;
/** Of the frame's content on a page 1280 wide. */
const INNER_EDGE = 1256;

describe('Passwords and lost second factors, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite'));

  async function invited(email: string): Promise<{ readonly token: string; readonly id: number }> {
    const admin = browserOf(service);
    okJson(await admin.logIn());
    const { link, member } = okJson<{ link: { url: string }; member: { id: number } }>(
      await admin.call('POST', '/team', { name: 'Lia Reis', email, role: 'read' }),
    );
    return { token: link.url.split('#')[1] ?? '', id: member.id };
  }

  /** A member of the team with an authenticator app. */
  async function withFactor(email: string): Promise<{ secret: string; codes: string[] }> {
    const { token } = await invited(email);
    const member = browserOf(service);
    okJson(await member.call('POST', '/invitation/join', { token, password: PASSWORD }));
    okJson(await member.logIn({ login: email, password: PASSWORD }));
    const { secret } = okJson<{ secret: string }>(await member.call('POST', '/security/second-factor'));
    const code = totpCode(secret, service.clock.now());
    const { codes } = okJson<{ codes: string[] }>(
      await member.call('POST', '/security/second-factor/confirm', { code }),
    );
    return { secret, codes };
  }

  test('an invitation is accepted and enters; the login page says whom to ask for a forgotten password', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(close);
    await page.goto(`${address()}/painel/entrar`);
    await pressByKeyboard(page, page.getByRole('button', { name: 'Esqueci a senha' }));
    await page.getByText('Peça a um administrador da sua loja').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'forgotten');
    const { token } = await invited('lia@loja.example');
    await page.goto(`${address()}/painel/convite#${token}`);
    await page.getByLabel('Nova senha').fill(PASSWORD);
    await page.getByLabel('Repita a senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Salvar e entrar' }).click();
    await page.getByRole('heading', { name: 'Olá, ' }).waitFor();
    // Outdated: the page has the way to the login.
    await page.goto(`${address()}/painel/convite#${token}`);
    await page.reload();
    await page.getByRole('link', { name: 'Ir para a entrada do painel' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('the own password is changed, and what is wrong is said at its field, which has the focus', async (t) => {
    const email = 'caio@loja.example';
    const { token } = await invited(email);
    okJson(await browserOf(service).call('POST', '/invitation/join', { token, password: PASSWORD }));
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 1280 });
    t.after(close);
    await logInAs(page, address(), { login: email, password: PASSWORD });
    await page.goto(`${address()}/painel/seguranca`);
    await page.getByRole('heading', { name: 'Senha e segurança' }).waitFor();
    const change = async (current: string, next: string) => {
      await page.getByLabel('Senha atual').fill(current);
      await page.getByLabel('Nova senha', { exact: true }).fill(next);
      await page.getByLabel('Repita a nova senha').fill(next);
      await pressByKeyboard(page, page.getByRole('button', { name: 'Trocar a senha' }));
    };
    await change('não é a senha certa', NEW_PASSWORD);
    await page.getByText('A senha atual não confere.').waitFor();
    await page.waitForFunction("document.activeElement?.name === 'current'");
    await change(PASSWORD, 'senhasenhasenha');
    await page.getByText('Esta senha é fácil de adivinhar').waitFor();
    await page.waitForFunction("document.activeElement?.name === 'password'");
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'password-refused');
    await change(PASSWORD, NEW_PASSWORD);
    await page.getByText('Senha trocada.').waitFor();
    assert.equal(await page.getByLabel('Senha atual').inputValue(), '');
    await shoot(page, 'password-changed');
    okJson(await browserOf(service).logIn({ login: email, password: NEW_PASSWORD }));
    assert.deepEqual(complaints, []);
  });

  test('a recovery code confirms an action; an administrator and the operator remove a lost second factor', async (t) => {
    const email = 'rita@loja.example';
    const { codes } = await withFactor(email);
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 1280 });
    t.after(close);
    await page.goto(`${address()}/painel/entrar`);
    await page.getByLabel('CPF, CNPJ ou e-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await pressByKeyboard(page, page.getByRole('button', { name: 'Perdi o celular e os códigos' }));
    await page.getByText('remova o segundo fator em Equipe').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'lost-factor');
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('heading', { name: 'Olá, ' }).waitFor();
    service.clock.advance(FRESH_MS);
    await goWithin(page, '/painel/seguranca');
    await page.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Usar um código de recuperação' }));
    assert.equal(await focused(page), 'Código de recuperação');
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'step-up-recovery');
    await page.keyboard.type(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Já guardei' }).waitFor();

    await logInAs(page, address());
    await page.goto(`${address()}/painel/equipe`);
    const remove = page.getByRole('button', { name: 'Remover segundo fator de Lia Reis' });
    await remove.waitFor();
    // Every action is within the page, also in the widest row.
    const { width = 0, x = 0 } =
      (await page.getByRole('button', { name: 'Encerrar acesso' }).last().boundingBox()) ?? {};
    assert.ok(width > 0 && x + width <= INNER_EDGE, `${x + width}`);
    await assertNoBarriersAtNight(page);
    await shoot(page, 'team');
    await pressByKeyboard(page, remove);
    const sure = page.getByRole('dialog', { name: 'Remover o segundo fator?' });
    await sure.waitFor();
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'remove-factor');
    await sure.getByRole('button', { name: 'Remover segundo fator' }).click();
    await sure.waitFor({ state: 'hidden' });
    await remove.waitFor({ state: 'hidden' });
    const entered = okJson(await browserOf(service).logIn({ login: email, password: PASSWORD }));
    assert.equal(entered.kind, 'logged_in');

    // Whose factor it was is told, until it is read, and in Segurança.
    await logInAs(page, address(), { login: email, password: PASSWORD });
    await page.goto(`${address()}/painel/inicio`);
    const told = page.getByText(/segundo fator foi removido em .* por um administrador da sua equipe/);
    await told.waitFor();
    await assertNoBarriersNarrowByDay(page);
    await shoot(page, 'factor-reset');
    await goWithin(page, '/painel/vendas');
    await pressByKeyboard(page, page.getByRole('button', { name: 'Entendi' }));
    await told.waitFor({ state: 'hidden' });
    await goWithin(page, '/painel/seguranca');
    await told.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Entendi' }).count(), 0);

    const seller = browserOf(service);
    okJson(await seller.logIn());
    const { secret } = okJson<{ secret: string }>(await seller.call('POST', '/security/second-factor'));
    const code = totpCode(secret, service.clock.now());
    okJson(await seller.call('POST', '/security/second-factor/confirm', { code }));
    await logInAs(page, address(), OPERATOR);
    await page.goto(`${address()}/painel/pessoas/1`);
    await page.getByRole('button', { name: 'Remover segundo fator' }).waitFor();
    await shoot(page, 'person');
    await page.getByRole('button', { name: 'Remover segundo fator' }).click();
    await sure.getByRole('button', { name: 'Remover segundo fator' }).click();
    await sure.waitFor({ state: 'hidden' });
    await page.getByText('Desativado').first().waitFor();
    assert.equal(okJson(await seller.logIn()).kind, 'logged_in');
    assert.deepEqual(complaints, []);
  });
});

/** The label of the field that has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement?.labels?.[0]?.textContent ?? ""');
}

/** Both widths, to be looked at: GUICHE_SHOTS=FOLDER. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (folder === undefined) return;
  const { width = 1280 } = page.viewportSize() ?? {};
  for (const wanted of [1280, 390]) {
    await resize(page, wanted);
    await page.screenshot({ path: `${folder}/${name}-${wanted}.png`, fullPage: true });
  }
  await resize(page, width);
}
