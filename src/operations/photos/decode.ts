import sharp, { type Sharp } from 'sharp';
import { type DecodeLimits, PHOTO_SIDE, type PreparedPhoto, THUMBNAIL_SIDE } from './photo.ts';

/**
 * Wall-clock time; CPU time is bounded by the pixel limit. On a busy machine a valid picture waits many times longer
 * than it takes. Below the time after which the process is considered hung (`decoder.ts`).
 */
const TIMEOUT_SECONDS = 50;
const JPEG_QUALITY = 82;
/** Only the formats that `sentFormat` accepts; libvips could open more. */
const LOADERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'].map(
  (name) => `VipsForeignLoad${name}`,
);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/**
 * Decodes the first frame of an image and re-encodes it, upright and without metadata: everything served later was
 * encoded here. Undefined for an image that is broken, truncated, too large or takes too long. Must run in a separate
 * process (`decoder.ts`): libvips is native code, and nothing else limits its memory.
 */
export async function decodeImage(bytes: Buffer, limits: DecodeLimits): Promise<PreparedPhoto | undefined> {
  const read = (input: Buffer) =>
    sharp(input, { limitInputPixels: limits.maxPixels, failOn: 'error', sequentialRead: true }).timeout({
      seconds: TIMEOUT_SECONDS,
    });
  try {
    const { hasAlpha, width, height } = await read(bytes).metadata();
    if (Math.max(width, height) > limits.maxSide) return undefined;
    const upright = fitted(read(bytes).autoOrient(), limits.side ?? PHOTO_SIDE);
    if (limits.onWhite) {
      const page = await written(upright.flatten({ background: '#fff' }), 'jpg');
      return {
        extension: 'jpg',
        photo: page,
        thumbnail: await written(fitted(read(page), THUMBNAIL_SIDE), 'jpg'),
      };
    }
    const first = await written(upright, hasAlpha ? 'png' : 'jpg');
    // Many files have an unused alpha channel.
    const opaque = !hasAlpha || (await read(first).stats()).isOpaque;
    const extension = opaque ? 'jpg' : 'png';
    const photo = hasAlpha && opaque ? await written(read(first), extension) : first;
    return { extension, photo, thumbnail: await written(fitted(read(photo), THUMBNAIL_SIDE), extension) };
  } catch {
    // libvips distinguishes a broken file from a large one only by its message; the sender gets the same refusal for
    // both.
    return undefined;
  }
}

function fitted(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

function written(image: Sharp, extension: PreparedPhoto['extension']): Promise<Buffer> {
  return (extension === 'png' ? image.png() : image.jpeg({ quality: JPEG_QUALITY })).toBuffer();
}
