import type { ConnectorKind } from '../connector-kind.ts';
import { redeSettings } from './call/settings.ts';
import { createRedeConnector } from './connector.ts';
import { createRedeStatements } from './statement/source.ts';

export { redeDeclineCodes } from './answer/return-codes.ts';

/** Rede, with its own 3-D Secure. */
export const redeKind: ConnectorKind = {
  provider: 'REDE',
  settings: redeSettings,
  create: (options) => createRedeConnector(options),
  createStatements: createRedeStatements,
};
