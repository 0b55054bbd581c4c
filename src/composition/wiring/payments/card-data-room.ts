import { join } from 'node:path';
import { registerBrowserLibrary } from '../../../gateway/browser-library/index.ts';
import {
  type CardData,
  createCardData,
  registerBrowserKeyRoute,
  registerPublicKeyRoute,
} from '../../../gateway/card-data/index.ts';
import { requireCheckoutPair } from '../../../gateway/credentials.ts';
import type { Room, RoomParts } from '../../room.ts';
import { merchantIdOf } from './merchant-api.ts';

const BROWSER_PACKAGE = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'checkout');
const BROWSER_LIBRARY = {
  built: join(BROWSER_PACKAGE, 'dist'),
  published: join(BROWSER_PACKAGE, 'published'),
};

export function openCardData(parts: RoomParts): CardData {
  const { config, rooms, log } = parts;
  return createCardData({
    database: rooms.database,
    vault: rooms.vault,
    clock: rooms.clock,
    limits: { enabled: config.mode === 'production' },
    onError: (error) => log.error({ err: error }, 'card data'),
    ...(parts.generateKeyPair && { generateKeyPair: parts.generateKeyPair }),
  });
}

/** How a card's data are encrypted before they leave the browser: keys, and the library that uses them. */
export function cardDataRoom({ rooms: { accounts } }: RoomParts, cardData: CardData): Room {
  return {
    jobs: cardData.jobs,
    register: async (app) => {
      registerPublicKeyRoute(app, {
        cardData,
        requireCheckoutPair: requireCheckoutPair(accounts),
        merchantId: merchantIdOf,
      });
      registerBrowserKeyRoute(app, {
        cardData,
        admit: async (checkoutId, { headers, clientAddress: address }) => {
          // The frame with the card's fields asks from the gateway's own origin; only pages of the shop can show it.
          const isOwnPage = headers['sec-fetch-site'] === 'same-origin';
          const page = { origin: headers.origin, isOwnPage, address };
          return (await accounts.checkoutIds.admit(checkoutId, page)).personId;
        },
      });
      await registerBrowserLibrary(app, {
        folders: BROWSER_LIBRARY,
        admit: (checkoutId, origin, { clientAddress: address }) =>
          accounts.checkoutIds.admit(checkoutId, { origin, isOwnPage: false, address }),
      });
    },
    close: cardData.close,
  };
}
