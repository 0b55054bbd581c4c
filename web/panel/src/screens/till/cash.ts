/** Notes of the real, in centavos. */
const NOTES = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;
const MOST = 4;

/** What a buyer may hand over for this total: the next amounts that notes make, rising. */
export function likelyNotes(total: number): readonly number[] {
  const handed = NOTES.map((note) => Math.ceil(total / note) * note).filter((sum) => sum > total);
  return [...new Set(handed)].sort((one, other) => one - other).slice(0, MOST);
}

/** What goes back; undefined: what was handed over is too little. */
export function changeOf(total: number, given: number): number | undefined {
  return given < total ? undefined : given - total;
}
