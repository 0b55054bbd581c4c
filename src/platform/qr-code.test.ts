import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { qrCodeSvg } from './qr-code.ts';

/** As a camera sees the picture. */
async function seenIn(svg: string): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('a camera reads the text in the picture, short or as long as a code of Pix can be', async () => {
  for (const text of ['https://loja.example/p/3fe1', `000201${'A9b'.repeat(168)}6304ABCD`]) {
    assert.equal(await seenIn(qrCodeSvg(text, 'QR code')), text);
  }
});

test('the picture says what it is, and has the white margin that cameras need', () => {
  const svg = qrCodeSvg('abc', 'QR code do "Pix" de R$ 1,00 <b>');
  assert.match(svg, /^<svg role="img" aria-label="QR code do &quot;Pix&quot; de R\$ 1,00 &lt;b&gt;" xmlns=/);
  assert.match(svg, /<path stroke="#000" transform="scale\(10\)" d="M4 4\.5h7m/);
});

test('the picture of a code of Pix is small enough for a page that comes over a phone', () => {
  assert.ok(qrCodeSvg(`000201${'A9b'.repeat(60)}6304ABCD`, 'QR code').length < 11_000);
});
