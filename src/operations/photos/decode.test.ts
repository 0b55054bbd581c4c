import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodeImage } from './decode.ts';
import { LIMITS_WITH_KEY, LIMITS_WITHOUT_KEY } from './photo.ts';
import { picture, pngBomb } from './test-images.ts';

for (const kind of ['jpeg', 'png', 'webp', 'gif'] as const) {
  test(`a ${kind} becomes a photo and a thumbnail, both within their sides`, async () => {
    const prepared = await decodeImage(await picture(kind, { width: 3000, height: 1500 }), LIMITS_WITH_KEY);
    assert.equal(prepared?.extension, 'jpg');
    const photo = await sharp(prepared?.photo).metadata();
    assert.deepEqual([photo.format, photo.width, photo.height], ['jpeg', 1200, 600]);
    const thumbnail = await sharp(prepared?.thumbnail).metadata();
    assert.deepEqual([thumbnail.format, thumbnail.width, thumbnail.height], ['jpeg', 240, 120]);
  });
}

test('a transparent picture stays transparent, as PNG', async () => {
  const prepared = await decodeImage(
    await picture('webp', { width: 100, height: 100 }, 0.5),
    LIMITS_WITH_KEY,
  );
  assert.equal(prepared?.extension, 'png');
  const { format, hasAlpha } = await sharp(prepared?.thumbnail).metadata();
  assert.deepEqual([format, hasAlpha], ['png', true]);
});

test('a page is a JPEG on white also where its picture is transparent', async () => {
  const clear = await picture('png', { width: 100, height: 100 }, 0);
  const prepared = await decodeImage(clear, { ...LIMITS_WITH_KEY, onWhite: true });
  assert.equal(prepared?.extension, 'jpg');
  const { channels } = await sharp(prepared?.photo).stats();
  assert.deepEqual(
    channels.map(({ min, max }) => [min, max]),
    [255, 255, 255].map((white) => [white, white]),
  );
});

test('a small picture is not made larger', async () => {
  const prepared = await decodeImage(await picture('png', { width: 5, height: 4 }), LIMITS_WITH_KEY);
  const { width, height } = await sharp(prepared?.photo).metadata();
  assert.deepEqual([width, height], [5, 4]);
});

test('a rotated picture is turned upright, and its metadata is removed', async () => {
  const lying = await sharp(await picture('jpeg', { width: 40, height: 20 }))
    .withExif({ IFD0: { Copyright: 'Maria' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  assert.ok((await sharp(lying).metadata()).exif);
  const prepared = await decodeImage(lying, LIMITS_WITH_KEY);
  const { width, height, exif, orientation } = await sharp(prepared?.photo).metadata();
  assert.deepEqual([width, height, exif, orientation], [20, 40, undefined, undefined]);
});

test('of an animation the first frame is kept', async () => {
  const frames = await sharp({
    create: { width: 20, height: 60, channels: 3, background: 'red', pageHeight: 20 },
  })
    .gif()
    .toBuffer();
  const prepared = await decodeImage(frames, LIMITS_WITH_KEY);
  const { height, pages } = await sharp(prepared?.photo).metadata();
  assert.deepEqual([height, pages], [20, undefined]);
});

test('a file of a few kilobytes with too many pixels is refused without being unpacked', async () => {
  const before = process.memoryUsage().rss;
  for (const [width, height] of [
    [30_000, 30_000],
    [65_000, 700],
    [8_000, 5_001],
    [1, 8_000_000],
  ] as const) {
    const bomb = pngBomb(width, height);
    assert.ok(bomb.length < 200_000, `${bomb.length}`);
    assert.equal(await decodeImage(bomb, LIMITS_WITH_KEY), undefined, `${width} × ${height}`);
  }
  const grownMegabytes = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grownMegabytes < 200, `${grownMegabytes} MB`);
});

test('without a key only a fifth of the pixels is allowed', async () => {
  const large = await picture('gif', { width: 2_900, height: 2_900 });
  assert.equal(await decodeImage(large, LIMITS_WITHOUT_KEY), undefined);
  assert.ok(await decodeImage(large, LIMITS_WITH_KEY));
  assert.ok(await decodeImage(await picture('gif', { width: 2_800, height: 2_800 }), LIMITS_WITHOUT_KEY));
});

test('a broken or cut off file is refused', async () => {
  for (const kind of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const whole = await picture(kind, { width: 400, height: 400 });
    const cut = whole.subarray(0, Math.floor(whole.length / 2));
    const empty = whole.subarray(0, 12);
    assert.equal(await decodeImage(empty, LIMITS_WITH_KEY), undefined, `${kind}: head only`);
    if (kind !== 'gif') assert.equal(await decodeImage(cut, LIMITS_WITH_KEY), undefined, `${kind}: half`);
  }
});

test('an unsupported format is not opened, even if libvips could', async () => {
  for (const kind of ['tiff', 'avif'] as const) {
    assert.equal(
      await decodeImage(await picture(kind, { width: 8, height: 8 }), LIMITS_WITH_KEY),
      undefined,
      kind,
    );
  }
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  assert.equal(await decodeImage(Buffer.from(svg), LIMITS_WITH_KEY), undefined);
});
