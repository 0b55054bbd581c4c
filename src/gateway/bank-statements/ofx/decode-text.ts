/** Banks in Brazil write these; anything else is read as the first of them. */
const LATIN = 'windows-1252';
const BOMS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const HEAD_BYTES = 1_024;
const XML_ENCODING = /<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i;

/**
 * The text of a file as its own header says, where that is true: many banks write `CHARSET:1252` above UTF-8, and the other way
 * round. What is no UTF-8 is read byte by byte.
 */
export function decodeOfx(bytes: Uint8Array): string {
  const marked = BOMS.find(([bom]) => bom.every((byte, index) => bytes[index] === byte));
  if (marked) return decode(bytes, marked[1]) ?? '';
  const head = decode(bytes.subarray(0, HEAD_BYTES), LATIN) ?? '';
  const named = XML_ENCODING.exec(head)?.[1];
  return decode(bytes, 'utf-8') ?? (named && decode(bytes, named)) ?? decode(bytes, LATIN) ?? '';
}

/** Undefined where the bytes are not of that encoding, or nobody knows it. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
