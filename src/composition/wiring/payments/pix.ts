import { createPix, createPixChargeStore, type Pix } from '../../../gateway/kinds/pix/index.ts';
import { createDerivedTokens } from '../../../platform/derived-tokens.ts';
import type { RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

export function buildPix({ rooms, log, publicUrl }: RoomParts, sales: SalesParts): Pix {
  return createPix({
    ...sales,
    acquirers: sales.routes,
    charges: createPixChargeStore(rooms.database),
    pixTokens: createDerivedTokens(rooms.vault.deriveKey('pix')),
    publicUrl,
    newReference: rooms.newReference,
    onSurplusStuck: (found) => log.error(found, 'a surplus of Pix could not be given back'),
    onLookFailed: (subject, error) => log.error({ subject, err: error }, 'a look at a Pix failed'),
  });
}
