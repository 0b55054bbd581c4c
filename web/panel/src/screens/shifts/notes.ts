/** Notes and coins, in centavos, the largest first. */
export const NOTES = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5] as const;

/** How many there are of each, as typed. */
export type NoteCounts = Readonly<Partial<Record<number, string>>>;

const MAX_PIECES = 99_999;

/** In centavos. What is not a number of pieces counts as none. */
export function worthOf(counts: NoteCounts): number {
  return NOTES.reduce((total, note) => total + note * piecesOf(counts[note]), 0);
}

function piecesOf(typed: string | undefined): number {
  return /^\d+$/.test(typed ?? '') ? Math.min(Number(typed), MAX_PIECES) : 0;
}
