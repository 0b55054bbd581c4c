import type { Acquirers, Route } from '../registry.ts';

/** Acquirers of whom there is one, which takes everything. */
export function onlyRoute(route: Route): Acquirers {
  return {
    route: async () => route,
    choose: async () => ({ route, routing: undefined, others: [] }),
    noteStored: async () => undefined,
    tryRules: async () => undefined,
    routeOf: async () => route,
    routeInUse: async () => route,
  };
}
