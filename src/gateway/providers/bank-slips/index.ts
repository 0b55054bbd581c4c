import type { ConnectorOptions } from '../connector-kind.ts';
import type { SlipProvider } from '../slips/slip-provider.ts';
import { C6BANK } from './c6/dialect.ts';
import { createSlipConnector } from './connector.ts';
import { ITAU } from './itau/dialect.ts';

/** The banks of this version, by provider in capitals: their accounts are those for Pix. */
export function createLiveSlipBanks(options: ConnectorOptions): ReadonlyMap<string, SlipProvider> {
  return new Map([ITAU, C6BANK].map((dialect) => [dialect.provider, createSlipConnector(dialect, options)]));
}

export { isForSlips, isForSlipsAlone, withSlips } from './account.ts';
export { bankWithSlips, SLIP_NOTICES } from './bank-with-slips.ts';
export { createSlipBanks, type SlipBanks, type SlipRoute, slipRoute } from './slip-banks.ts';
