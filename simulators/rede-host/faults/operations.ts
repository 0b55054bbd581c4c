import type { CardFaults } from '../../host/card/card-faults.ts';

/** Calls of the interface that a fault can hit; a query is every GET. */
export const OPERATIONS = ['token', 'authorize', 'capture', 'refund', 'query', 'tokenize'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type HostFaults = CardFaults<Operation>;

export const NO_FAULTS: HostFaults = { scenarios: {}, wire: {} };
