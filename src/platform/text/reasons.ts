/**
 * Reasons as they are stored, and what people read in their place. The stored text is a code that happens to be English: it
 * never changes, so that rows of all versions read alike. Each room brings the texts of its own.
 */
export interface Reasons {
  readonly texts: Readonly<Record<string, string>>;
  /** Texts with a part that varies; what follows a colon may be another reason, which `tell` tells. */
  readonly patterns?: readonly (readonly [
    RegExp,
    (part: string, tell: (reason: string) => string) => string,
  ])[];
}

/** Tells a stored reason in Portuguese. A text that none of the rooms has stays as it is. */
export function reasonTeller(rooms: readonly Reasons[]): (reason: string) => string {
  const texts = new Map(rooms.flatMap((room) => Object.entries(room.texts)));
  const patterns = rooms.flatMap((room) => room.patterns ?? []);
  const tell = (reason: string): string => {
    const text = texts.get(reason);
    if (text !== undefined) return text;
    for (const [pattern, write] of patterns) {
      const found = pattern.exec(reason);
      if (found) return write(found[1] ?? '', tell);
    }
    return reason;
  };
  return tell;
}
