/** Receivers and merchants remembered; those not heard of for longest are forgotten first. */
const MAX_REMEMBERED = 10_000;
const FAILURE = 2;
const MOST = 8;
const TROUBLED_FROM = 2;

/** How receivers have been answering, as far as this process knows. */
export interface Health {
  record(receiver: string, merchantId: number, went: 'well' | 'badly'): void;
  /** Without a merchant: of an unknown receiver nothing bad is assumed. */
  isTroubled(receiver: string, merchantId: number | undefined): boolean;
}

/**
 * A failure makes a receiver troubled at once; it takes as many good answers to be trusted again as it lost trust. One
 * that was never heard of counts as its merchant's last ones: else a merchant with a new host name for every sale would
 * always count as healthy.
 */
export function createHealth(): Health {
  const scores = new Map<string, number>();
  const change = (key: string, went: 'well' | 'badly'): void => {
    const score = scores.get(key) ?? 0;
    scores.delete(key);
    scores.set(key, went === 'badly' ? Math.min(score + FAILURE, MOST) : Math.max(score - 1, 0));
    if (scores.size > MAX_REMEMBERED) scores.delete(scores.keys().next().value ?? '');
  };
  return {
    record: (receiver, merchantId, went) => {
      change(receiver, went);
      change(merchantKey(merchantId), went);
    },
    isTroubled: (receiver, merchantId) => {
      const score =
        scores.get(receiver) ?? (merchantId === undefined ? 0 : scores.get(merchantKey(merchantId)));
      return (score ?? 0) >= TROUBLED_FROM;
    },
  };
}

/** No receiver is called so: their names have a colon and a port. */
function merchantKey(merchantId: number): string {
  return `merchant ${merchantId}`;
}
