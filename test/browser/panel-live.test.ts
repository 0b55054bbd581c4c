import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { soldIn } from '../support/movements.ts';
import { assertNoBarriersNarrowByDay, goWithin } from './panel-page.ts';
import { openScreen, serviceWithPlace, stageOf } from './stage.ts';

const CUSTOMER = { name: 'Zuleica Quadros', document: '39053344705' };
/** Four looks of the panel. */
const LOOKS_MS = 60_000;
const POINTS_PER_MM = 72 / 25.4;

describe('A sale that is paid while the panel is open', () => {
  const { service } = serviceWithPlace();
  const { chromium, address } = stageOf(service, async () => undefined);

  test('is told on any screen with a sound, and its receipt is printed and handed over', async () => {
    const { page, complaints, close } = await openScreen({ chromium, address }, 1280, 'produtos');
    await page.evaluate(() => {
      const played = { notes: 0 };
      const node = {
        connect: (next: unknown) => next,
        start: () => (played.notes += 1),
        stop: () => undefined,
      };
      const level = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
      class Silent {
        currentTime = 0;
        destination = {};
        createOscillator = () => ({ ...node, frequency: { value: 0 } });
        createGain = () => ({ ...node, gain: level });
        resume = async () => undefined;
      }
      Object.assign(globalThis, { AudioContext: Silent, played });
    });
    await page.waitForResponse(/sales\?.*view=confirmed/, { timeout: LOOKS_MS });
    const id = await soldIn(service, 6, { top: { customer: CUSTOMER, referenceId: 'mesa-7' } });
    const told = page.getByRole('link', { name: /^Você recebeu R\$\s10,00 de Zuleica Quadros$/ });
    await told.waitFor({ timeout: LOOKS_MS });
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'played').notes), 2);
    await told.click();
    await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();

    await goWithin(page, `/painel/vendas/${id}/comprovante`);
    const whatsApp = page.getByRole('link', { name: 'WhatsApp' });
    const message = decodeURIComponent((await whatsApp.getAttribute('href')) ?? '');
    assert.match(message, /Comprovante: R\$\s10,00 para .*111\.444\.777-35.*Pedido mesa-7/s);
    await assertNoBarriersNarrowByDay(page);
    for (const [paper, widthMm] of [
      ['80', 80],
      ['58', 58],
    ] as const) {
      await page.getByLabel('Papel').selectOption(paper);
      await page.locator(`article[data-paper="${paper}"]`).waitFor();
      // Chromium takes the size of a named page that is laid out for print already.
      await page.emulateMedia({ media: 'print' });
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const widthPoints = Number(/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf)?.[1]);
      assert.ok(Math.abs(widthPoints / POINTS_PER_MM - widthMm) < 1, `${paper}: ${widthPoints} points wide`);
      const folder = process.env.GUICHE_SHOTS;
      if (folder) await page.pdf({ preferCSSPageSize: true, path: `${folder}/receipt-${paper}.pdf` });
      await page.emulateMedia({ media: null });
    }
    assert.deepEqual(complaints, []);
    await close();
  });
});
