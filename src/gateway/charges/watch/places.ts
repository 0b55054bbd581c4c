/** How many calls to banks may be under way at once. */
interface Share {
  /** Of looks that only time has brought about. */
  readonly polls: number;
  /** Of these, and of what a bank names: a notice never waits behind polls. */
  readonly all: number;
}

const OF_ACCOUNT: Share = { polls: 8, all: 12 };
/** Several accounts are at one bank, which may hang as a whole. */
const OF_BANK: Share = { polls: 32, all: 48 };
const OF_ALL: Share = { polls: 64, all: 96 };

export type PlaceLane = 'named' | 'poll';

/** Where a call goes. */
export interface PlaceOf {
  readonly accountId: number;
  readonly provider: string;
}

/** Places for calls to banks, so that one that hangs holds none but its own. */
export interface Places {
  /** Returns what gives the place back; undefined where there is none. */
  take(to: PlaceOf, lane: PlaceLane): (() => void) | undefined;
  /** How many an account may take now, as far as it is the only one that asks. */
  leftOf(accountId: number, lane: PlaceLane): number;
}

export function createPlaces(): Places {
  const taken = new Map<string, number>();
  const takenOf = (key: string) => taken.get(key) ?? 0;
  const add = (key: string, count: number) => {
    const sum = takenOf(key) + count;
    if (sum === 0) taken.delete(key);
    else taken.set(key, sum);
  };
  const mostOf = (share: Share, lane: PlaceLane) => (lane === 'poll' ? share.polls : share.all);
  return {
    take: ({ accountId, provider }, lane) => {
      const shares: readonly (readonly [string, Share])[] = [
        [`account ${accountId}`, OF_ACCOUNT],
        [`bank ${provider}`, OF_BANK],
        ['all', OF_ALL],
      ];
      if (shares.some(([key, share]) => takenOf(key) >= mostOf(share, lane))) return undefined;
      for (const [key] of shares) add(key, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        for (const [key] of shares) add(key, -1);
      };
    },
    leftOf: (accountId, lane) =>
      Math.max(
        0,
        Math.min(
          mostOf(OF_ACCOUNT, lane) - takenOf(`account ${accountId}`),
          mostOf(OF_ALL, lane) - takenOf('all'),
        ),
      ),
  };
}
