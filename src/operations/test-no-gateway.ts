import type { CardForms, GatewayCharges } from './index.ts';

export const PUBLIC_URL = 'https://loja.example';

const noGateway = async (): Promise<never> => {
  throw new Error('this room has no gateway');
};
/** Of a room that charges nothing. */
export const NO_GATEWAY: GatewayCharges = {
  openPage: noGateway,
  findPage: noGateway,
  chargeCard: noGateway,
  openPix: noGateway,
  pixToShow: noGateway,
  pixPages: async () => new Map(),
  find: noGateway,
  closePage: noGateway,
  refund: noGateway,
  pageUrl: (transactionId) => `${PUBLIC_URL}/v1/payment/${transactionId}`,
};
/** Of a room that keeps no cards. */
export const NO_FORMS: CardForms = { open: noGateway, find: noGateway, delete: noGateway };
