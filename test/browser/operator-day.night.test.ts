import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserOf, okJson, SELLER } from '../contract/panel/panel-client.ts';
import { giveUpNewestSale } from '../support/manual-case.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import type { TestService } from '../support/service.ts';
import { totpCode } from '../support/totp-code.ts';
import { assertNoBarriersInBothSchemes, goWithin, openPanelPage, WIDTHS } from './panel-page.ts';
import { serviceWithPlace, stageOf } from './stage.ts';

/** Old data is looked for so long after the start. */
const RETENTION_AFTER_MS = 6 * 60_000;
const PASSWORD = 'capivara laranja 64';
const SHOP = { name: 'Doces da Ana', document: '11.222.333/0001-81' };

for (const width of WIDTHS) {
  describe(`The day of an operator, in a real browser at ${width}`, () => {
    const { service, place } = serviceWithPlace();
    const { chromium, address } = stageOf(service, async () => {
      await service.send(saleCall(saleOf({ referenceId: 'sem-resposta' })));
      await giveUpNewestSale(place());
    });

    test('begins with what waits for a person, and ends with nothing that does', async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width, fresh: true });
      t.after(close);
      await logInByHand(page, address());
      await assertAttention(page, width, ['REDE não encontra a cobrança']);

      await registerShop(page, width);
      await goWithin(page, '/painel/inicio');
      await assertAttention(page, width, ['REDE não encontra a cobrança', '1 loja espera ativação']);
      const guest = await openPanelPage(chromium(), { width, fresh: true });
      t.after(guest.close);
      await enterAsShop(guest.page, await activateShop(page, width), width);

      await addAccount(page, width);
      await removeLostFactor(page, service, width);
      await settle(page, width);
      service.clock.advance(RETENTION_AFTER_MS);
      await lookAtHealthAndAudit(page, width);
      assert.deepEqual([...complaints, ...guest.complaints], []);
    });
  });
}

const seen = (page: Page, text: string | RegExp) =>
  page.getByText(text).locator('visible=true').first().waitFor();

