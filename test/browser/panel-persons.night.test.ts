import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testService } from '../support/service.ts';
import {
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  resize,
  WIDE_BY_DAY,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

const OPERATOR = { login: '529.982.247-25', password: 'guiche-operador' };
const PASSWORD = 'capivara laranja 64';
const DOCUMENTS = { 1280: '11222333000181', 390: '12345678000195' } as const;
const SHOPS = { 1280: '98765432100', 390: '01234567890' } as const;

describe('Persons in the panel, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite'));

  async function register(page: Page, { name, document }: { name: string; document: string }): Promise<void> {
    await page.goto(`${address()}/painel/pessoas/nova`);
    await page.getByLabel('CPF ou CNPJ').fill(document);
    await page.getByLabel('Nome ou razão social').fill(name);
  }

  /** Invites one of each role at each width, and gives the roles that the list then has, in the order of the names. */
  async function inviteEach(
    page: Page,
    roles: readonly string[],
    domain: string,
  ): Promise<readonly string[]> {
    await page.goto(`${address()}/painel/equipe`);
    for (const width of WIDE_BY_DAY) {
      await resize(page, width);
      for (const [index, role] of roles.entries()) {
        const email = `colega-${index}@${width}.${domain}`;
        await page.getByRole('button', { name: 'Convidar' }).click();
        const dialog = page.getByRole('dialog', { name: 'Convidar para a equipe' });
        await dialog.getByLabel('Nome').fill(`Colega ${index}`);
        await dialog.getByLabel('E-mail').fill(email);
        await dialog.getByRole('radio', { name: role }).check();
        await dialog.getByRole('button', { name: 'Criar convite' }).click();
        await page
          .getByRole('dialog', { name: 'Link de acesso' })
          .getByRole('button', { name: 'Pronto' })
          .click();
        await page.getByText(email).locator('visible=true').first().waitFor();
      }
    }
    const answer = await page.context().request.get(`${address()}/painel/api/team`);
    const { items } = (await answer.json()) as { items: { email: string | null; role: string }[] };
    return WIDE_BY_DAY.flatMap((width) =>
      items.filter(({ email }) => email?.endsWith(`@${width}.${domain}`)).map(({ role }) => role),
    );
  }

  test('colleagues are invited with each role of a shop and of the platform, at each width', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    const both = (roles: readonly string[]) => WIDE_BY_DAY.flatMap(() => roles);
    await logInAs(page, address());
    const inShop = ['Administrador', 'Financeiro', 'Operação', 'Desenvolvedor', 'Leitura'];
    assert.deepEqual(
      await inviteEach(page, inShop, 'loja.example'),
      both(['admin', 'finance', 'operation', 'developer', 'read']),
    );
    await page.context().clearCookies();
    await logInAs(page, address(), OPERATOR);
    const inPlatform = ['Administrador', 'Suporte', 'Leitura'];
    assert.deepEqual(
      await inviteEach(page, inPlatform, 'plataforma.example'),
      both(['platform_admin', 'platform_support', 'platform_read']),
    );
    assert.deepEqual(complaints, []);
  });

  for (const width of WIDE_BY_DAY) {
    test(`an integrator is added and activated, sets a password, logs in and creates a shop, at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address(), OPERATOR);
      await register(page, { name: `Integra ${width}`, document: DOCUMENTS[width] });
      await page.getByLabel('Integrador').check();
      await page.getByRole('button', { name: 'Cadastrar' }).click();
      await page.getByRole('heading', { name: `Integra ${width}` }).waitFor();
      await goWithin(page, '/painel/ativacoes');
      await page
        .getByRole('button', { name: `Ativar Integra ${width}` })
        .locator('visible=true')
        .click();
      const link =
        (await page
          .getByRole('dialog')
          .getByText(/\/senha\//)
          .textContent()) ?? '';

      const guest = await openPanelPage(chromium(), { width });
      t.after(guest.close);
      await guest.page.goto(link.trim().replace('127.0.0.1', 'localhost'));
      await guest.page.getByLabel('Nova senha').fill(PASSWORD);
      await guest.page.getByLabel('Repita a senha').fill(PASSWORD);
      await guest.page.getByRole('button', { name: 'Salvar senha' }).click();
      await logInAs(guest.page, address(), { login: DOCUMENTS[width], password: PASSWORD });
      await register(guest.page, { name: `Loja ${width}`, document: SHOPS[width] });
      await guest.page.getByRole('button', { name: 'Cadastrar' }).click();
      await guest.page.getByText('Aguarda ativação').waitFor();

      await page.goto(`${address()}/painel/ativacoes`);
      await page
        .getByRole('button', { name: `Ativar Loja ${width}` })
        .locator('visible=true')
        .click();
      await page.getByRole('dialog').waitFor();
      await guest.page.reload();
      await guest.page.getByRole('button', { name: 'Ver como esta loja' }).click();
      await guest.page.getByText(`Você está na loja Loja ${width}`).waitFor();
      await goWithin(guest.page, '/painel/chaves');
      await guest.page.getByText('Nenhuma chave ainda').waitFor();
      await guest.page.getByRole('button', { name: 'Sair da loja' }).click();
      await guest.page.getByRole('heading', { name: `Loja ${width}` }).waitFor();
      assert.deepEqual([...complaints, ...guest.complaints], []);
    });

    test(`a person is refused with a reason, and another deactivated with the password asked again, at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address(), OPERATOR);
      await register(page, { name: `Engano ${width}`, document: '39053344705' });
      await page.getByRole('button', { name: 'Cadastrar' }).click();
      await page.getByText('Aguarda ativação').waitFor();
      await goWithin(page, '/painel/ativacoes');
      await page
        .getByRole('button', { name: `Recusar Engano ${width}` })
        .locator('visible=true')
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Recusar e apagar' }).click();
      await dialog.getByText('Escreva o motivo').waitFor();
      await dialog.getByLabel('Motivo').fill('cadastro repetido');
      await dialog.getByRole('button', { name: 'Recusar e apagar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(`Engano ${width}`).first().waitFor({ state: 'detached' });

      service.clock.advance(5 * 60_000);
      await goWithin(page, '/painel/pessoas/1');
      await page.getByRole('button', { name: 'Desativar' }).click();
      await page.getByRole('dialog').getByLabel('Motivo').fill('a pedido');
      await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
      await page.getByLabel('Sua senha').fill(OPERATOR.password);
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await page.getByRole('button', { name: 'Reativar' }).click();
      await page.getByRole('button', { name: 'Desativar' }).waitFor();
      assert.deepEqual(complaints, []);
    });
  }

  test('activations, persons and a profile have no barrier at each width, light and dark', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address(), OPERATOR);
    await register(page, { name: 'Repetida', document: '11144477735' });
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Cadastrar' }).click();
    await page.getByText('Aguarda ativação').waitFor();
    for (const screen of ['ativacoes', 'pessoas', 'pessoas/1']) {
      await goWithin(page, `/painel/${screen}`);
      await page.getByText('111.444.777-35').locator('visible=true').first().waitFor();
      await assertNoBarriersNarrowByDay(page);
      await shoot(page, screen.replace('/', '-'));
    }
    assert.deepEqual(complaints, []);
  });
});

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
