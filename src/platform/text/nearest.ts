/** A name that differs in more than a third of its letters is no typing error. */
const LARGEST_SHARE = 1 / 3;
const ALWAYS_ALLOWED = 2;

/** The candidate that differs least from what was typed; undefined if none is near. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate);
    const allowed = Math.max(ALWAYS_ALLOWED, Math.floor(candidate.length * LARGEST_SHARE));
    if (distance <= allowed && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein: inserted, deleted or replaced letters. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const leftOut = (previous[column] ?? 0) + 1;
      const putIn = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, leftOut, putIn));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
