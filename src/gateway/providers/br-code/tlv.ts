/** A value under its id of two digits. */
export type Field = readonly [id: string, value: string];

const LONGEST = 99;
const HEAD = /^\d{4}$/;

/** Each value behind its id and its length; undefined when one is empty or longer than two digits can tell. */
export function writeTlv(fields: readonly Field[]): string | undefined {
  const fits = fields.every(([, value]) => value.length > 0 && value.length <= LONGEST);
  if (!fits) return undefined;
  return fields.map(([id, value]) => id + String(value.length).padStart(2, '0') + value).join('');
}

/** Undefined when the text does not consist of fields, or has one twice. */
export function readTlv(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = text.slice(at, at + 4);
    if (!HEAD.test(head)) return undefined;
    const id = head.slice(0, 2);
    const end = at + 4 + Number(head.slice(2));
    if (end > text.length || end === at + 4 || fields.has(id)) return undefined;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}
