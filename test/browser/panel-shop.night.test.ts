import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { picture } from '../../src/operations/photos/test-images.ts';
import type { ClientCardRow } from '../../src/panel/clients/schema.ts';
import type { Recurrence } from '../../src/panel/recurrences/schema.ts';
import { browserOf, okJson } from '../contract/panel/panel-client.ts';
import { submit } from '../support/hosted-page.ts';
import { answered, DEMO_KEY, objectIn, post } from '../support/operations-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import {
  assertNoBarriers,
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  WIDE_BY_DAY,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

/** It can be stored, and each of its sales is refused for lack of funds. */
const WITHOUT_FUNDS = '4000000000096240';
const MINUTE_MS = 60_000;

/** Path of each screen, and a text that it shows once it is loaded. */
const SCREENS = [
  ['produtos', 'Produto genérico'],
  ['produtos/novo', 'Preço e estoque'],
  ['categorias', 'Nova categoria'],
  ['terminais', 'Novo terminal'],
  ['terminais/novo', 'O que pergunta em cada venda'],
  ['formas-de-pagamento', 'Boleto'],
  ['clientes', 'Novo cliente'],
  ['clientes/novo', 'Quem é'],
  ['recorrencias', 'Nenhuma recorrência ainda'],
  ['configuracoes', 'Segurança da equipe'],
  ['testes', 'Fazer uma venda'],
] as const;

