const POLYNOMIAL = 0x1021;
const START = 0xffff;
const TOP_BIT = 0x8000;
const MAX_NAME = 25;
const MAX_CITY = 15;

/** The text of a dynamic code, which a buyer pastes into the app of a bank. */
export function brCode({ location, name, city }: { location: string; name: string; city: string }): string {
  const text =
    field('00', '01') +
    field('01', '12') +
    field('26', field('00', 'br.gov.bcb.pix') + field('25', location)) +
    field('52', '0000') +
    field('53', '986') +
    field('58', 'BR') +
    field('59', name.slice(0, MAX_NAME)) +
    field('60', city.slice(0, MAX_CITY)) +
    field('62', field('05', '***'));
  return `${text}6304${checksum(`${text}6304`)}`;
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** CRC16-CCITT-FALSE, as four capitals. */
function checksum(text: string): string {
  let sum = START;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & TOP_BIT ? (sum << 1) ^ POLYNOMIAL : sum << 1) & START;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
