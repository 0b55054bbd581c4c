import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { SETTING_WORDS } from '../../src/panel/acquirers/setting-words.ts';
import { browserOf, okJson } from '../contract/panel/panel-client.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { giveUpNewestSale } from '../support/manual-case.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../support/operations-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import {
  assertNoBarriers,
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  WIDE_BY_DAY,
} from './panel-page.ts';
import { serviceWithPlace, stageOf } from './stage.ts';

/** Of the demonstration's seller. */
const SHOP = /\(nº 1\)$/;
const OPERATOR = { login: '529.982.247-25', password: 'guiche-operador' };
const STEP_UP_MS = 5 * 60_000;
/** A payment client that is silent for longer needs a person. */
const SILENT_MS = 15 * 60_000 + 1;
const TEF_CREDIT = 21;

describe('The operator’s screens in a real browser', () => {
  const { service, place } = serviceWithPlace();
  let host: RedeHost;
  const { chromium, address } = stageOf(service, async (closing) => {
    host = await startRedeHost();
    closing.defer(host.close);
  });
  const confirm = async (page: Page) => {
    await page.getByLabel('Sua senha').fill(OPERATOR.password);
    await page.getByRole('button', { name: 'Confirmar' }).click();
  };

  for (const width of WIDE_BY_DAY) {
    test(`an account at Rede is added with the password asked again, tested and removed, at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address(), OPERATOR);
      service.clock.advance(STEP_UP_MS);
      await page.goto(`${address()}/painel/adquirentes/nova`);
      await page.getByRole('button', { name: 'Adicionar conta' }).click();
      await page.getByText('Escolha a loja.').waitFor();
      assert.equal(await page.getByText('Preencha este campo.').count(), 2, 'all that is missing, at once');
      await chooseShop(page);
      await page.getByLabel('Número do estabelecimento').fill('um');
      await page.getByLabel('Chave de integração').first().fill('chave');
      await page.getByRole('button', { name: 'Adicionar conta' }).click();
      await confirm(page);
      await page.getByText('Este campo deve ter só algarismos').waitFor();
      await page.getByLabel('Número do estabelecimento').fill('1');
      await page.getByText('Este campo deve ter só algarismos').waitFor({ state: 'detached' });
      service.clock.advance(STEP_UP_MS);
      await page.getByText('Ajustes que poucas contas mudam').click();
      for (const [name, value] of Object.entries(host.settings())) {
        const { title = name } = SETTING_WORDS[name] ?? {};
        await page.getByLabel(title).first().fill(value);
      }
      assert.equal(await page.getByText('Preencha este campo.').count(), 0, 'what is mended is not red');
      await page.getByRole('button', { name: 'Adicionar conta' }).click();
      await confirm(page);
      await page.getByRole('button', { name: 'Testar agora' }).click();
      await page.getByText('A adquirente responde e aceita a conta.').waitFor();
      await page.getByText('O cartão foi verificado sem valor').waitFor();
      assert.ok(!(await page.content()).includes(host.settings().key), 'the key is in the page');
      await assertNoBarriers(page, width);
      await shoot(page, `adquirente-${width}`);
      await page.getByRole('button', { name: 'Remover a conta' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
      await page.getByText('Nenhuma conta em adquirente').waitFor();
      assert.deepEqual(complaints, []);
    });

    test(`an account of the simulator is added, tested, paused and resumed, at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address(), OPERATOR);
      await page.goto(`${address()}/painel/adquirentes/nova`);
      await chooseShop(page);
      await page
        .getByRole('combobox', { name: 'Adquirente ou banco' })
        .or(page.getByRole('textbox', { name: 'Adquirente ou banco' }))
        .fill('GETNET');
      await page.getByRole('button', { name: 'Adicionar conta' }).click();
      await page.getByRole('button', { name: 'Testar agora' }).click();
      await page.getByText('O cartão foi verificado sem valor').waitFor();
      await page.getByText('Funcionando').waitFor();
      await pauseAndResume(page, width);
      await page.getByRole('button', { name: 'Remover a conta' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
      await page.getByText('Nenhuma conta em adquirente').waitFor();
      assert.deepEqual(complaints, []);
    });

    test(`a case is closed after its effect is shown, and the audit records it, at ${width}`, async (t) => {
      const made = recordOf(await service.send(saleCall(saleOf({ referenceId: `pedido-${width}` }))));
      await giveUpNewestSale(place());
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address());
      await page.goto(`${address()}/painel/vendas/${made.top.transactionId}`);
      await page
        .getByText('está verificando esta venda com a adquirente. Até lá, não cobre de novo.')
        .waitFor();
      await logInAs(page, address(), OPERATOR);
      await page.goto(`${address()}/painel/precisa-de-atencao`);
      await page.getByText('REDE não encontra a cobrança').waitFor();
      await assertNoBarriers(page, width);
      await shoot(page, `atencao-${width}`);
      service.clock.advance(STEP_UP_MS);
      await page.getByRole('button', { name: 'Encerrar com a resposta' }).click();
      await page.getByLabel('O valor ficou com a loja').check();
      await page.getByText('A venda vira Confirmada (6)').waitFor();
      await page.getByLabel('Quem confirmou e como').fill('Rede, protocolo 77');
      await assertNoBarriers(page, width);
      await shoot(page, `encerrar-${width}`);
      await page.getByRole('button', { name: 'Encerrar: o valor ficou com a loja' }).click();
      await confirm(page);
      await page.getByText('Nada precisa de você').waitFor();
      await page.goto(`${address()}/painel/auditoria`);
      await page.getByText('Encerrou um caso').locator('visible=true').first().waitFor();
      assert.deepEqual(complaints, []);
    });
  }

  test('sales of a till that stopped at the pin pad are settled by the platform, and by the shop on the page of the sale', async (t) => {
    const [first, second] = await stuckTillSales();
    const operator = await openPanelPage(chromium(), { fresh: true });
    t.after(operator.close);
    const { page } = operator;
    await logInAs(page, address(), OPERATOR);
    await page.goto(`${address()}/painel/precisa-de-atencao`);
    await page.getByRole('heading', { name: '2 vendas do caixa' }).waitFor();
    assert.equal(await page.getByText('Nada precisa de você').count(), 0);
    await assertNoBarriersNarrowByDay(page);
    await shootAtBothWidths(page, 'atencao-caixa');
    await page.getByRole('button', { name: `Encerrar venda ${first}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('O comprador pagou').check();
    await dialog.getByText('A venda vira Confirmada (10)').waitFor();
    await dialog.getByLabel('Quem confirmou e como').fill('Comprovante 000123');
    await assertNoBarriersNarrowByDay(page);
    await shootAtBothWidths(page, 'atencao-caixa-encerrar');
    await dialog.getByRole('button', { name: 'Encerrar: o comprador pagou' }).click();
    await page.getByText('Encerrada. A venda vira Confirmada (10)').waitFor();
    await page.getByRole('heading', { name: '1 venda do caixa' }).waitFor();

    const seller = await openPanelPage(chromium(), { fresh: true });
    t.after(seller.close);
    await logInAs(seller.page, address());
    await seller.page.goto(`${address()}/painel/caixa/vendas/${second}`);
    await seller.page.getByText('A maquininha não dá notícia desta venda').waitFor();
    await assertNoBarriersNarrowByDay(seller.page);
    await shootAtBothWidths(seller.page, 'venda-parada');
    await seller.page.getByRole('button', { name: 'Encerrar com a resposta da adquirente' }).click();
    const answer = seller.page.getByRole('dialog');
    await answer.getByLabel('Nada foi cobrado').check();
    await answer.getByLabel('Quem confirmou e como').fill('Rede, protocolo 77');
    await answer.getByRole('button', { name: 'Encerrar: nada foi cobrado' }).click();
    await seller.page.getByText('Rede, protocolo 77').waitFor();
    await seller.page.getByText('A maquininha não dá notícia desta venda').waitFor({ state: 'hidden' });
    assert.deepEqual([...operator.complaints, ...seller.complaints], []);
  });

  test('acquirers, audit and an empty attention have no barrier at each width, light and dark', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address(), OPERATOR);
    await page.goto(`${address()}/painel`);
    for (const [screen, text] of [
      ['precisa-de-atencao', 'Nada precisa de você'],
      ['adquirentes', 'Nenhuma conta em adquirente'],
      ['adquirentes/nova', 'De quem'],
      ['auditoria', 'Entrou no painel'],
      ['saude', 'Cópia de segurança'],
    ] as const) {
      await goWithin(page, `/painel/${screen}`);
      await page.getByText(text).locator('visible=true').first().waitFor();
      const isWiderThanItsFrame =
        '[...document.querySelectorAll("table")].some((table) => table.offsetWidth > table.parentElement.clientWidth)';
      assert.equal(await page.evaluate(isWiderThanItsFrame), false, `${screen} scrolls sideways`);
      await assertNoBarriersNarrowByDay(page);
      await shoot(page, screen.replace('/', '-'));
    }
    assert.deepEqual(complaints, []);
  });

  test('the platform’s support opens the panel of a seller, and may neither sell nor refund there', async (t) => {
    await service.send(saleCall(saleOf({ referenceId: 'pedido-suporte' })));
    const { page, complaints, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    await logInAs(page, address(), await supportMember());
    await page.goto(`${address()}/painel/pessoas/1`);
    await page.getByRole('button', { name: 'Ver como esta loja' }).click();
    await page.getByText('Você está na loja').waitFor();
    await goWithin(page, '/painel/vendas');
    await page.getByText('pedido-suporte').locator('visible=true').first().waitFor();
    const menu = page.getByRole('navigation', { name: 'Principal' });
    await menu.getByRole('link', { name: 'Pedidos' }).waitFor();
    assert.equal(await menu.getByRole('link', { name: 'Caixa', exact: true }).count(), 0);
    await assertNoBarriersNarrowByDay(page);
    await page.locator('a:visible', { hasText: 'pedido-suporte' }).click();
    await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Estornar|Capturar|Cancelar/ }).count(), 0);
    await page.getByRole('button', { name: 'Sair da loja' }).click();
    await page.getByRole('heading', { name: 'Vendedor de Demonstração' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  async function chooseShop(page: Page): Promise<void> {
    await page.getByRole('combobox', { name: 'Loja', exact: true }).click();
    await page.getByRole('option', { name: SHOP }).click();
  }

  async function pauseAndResume(page: Page, width: (typeof WIDE_BY_DAY)[number]): Promise<void> {
    await page.getByRole('button', { name: 'Pausar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pausar a conta GETNET' });
    await dialog.getByLabel('Motivo').fill('Manutenção da adquirente');
    await dialog.getByLabel('Até quando').fill('2020-01-01T08:00');
    await dialog.getByRole('button', { name: 'Pausar a conta' }).click();
    await dialog.getByText('Escolha um dia e uma hora no futuro').waitFor();
    await assertNoBarriers(page, width);
    await shoot(page, `pausar-${width}`);
    await dialog.getByLabel('Até quando').fill('2099-12-31T08:00');
    await dialog.getByRole('button', { name: 'Pausar a conta' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Pausada até 31/12/2099 08:00').waitFor();
    await page.getByText('Manutenção da adquirente').waitFor();
    await assertNoBarriers(page, width);
    await shoot(page, `pausada-${width}`);
    await page.getByRole('link', { name: 'Adquirentes' }).locator('visible=true').last().click();
    await page.getByText('Pausada até 31/12/2099 08:00').locator('visible=true').waitFor();
    await assertNoBarriers(page, width);
    await shoot(page, `pausada-lista-${width}`);
    await page
      .getByRole('link', { name: /Vendedor de Demonstração/ })
      .locator('visible=true')
      .first()
      .click();
    await page.getByRole('button', { name: 'Retomar' }).click();
    await page.getByText('Funcionando').waitFor();
  }

  /** Two sales that a payment client took before it fell silent. */
  async function stuckTillSales(): Promise<readonly [number, number]> {
    const call = async (path: string, body: object, name: string) =>
      objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
    const { id: terminalId } = await call('/Terminal/Insert', { nome: 'Balcão' }, 'terminal');
    const client = await call('/ClientePagamento/Insert', { terminalId }, 'clientePagamento');
    const take = async () => {
      const body = {
        formaPagamentoId: TEF_CREDIT,
        terminalId,
        valorTotalVendido: '40,00',
        referencia: 'Mesa 7',
      };
      const sale = await call('/Venda/Vender', body, 'intencaoVenda');
      const [payment] = sale.pagamentosExternos as readonly [Members];
      const taken = await service.send({
        method: 'POST',
        path: `/payment-client/v1/work/${payment.id}/take`,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${client.chave}` },
        body: '{}',
      });
      assert.equal(taken.status, 200, taken.text);
      return Number(sale.id);
    };
    const sales = [await take(), await take()] as const;
    service.clock.advance(SILENT_MS);
    return sales;
  }

  async function supportMember(): Promise<{ login: string; password: string }> {
    const admin = browserOf(service);
    okJson(await admin.logIn({ login: '52998224725', password: OPERATOR.password }));
    const login = 'suporte@plataforma.example';
    const { link } = okJson<{ link: { url: string } }>(
      await admin.call('POST', '/team', { name: 'Bia Suporte', email: login, role: 'platform_support' }),
    );
    const password = 'capivara verde 91';
    const token = link.url.split('#')[1] ?? '';
    okJson(await browserOf(service).call('POST', '/invitation/join', { token, password }));
    return { login, password };
  }
});

async function shootAtBothWidths(page: Page, name: string): Promise<void> {
  if (!process.env.GUICHE_SHOTS) return;
  for (const width of WIDE_BY_DAY) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
