/** A record as written: undefined members are absent from its JSON, never null. */
export type WrittenRecord<Record> = Record extends object
  ? {
      [Name in keyof Record]:
        | WrittenRecord<Record[Name]>
        | (object extends Pick<Record, Name> ? undefined : never);
    }
  : Record;

/**
 * In the order of these names, whichever order they were stored in, by whichever version: the answer that an Idempotency-Key
 * repeats is the first one byte for byte.
 */
export function writeInOrder<Record extends object>(
  record: Record,
  names: readonly (keyof Record)[],
): Record {
  const known = names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]));
  return Object.fromEntries(known) as Record;
}

/** Minor units, as records write them. */
export function recordedAmount(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : String(amount);
}
