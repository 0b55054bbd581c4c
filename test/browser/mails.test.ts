import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { MailText } from '../../src/platform/mail/index.ts';
import { htmlText, plainText } from '../../src/platform/mail/layout.ts';
import { byDayAndAtNight } from '../support/day-and-night.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { MAILS } from './mail-samples.ts';
import { assertNoBarriers, openPanelPage, resize } from './panel-page.ts';

/** A phone, and the pane of a mail program. */
const WIDTHS = byDayAndAtNight([390], [640]);

describe('Mails in a real browser', () => {
  let opened: OpenChromium;
  before(async () => {
    opened = await openChromium();
  });
  after(() => opened.close());

  test('have no barrier and do not scroll sideways at each width, and ask for nothing from elsewhere', async (t) => {
    const { page, complaints, close } = await openPanelPage(opened.browser);
    t.after(close);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const [kind, mails] of Object.entries(MAILS)) {
      for (const [index, mail] of mails.entries()) {
        await page.setContent(htmlText(mail));
        for (const width of WIDTHS) {
          await resize(page, width);
          await assertNoBarriers(page, width);
        }
        await keepPictures(page, `${kind}-${index + 1}`, mail);
      }
    }
    assert.deepEqual(asked, []);
    assert.deepEqual(complaints, []);
  });
});

/** For who looks at them: where a folder is named. */
async function keepPictures(page: Page, name: string, mail: MailText): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (!folder) return;
  await writeFile(`${folder}/mail-${name}.txt`, `${mail.subject}\n\n${plainText(mail)}`);
  for (const width of [390, 640]) {
    await resize(page, width);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/mail-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
