/** What a host keeps of a charge that the issuer engine's book does not have. */
export interface Details<Detail> {
  of(id: string): Detail | undefined;
  set(id: string, details: Detail): void;
  change(id: string, changes: Partial<Detail>): void;
}

/** Details of the newest `max` charges, as many as the book has. */
export function createDetails<Detail>(max: number): Details<Detail> {
  const kept = new Map<string, Detail>();

  return {
    of: (id) => kept.get(id),
    set(id, details) {
      kept.set(id, details);
      if (kept.size > max) kept.delete(kept.keys().next().value as string);
    },
    change(id, changes) {
      const details = kept.get(id);
      if (details) kept.set(id, { ...details, ...changes });
    },
  };
}
