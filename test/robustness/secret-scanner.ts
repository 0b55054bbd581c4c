/** Parts of a text that one search looks for: 64 of its characters, so that a text wrapped or cut further on is found. */
const LOOKED_FOR_BYTES = 64;
const BASE64_ALIGNMENTS = [0, 1, 2] as const;
const CARD_GROUPS = /^\d{13,19}$/;

/** A value that must be nowhere, by what it is: `card of a denied sale`. */
export type Secrets = ReadonlyMap<string, string | Buffer>;

/**
 * Looks through bytes of any kind for every secret as it is, in capitals or not, in UTF-16, hexadecimal or base64 at
 * any alignment, and for card numbers also in groups of four. Tells what was found, and where.
 */
export function findSecrets(where: string, bytes: Buffer, secrets: Secrets): readonly string[] {
  const haystack = bytes.toString('latin1').toLowerCase();
  const found: string[] = [];
  for (const [what, secret] of secrets) {
    for (const [form, needle] of formsOf(secret)) {
      if (haystack.includes(needle.toLowerCase())) found.push(`${where}: ${what} (${form})`);
    }
  }
  return found;
}

function formsOf(secret: string | Buffer): readonly (readonly [form: string, needle: string])[] {
  const bytes = Buffer.from(secret as string).subarray(0, LOOKED_FOR_BYTES);
  const forms: [string, string][] = [
    ['as it is', bytes.toString('latin1')],
    ['UTF-16', Buffer.from(bytes.toString('latin1'), 'utf16le').toString('latin1')],
    ['hexadecimal', bytes.toString('hex')],
  ];
  for (const alignment of BASE64_ALIGNMENTS) {
    const base64 = base64Within(bytes, alignment);
    forms.push([`base64 +${alignment}`, base64]);
    forms.push([`base64url +${alignment}`, base64.replaceAll('+', '-').replaceAll('/', '_')]);
  }
  if (typeof secret === 'string' && CARD_GROUPS.test(secret)) {
    for (const between of [' ', '-', '.']) {
      forms.push([`grouped by "${between}"`, secret.replace(/\d{4}(?=\d)/g, `$&${between}`)]);
    }
  }
  return forms;
}

/** The characters of base64 that depend on these bytes alone when so many others stand before them. */
function base64Within(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
}

/**
 * Three or four digits stand everywhere by chance: they are looked for only as a whole value, in objects and lists,
 * and in texts that hold JSON.
 */
export function findValues(where: string, value: unknown, wanted: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => findValues(`${where}.${name}`, inner, wanted));
  }
  if (wanted.has(String(value))) return [`${where}: a security code`];
  const inner = typeof value === 'string' ? jsonOf(value) : undefined;
  return inner === undefined ? [] : findValues(where, inner, wanted);
}

function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
