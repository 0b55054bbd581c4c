export interface ShiftSearch {
  /** Whose closings are listed; absent: of all terminals. */
  readonly terminal?: number;
}

export function readShiftSearch(search: Record<string, unknown>): ShiftSearch {
  const id = Number(search.terminal);
  return Number.isSafeInteger(id) && id > 0 ? { terminal: id } : {};
}
