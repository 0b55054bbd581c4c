import { type Kind, picture, pngBomb } from '../../src/operations/photos/test-images.ts';
import { fc } from '../support/property.ts';

const KINDS: readonly Kind[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'];
const images = await Promise.all(
  KINDS.flatMap((kind) => [
    picture(kind, { width: 40, height: 30 }),
    picture(kind, { width: 7, height: 90 }, kind === 'jpeg' ? 1 : 0.5),
  ]),
);

/** Real image files with bytes changed, cut off, repeated, or combined with the head of another file. */
const spoiled: fc.Arbitrary<Buffer> = fc.constantFrom(...images).chain((image) => {
  const position = fc.nat(image.length - 1);
  return fc.oneof(
    fc
      .array(fc.tuple(fc.oneof(position, fc.nat(60)), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 8,
      })
      .map((changes) => {
        const copy = Buffer.from(image);
        for (const [at, byte] of changes) copy[at % copy.length] = byte;
        return copy;
      }),
    position.map((end) => image.subarray(0, end)),
    fc
      .tuple(position, fc.uint8Array({ minLength: 1, maxLength: 60 }))
      .map(([at, bytes]) => Buffer.concat([image.subarray(0, at), bytes, image.subarray(at)])),
    fc
      .tuple(fc.constantFrom(...images), fc.integer({ min: 8, max: 60 }))
      .map(([other, head]) => Buffer.concat([other.subarray(0, head), image.subarray(head)])),
  );
});

const BOMBS = [pngBomb(20_000, 20_000), pngBomb(65_535, 1_000), pngBomb(6_400, 6_400), pngBomb(1, 8_000_000)];

/** Values for a photo field: real, damaged and hostile ones. */
export const spoiledPhotos: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: spoiled.map((bytes) => bytes.toString('base64')) },
  { weight: 3, arbitrary: spoiled.map((bytes) => `data:image/png;base64,${bytes.toString('base64url')}`) },
  { weight: 2, arbitrary: fc.constantFrom(...images).map((bytes) => bytes.toString('base64')) },
  { weight: 1, arbitrary: fc.constantFrom(...BOMBS).map((bytes) => bytes.toString('base64')) },
  { weight: 1, arbitrary: fc.base64String({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
);
