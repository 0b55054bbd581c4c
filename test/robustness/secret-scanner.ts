/** Only the first 64 characters of a secret are searched, so that it is found even if it is wrapped or cut further on. */
const SEARCHED_BYTES = 64;
const BASE64_ALIGNMENTS = [0, 1, 2] as const;
const CARD_GROUPS = /^\d{13,19}$/;

/** Values that must not be found, by description: `card of a denied sale`. */
export type Secrets = ReadonlyMap<string, string | Buffer>;

/**
 * Searches bytes for every secret in any letter case, in UTF-16, hexadecimal and base64 at any alignment, and for card
 * numbers also in groups of four. Returns a description of each finding.
 */
export function findSecrets(where: string, bytes: Buffer, secrets: Secrets): readonly string[] {
  const haystack = bytes.toString('latin1').toLowerCase();
  const found: string[] = [];
  for (const [what, secret] of secrets) {
    for (const [form, needle] of knownFormsOf(secret)) {
      if (haystack.includes(needle)) found.push(`${where}: ${what} (${form})`);
    }
  }
  return found;
}

type Form = readonly [form: string, needle: string];

/** Every row and answer is searched for the same secrets. */
const knownForms = new Map<string | Buffer, readonly Form[]>();

function knownFormsOf(secret: string | Buffer): readonly Form[] {
  const known = knownForms.get(secret);
  if (known) return known;
  const forms = formsOf(secret).map(([form, needle]) => [form, needle.toLowerCase()] as const);
  knownForms.set(secret, forms);
  return forms;
}

function formsOf(secret: string | Buffer): readonly Form[] {
  const bytes = Buffer.from(secret as string).subarray(0, SEARCHED_BYTES);
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

/** The base64 characters that depend on these bytes alone, with `before` bytes in front of them. */
function base64Within(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
}

/**
 * Three or four digits occur everywhere by chance, so they are searched only as whole values, in objects, lists and texts
 * with JSON.
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
