import type { ConnectorKind } from '../connector-kind.ts';
import { cieloLimits, cieloSettings } from './call/settings.ts';
import { createCieloConnector } from './connector.ts';
import { readCieloNotice } from './notice.ts';
import { createCieloPix } from './pix/connector.ts';

export { cieloDeclineCodes } from './answer/return-codes.ts';

/** Cielo's E-commerce API. */
export const cieloKind: ConnectorKind = {
  provider: 'CIELO',
  settings: cieloSettings,
  limits: cieloLimits,
  create: (options) => createCieloConnector(options),
  createPix: (options) => createCieloPix(options),
  readNotice: readCieloNotice,
};