describe('What a shop sells, where and to whom, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' }));
  const open = (page: Page, path: string) => page.goto(`${address()}/painel/${path}`);
  const seen = (page: Page, text: string) => page.getByText(text).locator('visible=true').first().waitFor();

  for (const width of WIDE_BY_DAY) {
    test(`a product with its photo and first category, a terminal and a client are added at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address());
      await open(page, 'produtos/novo');
      await page.getByRole('button', { name: 'Salvar' }).click();
      const name = page.getByLabel('Nome', { exact: false });
      const price = page.getByLabel('Preço', { exact: true });
      await page.getByText('Informe o nome.').waitFor();
      for (const field of [name, price]) assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.ok(await name.evaluate((one) => one.ownerDocument.activeElement === one));
      await name.fill(`Café ${width}`);
      await page.getByText('Informe o nome.').waitFor({ state: 'detached' });
      await price.fill('6,50');
      await page.getByText('Informe o preço').waitFor({ state: 'detached' });
      const photo = { name: 'cafe.jpg', mimeType: 'image/jpeg' };
      await page
        .getByLabel('Foto do produto')
        .setInputFiles({ ...photo, buffer: await picture('jpeg', { width: 60, height: 60 }) });
      await page.getByRole('img', { name: 'Foto do produto' }).waitFor();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('heading', { name: 'Produtos' }).waitFor();
      await page.getByText('Salvo.', { exact: true }).waitFor();
      await seen(page, `Café ${width}`);
      await seen(page, 'R$ 6,50');
      await page.getByLabel('Nome, referência ou EAN').fill(`cafe ${width}`);
      await page.waitForURL(/busca=/);
      await page
        .getByRole('link', { name: `Café ${width}` })
        .locator('visible=true')
        .click();
      await page.getByRole('img', { name: 'Foto do produto' }).waitFor();
      await assertNoBarriers(page, width);

      await goWithin(page, '/painel/terminais/novo');
      await page.getByRole('heading', { name: 'Novo terminal' }).waitFor();
      await page.getByLabel('Nome', { exact: false }).fill(`Caixa ${width}`);
      await page.getByLabel('A referência').check();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page
        .getByRole('link', { name: `Caixa ${width}` })
        .locator('visible=true')
        .click();
      assert.ok(await page.getByLabel('A referência').isChecked());
      assert.ok(await page.getByLabel('Vender digitando o valor').isChecked());
      await assertNoBarriers(page, width);

      await goWithin(page, '/painel/clientes/novo');
      await page.getByRole('heading', { name: 'Novo cliente' }).waitFor();
      await page.getByLabel('Nome ou razão social').fill(`Ana ${width}`);
      await page.getByLabel('CPF ou CNPJ').fill('123');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Confira o CPF ou CNPJ').waitFor();
      assert.equal(await page.getByLabel('Nome ou razão social').inputValue(), `Ana ${width}`);
      await page.getByLabel('CPF ou CNPJ').fill('390.533.447-05');
      await page.getByText('Endereço', { exact: true }).click();
      await page.getByLabel('CEP').fill('01310-100');
      await until('the CEP fills state and city', async () => {
        const shown = ['UF', 'Cidade'].map((label) => page.getByLabel(label, { exact: true }).inputValue());
        return (await Promise.all(shown)).join() === 'SP,São Paulo';
      });
      await page.getByRole('button', { name: 'Salvar' }).click();
      await seen(page, `Ana ${width}`);

      await goWithin(page, '/painel/categorias');
      await page.getByRole('button', { name: 'Nova categoria' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nova categoria' });
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      const refused = dialog.locator('[aria-invalid="true"]');
      await refused.waitFor();
      await refused.fill('Doces');
      await refused.waitFor({ state: 'detached' });
      assert.deepEqual(complaints, []);
    });
  }

  test('no screen has a barrier at each width, light and dark', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await open(page, '');
    for (const [path, text] of SCREENS) {
      await goWithin(page, `/painel/${path}`);
      await seen(page, text);
      await assertNoBarriersNarrowByDay(page);
    }
    assert.deepEqual(complaints, []);
  });

  test('a refused monthly charge shows its tries and is canceled; the card that it takes is deleted', async (t) => {
    const { clientId, recurrenceId } = await refusedMonthlyCharge();
    const { page, complaints, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    await logInAs(page, address());
    await open(page, 'recorrencias');
    await seen(page, 'Tentando de novo');
    await assertNoBarriersNarrowByDay(page);
    await page.getByLabel('Situação').selectOption('Encerradas');
    await seen(page, 'Nenhuma recorrência com este filtro');
    await page.getByLabel('Situação').selectOption('Com cobrança recusada');
    await page.getByRole('link', { name: 'Rui Dias' }).locator('visible=true').click();
    await page.getByRole('button', { name: '1 tentativa da 1ª cobrança' }).click();
    await seen(page, 'Visa •••• 6240');
    await seen(page, 'Saldo ou limite insuficiente.');
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Cancelar recorrência' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 cobranças de R$ 129,00 não serão feitas').waitFor();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancelar recorrência' }).click();
    await dialog.getByRole('button', { name: 'Cancelar recorrência' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancelar recorrência' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Rui Dias' }).click();
    await seen(page, 'vence 12/2035');
    await page.getByRole('button', { name: 'Pedir um cartão' }).click();
    await seen(page, 'À espera do cliente');
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Apagar Visa •••• 6240' }).click();
    await dialog.getByRole('button', { name: 'Apagar cartão' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('vence 12/2035').waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);

    const api = browserOf(service);
    okJson(await api.logIn());
    const { items } = okJson<{ items: ClientCardRow[] }>(await api.call('GET', `/clients/${clientId}/cards`));
    assert.deepEqual(
      items.map(({ state }) => state),
      ['open'],
    );
    const { statusName } = okJson<Recurrence>(await api.call('GET', `/recurrences/${recurrenceId}`));
    assert.equal(statusName, 'Cancelado');
  });

  /** A client whose card can be charged no money, and a charge of three months that was tried once. */
  async function refusedMonthlyCharge(): Promise<{ clientId: number; recurrenceId: number }> {
    const api = browserOf(service);
    okJson(await api.logIn());
    const body = { document: '52998224725', name: 'Rui Dias' };
    const { id: clientId } = okJson<{ id: number }>(await api.call('POST', '/clients', body));
    const { items } = okJson<{ items: ClientCardRow[] }>(
      await api.call('POST', `/clients/${clientId}/cards`),
    );
    const form = new URL(items[0]?.formUrl ?? '').pathname;
    const typed = await submit(service, form, { numero: WITHOUT_FUNDS, validade: '12/2035' });
    assert.equal(typed.status, 303);
    const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
    const dataInicio = `${today.format(service.clock.now())} 00:00`;
    const monthly = {
      clienteId: clientId,
      dataInicio,
      quantidade: 3,
      valor: '129,00',
      descricao: 'Academia',
    };
    const made = answered(await post(service, '/PagamentoRecorrente/Insert', monthly, DEMO_KEY));
    const recurrenceId = objectIn(made, 'pagamentoRecorrente').id as number;
    await until('the first month was tried', async () => {
      service.clock.advance(MINUTE_MS);
      const now = okJson<Recurrence>(await api.call('GET', `/recurrences/${recurrenceId}`));
      return now.next?.nextTryAt != null;
    });
    return { clientId, recurrenceId };
  }
});
