import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { picture } from '../../src/operations/photos/test-images.ts';
import { submit } from '../support/hosted-page.ts';
import { answered, DEMO_KEY, objectIn, post } from '../support/operations-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import {
  assertNoBarriers,
  assertNoBarriersAtBothWidths,
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  WIDE_BY_DAY,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

const FRESH_MS = 10 * 60_000;
/** A counter's tablet: its layout is the one between the two widths at which the story is played. */
const TABLET = 820;
const EVERYTHING = {
  habilitarPDV: true,
  vendaPorValor: true,
  vendaPorProduto: true,
  permiteDesconto: true,
  permiteAcrescimo: true,
  permiteVendaParcelada: true,
  solicitarReferencia: true,
  solicitarCliente: true,
  solicitarOperador: true,
  habilitarPedidos: true,
  aguardaTef: true,
  impressaoAutomatica: true,
  imprimirProdutos: true,
  imprimirCupomCliente: true,
  imprimirCupomLojista: true,
};

/** Of whom a bank knows all that a slip needs. */
const WITH_ADDRESS = {
  cpfCnpj: '39053344705',
  nomeRazaoSocial: 'Rui do Mercado',
  endereco: {
    ...{ tipoLogradouro: 'Avenida', logradouro: 'Paulista', numero: '1000', cep: '01310-100' },
    ...{ bairro: 'Bela Vista', cidade: 'São Paulo', uf: 'SP' },
  },
};

