const POLYNOMIAL = 0x1021;
const START = 0xffff;
const TOP_BIT = 0x8000;
const SIXTEEN_BITS = 0xffff;

/** CRC16-CCITT-FALSE of the text's UTF-8 bytes, as four hexadecimal capitals. */
export function crc16(text: string): string {
  let crc = START;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & TOP_BIT) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL) & SIXTEEN_BITS;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
