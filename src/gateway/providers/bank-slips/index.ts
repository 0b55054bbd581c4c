import type { ConnectorOptions } from '../connector-kind.ts';
import type { SlipProvider } from '../slips/slip-provider.ts';
import { C6BANK } from './c6/dialect.ts';
import { createSlipConnector } from './connector.ts';
import { ITAU } from './itau/dialect.ts';

/** A bank that registers slips: its account is the one for Pix. */
export interface SlipConnectorKind {
  readonly provider: string;
  create(options: ConnectorOptions): SlipProvider;
}

/** The banks of this version. */
export const SLIP_KINDS: readonly SlipConnectorKind[] = [ITAU, C6BANK].map((dialect) => ({
  provider: dialect.provider,
  create: (options) => createSlipConnector(dialect, options),
}));
