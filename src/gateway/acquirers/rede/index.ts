import type { ConnectorKind } from '../connector-kind.ts';
import { createRedeConnector } from './connector.ts';
import { redeSettings } from './settings.ts';

/** Rede, with its own 3-D Secure. */
export const redeKind: ConnectorKind = {
  provider: 'REDE',
  settings: redeSettings,
  create: (options) => createRedeConnector(options),
};
