/** Who looks at a page sees the payment at once. */
const SOON_MS = 2_000;
/** All pages together ask a thousand times a second at most: payments go on beside any number of them. */
const APART_MS = 1;
const LATEST_MS = 30_000;

/** Tells each page that asks how its Pix stands when to ask again, in milliseconds: each has a moment of its own. */
export function createAskPace(now: () => number = () => performance.now()): () => number {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const at = now();
    last = Math.min(Math.max(at + SOON_MS, last + APART_MS), at + LATEST_MS);
    return Math.round(last - at);
  };
}
