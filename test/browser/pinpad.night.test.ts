import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBook } from '../../simulators/pinpad/book.ts';
import { createHeadlessPad } from '../../simulators/pinpad/headless-pad.ts';
import { openJournal } from '../../simulators/pinpad/journal.ts';
import { createPad, type Pad } from '../../simulators/pinpad/pad.ts';
import { servePage } from '../../simulators/pinpad/page-server.ts';
import { runClient } from '../../simulators/pinpad/run-client.ts';
import { createService } from '../../simulators/pinpad/service.ts';
import { answered, DEMO_KEY, objectIn, post } from '../support/operations-client.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriers, logInAs, openPanelPage } from './panel-page.ts';
import { stageOf } from './stage.ts';

const WIDTH = 390;
const CREDIT = 21;
const PIX = 25;

describe('The reference pin pad', () => {
  const service = testService('sqlite', { GUICHE_SIM_PINPAD: 'off' });
  let folder: string;
  const { chromium } = stageOf(service, async (closing) => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-pinpad-'));
    closing.defer(() => rm(folder, { recursive: true, force: true }));
  });

  const newTerminal = async (nome: string): Promise<number> => {
    const made = answered(await post(service, '/Terminal/Insert', { nome }, DEMO_KEY));
    return objectIn(made, 'terminal').id as number;
  };
  const sell = async (terminalId: number, valor: string, more: object = {}) => {
    const body = { terminalId, formaPagamentoId: CREDIT, valorTotalVendido: valor, ...more };
    return objectIn(answered(await post(service, '/Venda/Vender', body, DEMO_KEY)), 'intencaoVenda');
  };
  const saleOf = async (id: unknown) => {
    const path = `/IntencaoVenda/GetById?intencaoVendaId=${String(id)}`;
    return objectIn(answered(await post(service, path, {}, DEMO_KEY)), 'intencaoVenda');
  };
  const statusOf = async (id: unknown) => objectIn(await saleOf(id), 'intencaoVendaStatus').id;
  const start = (t: TestContext, terminalId: number, pad: Pad, unknownAfterCrash: 'ask' | 'not charged') => {
    const ended = new AbortController();
    const running = runClient({
      service: createService(service.address()),
      journal: openJournal(folder, terminalId),
      book: openBook(folder, terminalId),
      pad,
      terminalId,
      version: 'pinpad 1.0',
      unknownAfterCrash,
      signal: ended.signal,
    });
    const stop = async () => {
      ended.abort();
      await running;
    };
    t.after(stop);
    return stop;
  };
  const openPad = async (t: TestContext, terminalId: number) => {
    const pad = createPad(terminalId);
    const served = await servePage(pad, 0);
    t.after(() => served.close());
    start(t, terminalId, pad, 'ask');
    const { page, complaints, close } = await openPanelPage(chromium(), { width: WIDTH });
    t.after(close);
    await page.goto(served.address);
    return { page, complaints };
  };
  const pairInPanel = async (t: TestContext, terminalId: number, code: string) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    const address = service.address().replace('127.0.0.1', 'localhost');
    await logInAs(page, address);
    await page.goto(`${address}/painel/terminais/${terminalId}`);
    await page.getByRole('button', { name: 'Parear um programa' }).click();
    await page.getByRole('dialog').getByLabel('Código').fill(code);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('Conectado').waitFor();
    await page.getByText('pinpad 1.0').waitFor();
    await assertNoBarriers(page, 1280);
    assert.deepEqual(complaints, []);
  };
  const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('is paired by its code in the panel, and credits, refuses, cancels or leaves open what is pushed to it', async (t) => {
    const terminalId = await newTerminal('Caixa do pin pad');
    const { page, complaints } = await openPad(t, terminalId);
    await shows(page, 'Confirme este código no painel');
    await assertNoBarriers(page, WIDTH);
    await pairInPanel(t, terminalId, (await page.locator('#code').textContent()) ?? '');
    await shows(page, /^Conectado$/);

    const push = { iniciarTransacaoAutomaticamente: true };
    const credited = await sell(terminalId, '10,00', {
      ...push,
      quantidadeParcelas: 3,
      referencia: 'mesa 4',
    });
    await shows(page, 'R$ 10,00');
    await shows(page, 'CREDITO EM 3X · mesa 4');
    assert.equal(await statusOf(credited.id), 6, 'taken by the pin pad');
    await assertNoBarriers(page, WIDTH);
    await press(page, 'Débito');
    await press(page, 'Aprovar');
    await shows(page, /^Aprovada$/);
    await shows(page, /VIA CLIENTE/);
    await shows(page, /DEBITO A VISTA/);
    assert.equal(await statusOf(credited.id), 10);
    await assertNoBarriers(page, WIDTH);

    const refused = await sell(terminalId, '11,00', push);
    await press(page, 'Recusar');
    await shows(page, /^NEGADA 01$/);
    assert.equal(await statusOf(refused.id), 25);

    const canceled = await sell(terminalId, '12,00', push);
    await press(page, 'Cancelar');
    await shows(page, /^OPERAÇÃO CANCELADA$/);
    assert.equal(await statusOf(canceled.id), 25);

    const silent = await sell(terminalId, '13,00', push);
    await press(page, 'Não responder');
    await shows(page, 'Sem resposta ao Guichê');
    assert.equal(await statusOf(silent.id), 6);
    await press(page, 'Voltar a responder');
    await shows(page, /^Retomada depois de uma queda/);
    await press(page, 'Aprovar');
    await shows(page, /^Aprovada$/);
    assert.equal(await statusOf(silent.id), 10);
    assert.deepEqual(complaints, []);
  });

  test('starts a sale that is not pushed when it is touched, and stops when the till gives up', async (t) => {
    const terminalId = await newTerminal('Caixa sem envio');
    const { page } = await openPad(t, terminalId);
    await shows(page, 'Confirme este código no painel');
    await pairInPanel(t, terminalId, (await page.locator('#code').textContent()) ?? '');
    const first = await sell(terminalId, '20,00');
    const second = await sell(terminalId, '21,00');
    await page.getByRole('button', { name: 'Iniciar' }).nth(1).waitFor();
    await assertNoBarriers(page, WIDTH);
    await page.getByRole('button', { name: 'Iniciar' }).nth(1).click();
    await shows(page, 'R$ 21,00');
    await press(page, 'Aprovar');
    await shows(page, /^Aprovada$/);
    assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], [5, 10]);
    await page.getByRole('button', { name: 'Iniciar' }).click();
    await shows(page, 'Aproxime, insira ou passe o cartão');
    const body = { intencaoVendaId: first.id, terminalId };
    answered(await post(service, '/Venda/CancelarVenda', body, DEMO_KEY));
    await shows(page, 'O caixa desistiu da venda');
    assert.equal(await statusOf(first.id), 20);
  });

  test('shows the code of a Pix that the service takes, until it is paid', async (t) => {
    const terminalId = await newTerminal('Caixa com Pix');
    const { page, complaints } = await openPad(t, terminalId);
    await shows(page, 'Confirme este código no painel');
    await pairInPanel(t, terminalId, (await page.locator('#code').textContent()) ?? '');
    const sale = await sell(terminalId, '10,03', { formaPagamentoId: PIX });
    await shows(page, 'Pix de R$ 10,03');
    const picture = page.getByAltText(/^QR Code do Pix de/);
    assert.ok((await picture.boundingBox())?.width);
    assert.match((await page.locator('#pix .copy').textContent()) ?? '', /^000201/);
    await assertNoBarriers(page, WIDTH);
    await service.send({
      method: 'POST',
      path: '/__sim/pix/pay',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ transactionId: sale.gate2allToken }),
    });
    await picture.waitFor({ state: 'detached' });
    assert.equal(await statusOf(sale.id), 10);
    assert.deepEqual(complaints, []);
  });

  test('without a page it decides by the rules of the sandbox, and never charges twice after a restart', async (t) => {
    const terminalId = await newTerminal('Caixa sem tela');
    const made = answered(await post(service, '/ClientePagamento/Insert', { terminalId }, DEMO_KEY));
    openJournal(folder, terminalId).saveKey(String(objectIn(made, 'clientePagamento').chave));
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const stop = start(t, terminalId, createHeadlessPad({ afterMs: 0, write }), 'not charged');
    const push = { iniciarTransacaoAutomaticamente: true };
    const ends = async (id: unknown, status: number) => {
      const pending = [5, 6, 18, 19];
      let now = await statusOf(id);
      while (pending.includes(Number(now)) && now !== status) now = await statusOf(id);
      assert.equal(now, status);
    };
    const credited = await sell(terminalId, '10,00', push);
    await ends(credited.id, 10);
    const refused = await sell(terminalId, '1000,01', push);
    await ends(refused.id, 25);
    const cancel = { intencaoVendaId: credited.id, terminalId, senhaTecnica: '314159', ...push };
    answered(await post(service, '/Venda/CancelarVenda', cancel, DEMO_KEY));
    await ends(credited.id, 20);
    await stop();
    assert.ok(lines.some((line) => line.includes('VIA CLIENTE')));

    const slow = start(t, terminalId, createHeadlessPad({ afterMs: 600_000, write }), 'not charged');
    const open = await sell(terminalId, '30,00', push);
    assert.equal(await statusOf(open.id), 6);
    await slow();
    start(t, terminalId, createHeadlessPad({ afterMs: 600_000, write }), 'not charged');
    await ends(open.id, 25);
  });
});
