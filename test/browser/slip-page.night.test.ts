import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { slipPage } from '../../src/gateway/checkout/slip-page/reply.ts';
import { slipView } from '../../src/gateway/checkout/slip-page/slip-view.ts';
import { BARCODE } from '../../src/gateway/printed-slip/sheet/barcode.ts';
import { sheetOf } from '../../src/gateway/printed-slip/sheet/sheet.ts';
import { TEST_SLIP } from '../../src/gateway/printed-slip/test-slip.ts';
import { readPdfPage } from '../support/pdf-page.ts';
import { barcodeIn, type Picture, qrCodeIn } from '../support/pictures-of-slips.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { assertNoBarriersAtBothWidths, openPanelPage, WIDTHS } from './panel-page.ts';

const ADDRESS = 'https://loja.example/boleto/abc';
/** Folder for screenshots, for development. */
const PICTURES = process.env.TEST_PICTURES;
const SHOP = {
  name: 'Papelaria São João do Açaí',
  document: '12.345.678/0001-95',
  pictureUrl: undefined,
  colour: '#7a1f5c',
  takesPayments: true,
  pixDiscount: 0,
};

describe('The page of a slip in a browser', () => {
  let opened: OpenChromium;
  before(async () => {
    opened = await openChromium();
  });
  after(() => opened.close());

  const open = async (
    t: { after(work: () => Promise<void>): void },
    slip = TEST_SLIP,
    today = '2026-11-26',
  ): Promise<Page> => {
    const { page, complaints, close } = await openPanelPage(opened.browser, { width: 390, fresh: true });
    t.after(async () => {
      await close();
      assert.deepEqual(complaints, []);
    });
    const body = slipView({
      slip,
      description: 'Material escolar',
      today,
      ask: `${ADDRESS}/status`,
      pdf: `${ADDRESS}/pdf`,
      testPay: `${ADDRESS}/pagar-teste`,
    });
    const { headers, text } = slipPage({ title: 'Boleto', shop: SHOP, body, wide: true }, true);
    await page.route(`${ADDRESS}/status`, (route) =>
      route.fulfill({ json: { status: 'waiting', again: 2_000 } }),
    );
    await page.route(ADDRESS, (route) => route.fulfill({ headers, body: text }));
    await page.goto(ADDRESS);
    return page;
  };
  const picture = async (page: Page, name: string): Promise<void> => {
    if (PICTURES !== undefined) {
      await page.screenshot({ path: join(PICTURES, `slip-${name}.png`), fullPage: true });
    }
  };

  test('has no barrier on a phone and on a screen, in both schemes', async (t) => {
    const page = await open(t);
    await assertNoBarriersAtBothWidths(page, WIDTHS);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await picture(page, `screen-${width}`);
    }
  });

  test('its barcode and its QR code are read from what a screen shows', async (t) => {
    const page = await open(t);
    await page.setViewportSize({ width: 1_280, height: 844 });
    // As near as who scans it holds the camera.
    await page.evaluate(
      `Object.assign(document.querySelector('.bars svg').style, { width: '1600px', maxWidth: 'none' })`,
    );
    const bars = await pictureOf(await shot(page, 'Código de barras do boleto'));
    assert.equal(barcodeIn(bars, bars.height * 0.3, bars.height * 0.7), TEST_SLIP.barcode);
    const code = await pictureOf(await shot(page, /QR code do Pix/));
    assert.equal(qrCodeIn(code), TEST_SLIP.pixCode);
  });

  test('the line and the Pix code are copied each by its button', async (t) => {
    const page = await open(t);
    await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.written = text }`);
    await page.getByRole('button', { name: 'Copiar linha digitável' }).click();
    await page.locator('#copiado').getByText('Código copiado').waitFor();
    assert.equal(
      await page.evaluate('window.written'),
      '34191.09008 00000.171504 05726.390007 1 16560000012345',
    );
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    await page.locator('#pix-copiado').getByText('Código copiado').waitFor();
    assert.equal(await page.evaluate('window.written'), TEST_SLIP.pixCode);
  });

  test('is printed as one sheet of A4, the barcode in true millimetres where readers look for it', async (t) => {
    const page = await open(t);
    const file = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const scale = 21;
    const printed = await readPdfPage(file, scale);
    if (PICTURES !== undefined) {
      const { writeFile } = await import('node:fs/promises');
      await writeFile(join(PICTURES, 'slip-a4.png'), printed.png);
    }
    assert.equal(printed.pages, 1);
    assert.deepEqual(
      [printed.picture.width, printed.picture.height].map((side) => Math.round(side / scale)),
      [210, 297],
    );
    const bars = sheetOf(TEST_SLIP).filter((mark) => mark.kind === 'bar');
    const top = (bars[0]?.at.y ?? 0) + 2;
    assert.equal(barcodeIn(printed.picture, top * scale, (top + 4) * scale), TEST_SLIP.barcode);
    assert.ok(Math.abs(blackWidth(printed.picture, (top + 2) * scale) / scale - BARCODE.wide) <= 1);
    assert.equal(qrCodeIn(printed.picture), TEST_SLIP.pixCode);
    assert.match(printed.text, /Ficha de Compensação – Autenticação mecânica/);
    assert.doesNotMatch(printed.text, /Copiar linha|Ambiente de testes|Pagar agora/);
  });

  test('says that it is over its due date, and until when it can be paid all the same', async (t) => {
    const page = await open(t, { ...TEST_SLIP, pixCode: undefined }, '2026-12-11');
    await page.getByText('Venceu quinta-feira, 10 de dezembro de 2026').waitFor();
    await page.getByText('Pode ser pago em qualquer banco até 09/01/2027.').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copiar código Pix' }).count(), 0);
    await picture(page, 'late-390');
  });
});

function shot(page: Page, name: string | RegExp): Promise<Buffer> {
  return page.getByRole('img', { name }).first().screenshot();
}

async function pictureOf(png: Buffer): Promise<Picture> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height) as unknown as Picture;
}

/** From the first black point of a row to its last one. */
function blackWidth({ data, width }: Picture, row: number): number {
  const at = Math.floor(row) * width;
  const black = Array.from({ length: width }, (_, x) => (data[(at + x) * 4] ?? 255) < 128);
  return black.lastIndexOf(true) - black.indexOf(true) + 1;
}