async function logInByHand(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/painel`);
  await page.getByLabel('CPF, CNPJ ou e-mail').fill('529.982.247-25');
  await page.getByLabel('Senha', { exact: true }).fill('guiche-operador');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: /^Olá, / }).waitFor();
}

/** The first page names each, and the menu counts them. */
async function assertAttention(page: Page, width: number, texts: readonly string[]): Promise<void> {
  const needs = page.getByRole('region', { name: 'Precisa de atenção' });
  for (const text of texts) await needs.getByText(text).first().waitFor();
  assert.equal(await page.getByText('resolve-se sozinha').count(), 0);
  if (width === 390) await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Principal' });
  await menu.getByRole('link', { name: /^Precisa de atenção ?1\b/ }).waitFor();
  if (texts.length > 1) await menu.getByRole('link', { name: /^Ativações ?1\b/ }).waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  if (width === 390) await page.getByRole('button', { name: 'Fechar o menu' }).click();
}

async function registerShop(page: Page, width: number): Promise<void> {
  await goWithin(page, '/painel/pessoas/nova');
  await page.getByLabel('CPF ou CNPJ').fill(SHOP.document);
  await page.getByLabel('Nome ou razão social').fill(SHOP.name);
  await assertNoBarriersInBothSchemes(page, width);
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await page.getByRole('heading', { name: SHOP.name }).waitFor();
  await page.getByText('Aguarda ativação').waitFor();
}

/** Gives the link that is handed to the shop. */
async function activateShop(page: Page, width: number): Promise<string> {
  await goWithin(page, '/painel/ativacoes');
  await page
    .getByRole('button', { name: `Ativar ${SHOP.name}` })
    .locator('visible=true')
    .click();
  const dialog = page.getByRole('dialog', { name: 'Link de acesso' });
  const link = (await dialog.getByText(/\/senha\//).textContent()) ?? '';
  await assertNoBarriersInBothSchemes(page, width);
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await seen(page, 'Ninguém aguarda ativação');
  return link.trim().replace('127.0.0.1', 'localhost');
}

async function enterAsShop(page: Page, link: string, width: number): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Nova senha').fill(PASSWORD);
  await page.getByLabel('Repita a senha').fill(PASSWORD);
  await assertNoBarriersInBothSchemes(page, width);
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await page.getByRole('heading', { name: 'Senha definida' }).waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  await page.getByRole('link', { name: 'Entrar no painel' }).click();
  await page.getByLabel('CPF, CNPJ ou e-mail').fill(SHOP.document);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: `Olá, ${SHOP.name}` }).waitFor();
}

async function addAccount(page: Page, width: number): Promise<void> {
  await goWithin(page, '/painel/adquirentes/nova');
  await page.getByRole('combobox', { name: 'Loja', exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`^${SHOP.name}`) }).click();
  await page
    .getByRole('combobox', { name: 'Adquirente ou banco' })
    .or(page.getByRole('textbox', { name: 'Adquirente ou banco' }))
    .fill('GETNET');
  await page.getByRole('button', { name: 'Adicionar conta' }).click();
  await page.getByRole('heading', { name: `GETNET de ${SHOP.name}` }).waitFor();
  await page.getByRole('heading', { name: 'Testar a conta' }).waitFor();
  await page.getByRole('button', { name: 'Testar agora' }).click();
  await seen(page, 'A adquirente responde e aceita a conta.');
  await seen(page, 'O cartão foi verificado sem valor');
  await assertNoBarriersInBothSchemes(page, width);
}

/** Of the demonstration's seller, who then enters by the password alone. */
async function removeLostFactor(page: Page, service: TestService, width: number): Promise<void> {
  const seller = browserOf(service);
  okJson(await seller.logIn());
  const { secret } = okJson<{ secret: string }>(await seller.call('POST', '/security/second-factor'));
  const code = totpCode(secret, service.clock.now());
  okJson(await seller.call('POST', '/security/second-factor/confirm', { code }));
  assert.notEqual(okJson(await seller.logIn(SELLER)).kind, 'logged_in');
  await goWithin(page, '/painel/pessoas/1');
  await page.getByRole('button', { name: 'Remover segundo fator' }).click();
  const sure = page.getByRole('dialog', { name: 'Remover o segundo fator?' });
  await sure.getByText('confirme que o pedido é mesmo de').waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  await sure.getByRole('button', { name: 'Remover segundo fator' }).click();
  await sure.waitFor({ state: 'detached' });
  await seen(page, 'Desativado');
  assert.equal(okJson(await seller.logIn(SELLER)).kind, 'logged_in');
}

async function settle(page: Page, width: number): Promise<void> {
  await goWithin(page, '/painel/precisa-de-atencao');
  await seen(page, 'REDE não encontra a cobrança');
  await assertNoBarriersInBothSchemes(page, width);
  await page.getByRole('button', { name: 'Encerrar com a resposta' }).click();
  await page.getByLabel('O valor ficou com a loja').check();
  await page.getByText('A venda vira Confirmada (6)').waitFor();
  await page.getByLabel('Quem confirmou e como').fill('Rede, protocolo 77');
  await page.getByRole('button', { name: 'Encerrar: o valor ficou com a loja' }).click();
  await seen(page, 'Nada precisa de você');
  await goWithin(page, '/painel/inicio');
  await page.getByRole('region', { name: 'Precisa de atenção' }).waitFor({ state: 'detached' });
}

async function lookAtHealthAndAudit(page: Page, width: number): Promise<void> {
  await goWithin(page, '/painel/saude');
  for (const text of ['Cópia de segurança', 'Arquivar e apagar dados antigos']) await seen(page, text);
  await assertNoBarriersInBothSchemes(page, width);
  await goWithin(page, '/painel/auditoria');
  for (const text of AUDITED) await seen(page, text);
  await assertNoBarriersInBothSchemes(page, width);
}

/** As the audit names what was done. */
const AUDITED = [
  'Encerrou um caso',
  'Removeu o segundo fator de uma pessoa',
  'Testou uma conta em adquirente',
  'Adicionou uma conta em adquirente',
  'Ativou uma pessoa',
  'Cadastrou uma pessoa',
];
