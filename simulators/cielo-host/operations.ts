import type { CardFaults } from '../host/card/card-faults.ts';

/** Calls of the interface that a fault can hit; a refund is every cancel, a query every GET. */
export const OPERATIONS = ['authorize', 'capture', 'refund', 'query', 'tokenize', 'verify'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type HostFaults = CardFaults<Operation>;

export const NO_FAULTS: HostFaults = { scenarios: {}, wire: {} };
