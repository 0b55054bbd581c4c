import type { Acquirers, CardAcquirer, Route } from '../../providers/index.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';

/**
 * A failure injected once into an operation: at its nth call to the acquirer, or around its nth commit. A
 * request "on the way" arrives, perhaps late, whatever becomes of its sender; "not found" is a premature
 * answer of the acquirer.
 */
export type Trouble =
  | {
      readonly on: 'call';
      readonly nth: number;
      readonly how: 'refused' | 'answer lost' | 'on the way' | Stall;
    }
  | { readonly on: 'query'; readonly nth: number; readonly how: 'not found' }
  | { readonly on: 'commit'; readonly nth: number; readonly how: Stall };

/** The operation stalls there until it is resumed, or for ever if its instance dies. */
type Stall = 'stalls before' | 'stalls after';

/** The environment of one operation. */
export interface Ways {
  readonly store: TransactionStore;
  readonly acquirers: Acquirers;
}

export interface Troubled extends Ways {
  /** Resolves when the operation is stalled. */
  readonly stalled: Promise<void>;
  goOn(): void;
  /** Lets a request that is on the way arrive, once. */
  arrive(): Promise<unknown>;
}

type Around = <Value>(on: Trouble['on'], work: () => Promise<Value>) => Promise<Value>;

const NOT_SENT = { outcome: 'not_sent', reason: 'connection refused' };
const LOST = { outcome: 'unknown', reason: 'the answer was lost' };

export function withTrouble({ store, acquirers }: Ways, trouble: Trouble | undefined): Troubled {
  const stalled = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const seen = { call: 0, query: 0, commit: 0 };
  let arrival: (() => Promise<unknown>) | undefined;
  const stall = () => {
    stalled.resolve();
    return going.promise;
  };
  const around: Around = async (on, work) => {
    seen[on] += 1;
    if (trouble?.on !== on || trouble.nth !== seen[on]) return work();
    if (trouble.how === 'refused') return NOT_SENT as never;
    if (trouble.how === 'not found') return { outcome: 'not_found' } as never;
    if (trouble.how === 'on the way') {
      const arrived = onceOnly(work);
      arrival = arrived;
      await stall();
      return arrived();
    }
    if (trouble.how === 'stalls before') await stall();
    const value = await work();
    if (trouble.how === 'answer lost') return LOST as never;
    if (trouble.how === 'stalls after') await stall();
    return value;
  };
  return {
    store: troubledStore(store, around),
    acquirers: wrapConnectors(acquirers, (connector) => troubledConnector(connector, around)),
    stalled: stalled.promise,
    goOn: () => going.resolve(),
    arrive: async () => arrival?.(),
  };
}

function onceOnly<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

function troubledStore(store: TransactionStore, around: Around): TransactionStore {
  return {
    ...store,
    insertSale: (begin) => around('commit', () => store.insertSale(begin)),
    change: (change) => around('commit', () => store.change(change)),
  };
}

/** The same acquirers with every connector wrapped. */
export function wrapConnectors(
  acquirers: Acquirers,
  wrap: (connector: CardAcquirer) => CardAcquirer,
): Acquirers {
  const through = (route: Route): Route => ({ ...route, connector: wrap(route.connector) });
  return {
    ...acquirers,
    route: async (...parameters) => through(await acquirers.route(...parameters)),
    choose: async (...parameters) => {
      const chosen = await acquirers.choose(...parameters);
      const others = chosen.others.map((other) => ({ ...other, route: through(other.route) }));
      return { ...chosen, route: through(chosen.route), others };
    },
    routeOf: async (...parameters) => {
      const route = await acquirers.routeOf(...parameters);
      return route && through(route);
    },
  };
}

function troubledConnector(connector: CardAcquirer, around: Around): CardAcquirer {
  return {
    ...connector,
    authorize: (attempt) => around('call', () => connector.authorize(attempt)),
    continueAfterAuthentication: (ids) => around('call', () => connector.continueAfterAuthentication(ids)),
    capture: (ids, amount) => around('call', () => connector.capture(ids, amount)),
    void: (ids, amount) => around('call', () => connector.void(ids, amount)),
    refund: (ids, amount, reference) => around('call', () => connector.refund(ids, amount, reference)),
    undo: (ids) => around('call', () => connector.undo(ids)),
    query: (ids) => around('query', () => around('call', () => connector.query(ids))),
    queryRefund: (ids, refundId) => around('call', () => connector.queryRefund(ids, refundId)),
  };
}
