import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../browser/chromium.ts';

test('fails with a page open in a browser', async () => {
  const { browser } = await openChromium();
  const page = await browser.newPage();
  assert.equal(await page.title(), 'broken on purpose');
});
