import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPdf } from './draw-pdf.ts';
import { LETTER, pdfOf } from './test-pdf.ts';

const problemOf = async (bytes: Buffer) => {
  const drawn = await drawPdf(bytes);
  return 'problem' in drawn ? drawn.problem : `${drawn.pages.length} pages`;
};

test('each page becomes a JPEG on white of the same size, whatever its own is', async () => {
  const drawn = await drawPdf(
    await pdfOf([LETTER, (page) => page.addPage({ size: [14_400, 3] }), (page) => page.text('Fim')]),
  );
  assert.ok('pages' in drawn);
  const sizes = await Promise.all(
    drawn.pages.map(async (page) => {
      const { format, width, height } = await sharp(page).metadata();
      return `${format} ${width} × ${height}`;
    }),
  );
  const a4 = 'jpeg 1273 × 1800';
  assert.deepEqual(sizes, [a4, a4, 'jpeg 1800 × 1', a4]);
  const half = async (top: number) => {
    const region = { left: 400, top, width: 400, height: 200 };
    const { channels } = await sharp(await sharp(drawn.pages[0]).extract(region).toBuffer()).stats();
    return channels.map(({ mean }) => Math.round(mean / 10) * 10);
  };
  assert.deepEqual(
    [await half(400), await half(1_300)],
    [
      [260, 260, 260],
      [200, 0, 0],
    ],
  );
});

test('a form is drawn with what was typed into it', async () => {
  const form = (value: string) =>
    pdfOf([
      (page) => {
        page.font('Helvetica').initForm();
        page.formText('nome', 72, 120, 400, 40, { value });
      },
    ]);
  const inkOf = async (value: string) => {
    const drawn = await drawPdf(await form(value));
    assert.ok('pages' in drawn);
    return (await sharp(drawn.pages[0]).stats()).channels[0]?.mean ?? 0;
  };
  assert.ok((await inkOf('MARIA DA SILVA')) < (await inkOf('')));
});

test('twenty pages are drawn, and no more', async () => {
  const pages = (count: number) => pdfOf(Array.from({ length: count }, () => (page) => page.text('x')));
  assert.equal(await problemOf(await pages(21)), 'long');
  assert.equal(await problemOf(await pages(20)), '20 pages');
});

test('a file that asks for a password is told from one that is broken', async () => {
  const locked = { userPassword: 'segredo', ownerPassword: 'dono', pdfVersion: '1.7' } as const;
  assert.equal(await problemOf(await pdfOf([LETTER], locked)), 'locked');
  const whole = await pdfOf([LETTER]);
  for (const bytes of [
    Buffer.from('%PDF-1.7'),
    whole.subarray(0, whole.length / 2),
    Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000, 7)]),
  ]) {
    assert.equal(await problemOf(bytes), 'broken');
  }
});
