/** Concurrent queries of this process: in all, to one acquirer, and for one account there. */
const MAX_QUERIES = 32;
const MAX_TO_ACQUIRER = 24;
const MAX_FOR_ACCOUNT = 16;

/** Each merchant has at most one account at an acquirer. */
export interface QueriedAccount {
  readonly provider: string;
  readonly merchantId: number;
}

export interface QueryLimiter {
  /** Undefined when a limit is reached; otherwise the function that releases the slot, to be called once. */
  acquire(account: QueriedAccount): (() => void) | undefined;
}

/**
 * Limits queries caused by returning buyers. An acquirer or account that does not answer delays only its own
 * buyers.
 */
export function createQueryLimiter(): QueryLimiter {
  const underWay = new Set<QueriedAccount>();
  const count = (isOne: (other: QueriedAccount) => boolean): number => [...underWay].filter(isOne).length;
  return {
    acquire: ({ provider, merchantId }) => {
      const ofAcquirer = (other: QueriedAccount) => other.provider === provider;
      const ofAccount = (other: QueriedAccount) => ofAcquirer(other) && other.merchantId === merchantId;
      const isFull =
        underWay.size >= MAX_QUERIES ||
        count(ofAcquirer) >= MAX_TO_ACQUIRER ||
        count(ofAccount) >= MAX_FOR_ACCOUNT;
      if (isFull) return undefined;
      const question = { provider, merchantId };
      underWay.add(question);
      return () => void underWay.delete(question);
    },
  };
}
