import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { API_PAIR } from '../../support/gateway-client.ts';
import { DEMO_KEY, post } from '../../support/operations-client.ts';
import { testService } from '../../support/service.ts';
import { openChromium } from '../chromium.ts';
import { logInAs, openPanelPage } from '../panel-page.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures');
const OPERATOR = { login: '529.982.247-25', password: 'guiche-operador' };
const SELLER = { login: '111.444.777-35', password: 'guiche-vendedor' };
const DEMO_SALES = '500';
const MAX_COLOURS = 128;
const WAITING = { document: '11222333000181', tradeName: 'Padaria Bom Pão' };

interface Picture {
  readonly name: string;
  readonly who: typeof OPERATOR;
  readonly path: string;
  /** A text that is there once the screen is. */
  readonly shows: string;
  readonly width?: number;
}

const PICTURES: readonly Picture[] = [
  { name: 'inicio', who: SELLER, path: '/inicio', shows: 'Início' },
  { name: 'vendas', who: SELLER, path: '/vendas', shows: 'Vendas' },
  { name: 'vendas-celular', who: SELLER, path: '/vendas', shows: 'Vendas', width: 390 },
  { name: 'links', who: SELLER, path: '/links', shows: 'Bolo de 3 kg' },
  { name: 'produtos', who: SELLER, path: '/produtos', shows: 'Produtos' },
  { name: 'caixa', who: SELLER, path: '/caixa', shows: 'Valor da venda' },
  { name: 'chaves', who: SELLER, path: '/chaves', shows: 'Chaves' },
  { name: 'avisos', who: SELLER, path: '/avisos', shows: 'Avisos' },
  { name: 'equipe', who: SELLER, path: '/equipe', shows: 'Equipe' },
  { name: 'seguranca', who: SELLER, path: '/seguranca', shows: 'Segurança' },
  { name: 'ativacoes', who: OPERATOR, path: '/ativacoes', shows: WAITING.tradeName },
  { name: 'pessoas', who: OPERATOR, path: '/pessoas', shows: WAITING.tradeName },
  { name: 'adquirentes', who: OPERATOR, path: '/adquirentes', shows: 'Adquirentes' },
  { name: 'precisa-de-atencao', who: OPERATOR, path: '/precisa-de-atencao', shows: 'Precisa de atenção' },
  { name: 'auditoria', who: OPERATOR, path: '/auditoria', shows: 'Auditoria' },
  { name: 'saude', who: OPERATOR, path: '/saude', shows: 'Cópia de segurança' },
];

/** Takes the pictures of docs/painel.md from a running panel with demo sales: `npm run pictures`. */
async function takePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const service = testService('sqlite');
  await service.start();
  const chromium = await openChromium();
  try {
    await service.command('demo', 'sales', '--count', DEMO_SALES);
    await service.command(
      ...['person', 'add', '--document', WAITING.document, '--name', WAITING.tradeName, '--role', 'seller'],
    );
    await service.send({
      method: 'POST',
      path: '/v1/payment-links',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ name: 'Bolo de 3 kg', amount: '21000', maxUses: 20 }),
    });
    const till = { nome: 'Balcão', habilitarPDV: true, vendaPorProduto: true, permiteDesconto: true };
    await post(service, '/Terminal/Insert', till, DEMO_KEY);
    const address = service.address().replace('127.0.0.1', 'localhost');
    for (const picture of PICTURES) {
      const { page, close } = await openPanelPage(chromium.browser, { width: picture.width ?? 1280 });
      await logInAs(page, address, picture.who);
      await page.goto(`${address}/painel${picture.path}`);
      await page.getByText(picture.shows).locator('visible=true').first().waitFor();
      await page.waitForLoadState('networkidle');
      await save(page, picture.name);
      await close();
    }
  } finally {
    await chromium.close();
    await service.stop();
    await service.remove();
  }
}

async function save(page: Page, name: string): Promise<void> {
  const taken = await page.screenshot();
  await sharp(taken)
    .png({ palette: true, colours: MAX_COLOURS, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`));
}

await takePictures();
