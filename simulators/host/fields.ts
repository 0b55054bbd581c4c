export type Fields = Readonly<Record<string, unknown>>;

/** Absent, null and the empty text all count as missing. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** An object, or an empty one for anything else. */
export function objectOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON of a body that came as bytes; undefined for anything that is none. */
export function parsedBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
