const INSTANCES = 10_000;
const PER_MILLISECOND = 1_000;

/**
 * Makes the acquirer's ids of 20 digits: 13 for the millisecond, 4 for this process (drawn once), 3 that count within
 * the millisecond. Ids never repeat and never decrease, even if the clock does.
 */
export function chargeIds(now: () => number, random: () => number): () => string {
  const instance = String(Math.floor(random() * INSTANCES)).padStart(4, '0');
  let millisecond = 0;
  let count = 0;

  return () => {
    const current = now();
    if (current > millisecond) {
      millisecond = current;
      count = 0;
    } else if (++count === PER_MILLISECOND) {
      millisecond += 1;
      count = 0;
    }
    return `${String(millisecond).padStart(13, '0')}${instance}${String(count).padStart(3, '0')}`;
  };
}

/** Six digits derived from the id, so that they need not be stored. */
export function authorizationCode(id: string): string {
  return id.slice(10, 13) + id.slice(17);
}

/** The sequential number that goes on receipts: nine digits. */
export function receiptNumber(id: string): string {
  return id.slice(8, 13) + id.slice(16);
}