describe('The web till, in a real browser', () => {
  const service = testService('sqlite');
  const { chromium, address } = stageOf(service, async () => {
    const insert = (path: string, body: object) => post(service, path, body, DEMO_KEY).then(answered);
    await insert('/ProdutoCategoria/Insert', { nome: 'Bebidas' });
    const photo = (await picture('jpeg', { width: 120, height: 90 })).toString('base64');
    await insert('/Produto/Insert', { nome: 'Café coado', valor: '6,50', fotBase64: photo });
    await insert('/Cliente/Insert', { cpfCnpj: '52998224725', nomeRazaoSocial: 'Ana da Padaria' });
    await insert('/Operador/Insert', { nome: 'Bia do caixa' });
    await insert('/Cliente/Insert', WITH_ADDRESS);
  });
  const newTerminal = async (nome: string, settings: object): Promise<number> => {
    const made = await post(service, '/Terminal/Insert', { nome, ...settings }, DEMO_KEY);
    return objectIn(answered(made), 'terminal').id as number;
  };
  const shows = (page: Page, text: string | RegExp) =>
    page.getByText(text).locator('visible=true').first().waitFor();
  const payInCash = async (page: Page) => {
    await page.getByRole('button', { name: /^Dinheiro/ }).click();
    await page.getByRole('button', { name: 'Valor exato, sem troco' }).click();
    await shows(page, 'Venda paga');
  };
  const openTill = async (page: Page, terminalId: number) => {
    await logInAs(page, address());
    await page.goto(`${address()}/health/live`);
    await page.evaluate(`localStorage.setItem('guiche-caixa-terminal', '${terminalId}')`);
    await page.goto(`${address()}/painel/caixa`);
    await page.getByRole('heading', { name: 'Caixa' }).waitFor();
  };

  test('the first till is made by one press, on a phone too, and sells in cash', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/caixa`);
    await page.getByRole('button', { name: 'Criar um caixa' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Criar um caixa' }).click();
    await shows(page, 'Digite o valor para receber.');
    assert.equal(await page.getByRole('button', { name: /^Crédito/ }).isDisabled(), true);
    assert.equal(
      await page.getByText(/0,00/).locator('visible=true').count(),
      1,
      'only the total is nothing',
    );
    await page.getByLabel('Valor da venda').fill('1250');
    const total = page.getByText('Total', { exact: true });
    await total.waitFor();
    assert.equal(await isInSight(page, total), true, 'the total is in sight');
    for (const name of [/^Dinheiro/, /^Crédito/, /^Débito/, /^Pix/, /^Link/, /^Mais outras/]) {
      assert.equal(await isInSight(page, page.getByRole('button', { name })), true, String(name));
    }
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: /^Dinheiro/ }).click();
    await page.getByLabel('Ou quanto o cliente entrega').fill('1000');
    await shows(page, /^Faltam R\$\s2,50$/);
    assert.equal(await page.getByRole('button', { name: 'Receber', exact: true }).isDisabled(), true);
    await page.getByRole('button', { name: /^R\$\s20,00$/ }).click();
    await shows(page, /^R\$\s7,50$/);
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Receber', exact: true }).click();
    await shows(page, 'Venda paga');
    await shows(page, 'Troco');
    await shows(page, /^R\$\s7,50$/);
    await assertNoBarriersNarrowByDay(page);
    assert.deepEqual(complaints, []);
  });

  test('an order is received from its own page, and picked from the list at the till', async (t) => {
    const terminalId = await newTerminal('Pedidos', { habilitarPDV: true, habilitarPedidos: true });
    const orderOf = async (referencia: string) => {
      const made = await post(service, '/Pedido/Insert', { valorTotalPedido: 20, referencia }, DEMO_KEY);
      return objectIn(answered(made), 'pedido').id as number;
    };
    const first = await orderOf('mesa do canto');
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(close);
    await openTill(page, terminalId);
    await page.getByRole('combobox', { name: 'Pedido' }).click();
    await page.getByRole('option', { name: /mesa do canto/ }).click();
    await shows(page, /^R\$\s20,00$/);
    await page.getByLabel('Valor da venda').fill('500');
    await assertNoBarriersNarrowByDay(page);
    await payInCash(page);
    await goWithin(page, `/painel/pedidos/${first}`);
    await page.getByRole('link', { name: /^Receber R\$\s15,00$/ }).click();
    await shows(page, /^R\$\s15,00$/);
    await payInCash(page);
    await goWithin(page, `/painel/pedidos/${first}`);
    await page.getByRole('link', { name: /^Receber/ }).waitFor({ state: 'detached' });
    await page.getByText('Pago', { exact: true }).nth(1).waitFor();
    assert.deepEqual(complaints, []);
  });

  for (const width of WIDE_BY_DAY) {
    test(`sells by value in cash and, asking for all that its terminal asks, by product on a card at ${width}`, async (t) => {
      const widths = width === 1280 ? [TABLET, width] : [width];
      const plain = await newTerminal(`Simples ${width}`, { habilitarPDV: true });
      const full = await newTerminal(`Completo ${width}`, EVERYTHING);
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await page.addInitScript('window.print = () => { window.printed = (window.printed ?? 0) + 1; }');
      await openTill(page, plain);
      for (const hidden of ['Referência', 'Cliente', 'Desconto', 'Acréscimo', 'Pedido']) {
        assert.equal(await page.getByLabel(hidden, { exact: true }).count(), 0, hidden);
      }
      assert.equal(await page.getByLabel('Operador', { exact: true }).count(), 0);
      await page.getByRole('button', { name: /^Mais outras/ }).click();
      await shows(page, 'Débito avulso');
      assert.equal(await page.getByRole('button', { name: /^Cartão salvo/ }).count(), 0);
      await page.keyboard.press('Escape');
      for (const key of ['1', '2', '00']) await page.getByRole('button', { name: key, exact: true }).click();
      await page.getByRole('button', { name: 'Apagar o último algarismo' }).click();
      await page.getByLabel('Valor da venda').press('End');
      await page.getByLabel('Valor da venda').press('5');
      await shows(page, /^R\$\s12,05$/);
      await assertNoBarriersAtBothWidths(page, widths);
      await payInCash(page);
      await shows(page, 'Via do cliente');
      assert.equal(await page.getByText(/1 × /).count(), 0, 'products are not printed');
      assert.equal(await page.evaluate('window.printed'), undefined, 'nothing is printed by itself');
      await assertNoBarriers(page, width);

      await page.getByRole('button', { name: 'Nova venda' }).click();
      await page.getByLabel('Terminal').selectOption(String(full));
      await page.getByText('Por produto').click();
      await page.getByRole('button', { name: /^Café coado/ }).click();
      await page.getByRole('button', { name: 'Mais um de Café coado' }).click();
      await page.getByLabel('Desconto').fill('100');
      await page.getByLabel('Acréscimo').fill('0,50');
      await shows(page, /^R\$\s12,50$/);
      const credit = page.getByRole('button', { name: /^Crédito/ });
      assert.equal(await credit.isDisabled(), true, 'reference and client are asked for');
      await page.getByRole('textbox', { name: 'Referência' }).fill(`mesa ${width}`);
      await page.getByRole('combobox', { name: 'Cliente' }).click();
      await page.getByRole('option', { name: /Ana da Padaria/ }).click();
      assert.equal(await credit.isDisabled(), true, 'the operator is asked for');
      await page.getByLabel('Operador').selectOption('Bia do caixa');
      await page.getByLabel(/^Parcelas/).selectOption('2');
      await page.getByRole('button', { name: /^Débito só à vista/ }).waitFor();
      await page.getByRole('button', { name: /^Mais outras/ }).click();
      await page.getByRole('button', { name: /^Cartão salvo/ }).waitFor();
      await assertNoBarriers(page, width);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await assertNoBarriersAtBothWidths(page, widths);
      await credit.click();
      await shows(page, 'Venda paga');
      await shows(page, 'Via da loja');
      await shows(page, 'CPF 111.444.777-35');
      await shows(page, `Referência: mesa ${width}`);
      await page.getByText('Enviar o comprovante').waitFor();
      await shows(page, /2 × Café coado/);
      assert.equal(await page.evaluate('window.printed'), 1, 'printed once, by itself');
      await assertNoBarriers(page, width);

      await page.getByRole('link', { name: /^Ver a venda/ }).click();
      await shows(page, 'Histórico');
      await shows(page, `mesa ${width}`);
      await shows(page, 'Bia do caixa');
      await assertNoBarriers(page, width);
      await page.getByRole('button', { name: 'Cancelar venda' }).click();
      await page.getByRole('textbox', { name: 'Senha técnica' }).fill('000000');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar venda' }).click();
      await shows(page, 'Senha técnica inválida.');
      await page.getByRole('textbox', { name: 'Senha técnica' }).fill('314159');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar venda' }).click();
      await shows(page, 'CANCELAMENTO OK');

      // One list and one vocabulary for the sales of tills and of the gateway.
      await goWithin(page, '/painel/caixa/vendas');
      await page.waitForURL(/vendas\?channel=till/);
      await shows(page, 'Confirmada');
      await assertNoBarriersAtBothWidths(page, widths);
      await goWithin(page, `/painel/vendas?search=mesa%20${width}`);
      await shows(page, 'Estornada');
      await assertNoBarriers(page, width);
      await page.locator('a[href*="/caixa/vendas/"]:visible').first().waitFor();
      const order = { valorTotalPedido: 20, referencia: `comanda ${width}` };
      answered(await post(service, '/Pedido/Insert', order, DEMO_KEY));
      await goWithin(page, '/painel/pedidos');
      await shows(page, `comanda ${width}`);
      await assertNoBarriers(page, width);
      await page
        .getByRole('link', { name: new RegExp(`comanda ${width}`) })
        .locator('visible=true')
        .click();
      await shows(page, 'Vendas deste pedido');
      await assertNoBarriers(page, width);
      await page.getByRole('button', { name: 'Cancelar pedido' }).click();
      await assertNoBarriers(page, width);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
      await shows(page, 'Cancelado');
      assert.deepEqual(complaints, []);
    });
  }

  test('a card that is refused and a keyed sale given up charge nothing, and no till is offered without the setting', async (t) => {
    const terminalId = await newTerminal('Recusas', { habilitarPDV: true });
    const { page, close } = await openPanelPage(chromium());
    t.after(close);
    const unattended = await newTerminal('Sem envio', { habilitarPDV: true, identificadorTef: 'PDV-7' });
    answered(await post(service, '/ClientePagamento/Insert', { terminalId: unattended }, DEMO_KEY));
    await openTill(page, unattended);
    await page.getByLabel('Valor da venda').fill('300');
    await page.getByRole('button', { name: /^Crédito/ }).click();
    await shows(page, 'Inicie a venda na maquininha (PDV-7).');
    await page.getByRole('button', { name: 'Desistir da venda' }).click();
    await shows(page, 'Cancelada');
    await page.getByRole('button', { name: 'Nova venda' }).click();
    await page.getByLabel('Terminal').selectOption(String(terminalId));
    await page.getByLabel('Valor da venda').fill('100001');
    await page.getByRole('button', { name: /^Débito/ }).click();
    await shows(page, 'Pagamento recusado');
    await shows(page, /^O banco não aprovou o pagamento\. Nada foi cobrado/);
    assert.equal(await page.getByText('NEGADA 01').count(), 0, 'no code of the pin pad');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await shows(page, /^R\$\s1\.000,01$/);
    await page.getByLabel('Valor da venda').fill('700');
    await page.getByRole('button', { name: /^Link/ }).click();
    await page.getByRole('img', { name: 'QR code da página de pagamento' }).waitFor();
    const whatsApp = await page.getByRole('link', { name: 'Enviar pelo WhatsApp' }).getAttribute('href');
    assert.match(decodeURIComponent(whatsApp ?? ''), /wa\.me.*R\$\s7,00.*\/v1\/payment\//);
    await page.getByRole('button', { name: 'Copiar endereço' }).waitFor();
    const link = page.getByRole('link', { name: 'Abrir a página de pagamento' });
    assert.match((await link.getAttribute('href')) ?? '', /\/v1\/payment\//);
    await assertNoBarriers(page, 1280);
    await page.getByRole('button', { name: 'Desistir da venda' }).click();
    await shows(page, 'Cancelada');
    await page.getByRole('button', { name: 'Nova venda' }).click();
    const options = await page.getByLabel('Terminal').locator('option').allTextContents();
    assert.ok(options.includes('Recusas'));
    await newTerminal('Fora do caixa', {});
    await page.reload();
    await page.getByLabel('Valor da venda').waitFor();
    const now = await page.getByLabel('Terminal').locator('option').allTextContents();
    assert.ok(!now.includes('Fora do caixa'));
  });

  for (const width of [390, 1280]) {
    test(`a Pix is shown large, and the sale ends by itself once it is paid, at ${width}`, async (t) => {
      const terminalId = await newTerminal(`Pix ${width}`, { habilitarPDV: true });
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await openTill(page, terminalId);
      await page.getByLabel('Valor da venda').fill('1003');
      await page.getByRole('button', { name: /^Pix/ }).click();
      await shows(page, 'Aguardando o Pix');
      await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
      await shows(page, /^Vale por mais 23 h 5\d min$/);
      await page.getByRole('button', { name: 'Copiar o código Pix' }).waitFor();
      await assertNoBarriers(page, width);
      const { items } = await callFrom(page, 'GET', `/till/sales?terminalId=${terminalId}`);
      const [sale] = items as { id: number }[];
      const { transactionId } = await callFrom(page, 'GET', `/till/sales/${sale?.id}`);
      const paid = await post(service, '/__sim/pix/pay', { transactionId });
      assert.equal(paid.status, 200, paid.text);
      await shows(page, 'Venda paga');
      await shows(page, /^Identificação do Pix: E\w{31}$/);
      await assertNoBarriers(page, width);
      await page.getByRole('link', { name: /^Ver a venda/ }).click();
      await shows(page, 'Histórico');
      await shows(page, 'Banco');
      await page.getByRole('button', { name: 'Cancelar venda' }).click();
      await shows(page, /^O valor volta por Pix a quem pagou/);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar venda' }).click();
      await shows(page, 'Estornada');
      assert.deepEqual(complaints, []);
    });
  }

  for (const width of [390, 1280]) {
    test(`a slip is chosen under “Mais”, and the sale ends by itself once it is paid, at ${width}`, async (t) => {
      const settings = { habilitarPDV: true, solicitarCliente: true };
      const terminalId = await newTerminal(`Boleto ${width}`, settings);
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await openTill(page, terminalId);
      await page.getByLabel('Valor da venda').fill('1003');
      await page.getByRole('combobox', { name: 'Cliente' }).click();
      await page.getByRole('option', { name: /Rui do Mercado/ }).click();
      await page.getByRole('button', { name: /^Mais outras/ }).click();
      const slip = page.getByRole('dialog').getByRole('button', { name: 'Boleto pago no banco' });
      await slip.waitFor();
      await assertNoBarriers(page, width);
      await slip.click();
      await shows(page, 'Aguardando');
      await page.getByRole('img', { name: 'QR code da página de pagamento' }).waitFor();
      const link = page.getByRole('link', { name: 'Abrir a página de pagamento' });
      assert.match((await link.getAttribute('href')) ?? '', /\/v1\/url-payment\/[\w-]{43}$/);
      await assertNoBarriers(page, width);
      const { items } = await callFrom(page, 'GET', `/till/sales?terminalId=${terminalId}`);
      const [sale] = items as { id: number }[];
      const { transactionId } = await callFrom(page, 'GET', `/till/sales/${sale?.id}`);
      const paid = await post(service, '/__sim/slip/pay', { transactionId });
      assert.equal(paid.status, 200, paid.text);
      await shows(page, 'Venda paga');
      await assertNoBarriers(page, width);
      await page.getByRole('link', { name: /^Ver a venda/ }).click();
      await shows(page, 'Histórico');
      await shows(page, /Boleto/);
      assert.deepEqual(complaints, []);
    });
  }

  test('a Pix that is given up, or that the bank does not make, says that nothing was charged', async (t) => {
    const terminalId = await newTerminal('Pix que não vem', { habilitarPDV: true });
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(close);
    await openTill(page, terminalId);
    await page.getByLabel('Valor da venda').fill('1003');
    await page.getByRole('button', { name: /^Pix/ }).click();
    await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
    await page.getByRole('button', { name: 'Desistir da venda' }).click();
    await shows(page, 'Cancelada');
    await shows(page, 'Nada foi cobrado.');
    await assertNoBarriers(page, 390);
    await page.getByRole('button', { name: 'Nova venda' }).click();
    // Ends in 06: nothing came of it.
    await page.getByLabel('Valor da venda').fill('2006');
    await page.getByRole('button', { name: /^Pix/ }).click();
    await shows(page, 'Aguardando o Pix');
    // Until the bank has said twice that it knows nothing of it.
    for (let minute = 0; minute < 5; minute += 1) service.clock.advance(60_000);
    await shows(page, 'O Pix não foi gerado');
    await shows(page, /^O banco não gerou o código\. Nada foi cobrado/);
    await assertNoBarriers(page, 390);
    assert.deepEqual(complaints, []);
  });

  test('a basket whose answer is lost is sold once, with the selected method, also after the page is loaded again', async (t) => {
    const terminalId = await newTerminal('Sem rede', { habilitarPDV: true });
    const { page, close } = await openPanelPage(chromium());
    t.after(close);
    await openTill(page, terminalId);
    await page.getByLabel('Valor da venda').fill('500');
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/painel/api/till/sales', lose, { times: 1 });
    const cash = page.getByRole('button', { name: /^Dinheiro/ });
    await cash.click();
    await page.getByRole('button', { name: 'Valor exato, sem troco' }).click();
    await shows(page, /A venda pode ter sido feita/);
    assert.equal(await page.getByRole('button', { name: /^Débito/ }).isDisabled(), true);
    await assertNoBarriers(page, 1280);
    await page.reload();
    await shows(page, /A venda pode ter sido feita/);
    await shows(page, /^R\$\s5,00$/);
    assert.equal(await page.getByRole('button', { name: /^Débito/ }).isDisabled(), true);
    await cash.click();
    await shows(page, 'Venda paga');
    await page.reload();
    await page.getByLabel('Valor da venda').waitFor();
    assert.equal(await page.getByText(/A venda pode ter sido feita/).count(), 0);
    const { items } = await callFrom(page, 'GET', `/till/sales?terminalId=${terminalId}`);
    assert.equal((items as unknown[]).length, 1);
  });

  test('a product whose price changed after it was selected is not sold at a price that the screen does not show', async (t) => {
    const made = await post(service, '/Produto/Insert', { nome: 'Pastel', valor: '8,00' }, DEMO_KEY);
    const { id } = objectIn(answered(made), 'produto');
    const settings = { habilitarPDV: true, vendaPorProduto: true, vendaPorValor: false };
    const terminalId = await newTerminal('Preços', settings);
    const { page, close } = await openPanelPage(chromium());
    t.after(close);
    await openTill(page, terminalId);
    await page.getByRole('button', { name: /^Pastel/ }).click();
    await callFrom(page, 'PATCH', `/products/${id}`, { name: 'Pastel', price: 900 });
    await page.getByRole('button', { name: /^Dinheiro/ }).click();
    await page.getByRole('button', { name: 'Valor exato, sem troco' }).click();
    await shows(page, /O preço de um produto mudou/);
    await page.getByRole('button', { name: /^Pastel.*9,00/ }).waitFor();
    const { items } = await callFrom(page, 'GET', `/till/sales?terminalId=${terminalId}`);
    assert.deepEqual(items, []);
  });

  test('a keyed sale above the limit of refunds goes back to its card after the password is given again', async (t) => {
    const terminalId = await newTerminal('Estornos', { habilitarPDV: true });
    const { page, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel`);
    await callFrom(page, 'PATCH', '/settings/security', { idleMinutes: 60, refundLimit: 100 });
    const sold = await callFrom(page, 'POST', '/till/sales', { terminalId, methodId: 51, total: 700 });
    assert.equal((await submit(service, new URL(String(sold.paymentUrl)).pathname)).status, 303);
    const path = `/till/sales/${sold.id}`;
    await until('the sale is paid', async () => (await callFrom(page, 'GET', path)).status === 10);
    service.clock.advance(FRESH_MS);
    await page.goto(`${address()}/painel/caixa/vendas/${sold.id}`);
    await page.getByRole('button', { name: 'Cancelar venda' }).click();
    await shows(page, /não devolva dinheiro/);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar venda' }).click();
    await page.getByRole('textbox', { name: 'Sua senha' }).fill('guiche-vendedor');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await until('the sale is canceled', async () => (await callFrom(page, 'GET', path)).status === 20);
    await shows(page, 'Estornada');
    await callFrom(page, 'PATCH', '/settings/security', { idleMinutes: 60 });
  });
});

/** Calls the panel's API from the page, like its own scripts; returns the JSON answer. */
function callFrom(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const init = {
    method,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return page.evaluate(
    `fetch(${JSON.stringify(`/painel/api${path}`)}, ${JSON.stringify(init)}).then(async (answer) => {
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    })`,
  );
}

/** Whether the whole of it is seen without scrolling. */
async function isInSight(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}
