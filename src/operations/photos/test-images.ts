import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** A block of zeros of `deflatedZeros`. */
const ZEROS = 1024 ** 2;
const ADLER_MODULUS = 65_521;
const ZLIB_HEADER = Buffer.from([0x78, 0xda]);

export type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

/** A picture of one colour. */
export function picture(kind: Kind, size: { width: number; height: number }, alpha = 1): Promise<Buffer> {
  const background = { r: 200, g: 40, b: 10, alpha };
  return sharp({ create: { ...size, channels: alpha < 1 ? 4 : 3, background } })
    [kind]()
    .toBuffer();
}

/** A PNG of a few kilobytes that really has this size: one bit per pixel, all zero. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflatedZeros(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of random pixels, which do not compress: a little less than this many bytes. */
export function noise(bytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(bytes / 3)) - 8;
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** What zlib makes of this many zero bytes, from one compressed block: compressing them all takes seconds. */
function deflatedZeros(length: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(ZEROS), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(Buffer.alloc(length % ZEROS), { level: 9 });
  const blocks = Array.from({ length: Math.floor(length / ZEROS) }, () => block);
  const adler32 = Buffer.alloc(4);
  adler32.writeUInt16BE(length % ADLER_MODULUS, 0);
  adler32.writeUInt16BE(1, 2);
  return Buffer.concat([ZLIB_HEADER, ...blocks, rest, adler32]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
