import sharp, { type Sharp } from 'sharp';
import { type DecodeLimits, PHOTO_SIDE, type PreparedPhoto, THUMBNAIL_SIDE } from './photo.ts';

/**
 * Of the clock, not of CPU time, which the limit of pixels bounds: on a busy machine a good picture waits for its turn many
 * times longer than it takes. Below the time after which its process is taken for hung (`decoder.ts`).
 */
const TIMEOUT_SECONDS = 50;
const JPEG_QUALITY = 82;
/** Of everything libvips could open, what `sentFormat` lets in and nothing else. */
const LOADERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'].map(
  (name) => `VipsForeignLoad${name}`,
);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/**
 * Decodes the first frame of an image and writes it anew, upright, without anything but its pixels: what is served
 * later was made here. Undefined for what is broken, cut off, too large or takes too long. Belongs into a process of its
 * own (`decoder.ts`): libvips is native code, and its memory is limited by nothing else.
 */
export async function decodeImage(bytes: Buffer, limits: DecodeLimits): Promise<PreparedPhoto | undefined> {
  const read = (input: Buffer) =>
    sharp(input, { limitInputPixels: limits.maxPixels, failOn: 'error', sequentialRead: true }).timeout({
      seconds: TIMEOUT_SECONDS,
    });
  try {
    const { hasAlpha, width, height } = await read(bytes).metadata();
    if (Math.max(width, height) > limits.maxSide) return undefined;
    const first = await written(fitted(read(bytes).autoOrient(), PHOTO_SIDE), hasAlpha ? 'png' : 'jpg');
    // Many a file has room for transparency and uses none.
    const opaque = !hasAlpha || (await read(first).stats()).isOpaque;
    const extension = opaque ? 'jpg' : 'png';
    const photo = hasAlpha && opaque ? await written(read(first), extension) : first;
    return { extension, photo, thumbnail: await written(fitted(read(photo), THUMBNAIL_SIDE), extension) };
  } catch {
    // libvips tells a broken file from a large one by its text only; for the sender both are the same refusal.
    return undefined;
  }
}

function fitted(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

function written(image: Sharp, extension: PreparedPhoto['extension']): Promise<Buffer> {
  return (extension === 'png' ? image.png() : image.jpeg({ quality: JPEG_QUALITY })).toBuffer();
}
