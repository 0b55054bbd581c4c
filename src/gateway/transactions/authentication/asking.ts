/** Questions of this process under way at once, in all, to one acquirer, and for one account there. */
const MAX_ASKING = 32;
const MAX_AT_ACQUIRER = 24;
const MAX_FOR_ACCOUNT = 16;

/** Who is asked, and whose account is used: each merchant has at most one at an acquirer. */
export interface Asked {
  readonly provider: string;
  readonly merchantId: number;
}

export interface Asking {
  /** Undefined when enough is being asked; else to be called once when the question has ended, however it ended. */
  begin(asked: Asked): (() => void) | undefined;
}

/**
 * Bounds what is asked for buyers who come back. An acquirer, or an account, whose answers do not come holds up its own
 * buyers only: room for the others is left.
 */
export function createAsking(): Asking {
  const underWay = new Set<Asked>();
  const count = (isOne: (other: Asked) => boolean): number => [...underWay].filter(isOne).length;
  return {
    begin: ({ provider, merchantId }) => {
      const ofAcquirer = (other: Asked) => other.provider === provider;
      const ofAccount = (other: Asked) => ofAcquirer(other) && other.merchantId === merchantId;
      const isFull =
        underWay.size >= MAX_ASKING ||
        count(ofAcquirer) >= MAX_AT_ACQUIRER ||
        count(ofAccount) >= MAX_FOR_ACCOUNT;
      if (isFull) return undefined;
      const question = { provider, merchantId };
      underWay.add(question);
      return () => void underWay.delete(question);
    },
  };
}
