import { formatDocument } from '../../accounts/persons/index.ts';
import type { RoomParts } from '../room.ts';

/** What buyers see of a shop. */
export interface ShopOfBuyers {
  readonly name: string;
  /** Undefined for a natural person: a CPF is not for everybody who has the link. */
  readonly document: string | undefined;
  /** An absolute address. */
  readonly pictureUrl: string | undefined;
  readonly colour: string | undefined;
  readonly siteUrl: string | undefined;
  /** Hundredths of a percent that are taken off what is paid by Pix, where a link says nothing else. */
  readonly pixDiscount: number;
  /** False once its access was taken away: no page takes money or a card for it. */
  readonly takesPayments: boolean;
}

/** Undefined when there is no such person. */
export async function findShop(
  { rooms: { accounts }, publicUrl }: Pick<RoomParts, 'rooms' | 'publicUrl'>,
  merchantId: number,
): Promise<ShopOfBuyers | undefined> {
  const person = await accounts.findPerson(merchantId);
  if (!person) return undefined;
  const { colour, siteUrl, pixDiscount } = await accounts.shopSettings(merchantId);
  return {
    name: person.tradeName ?? person.name,
    document: person.legalPerson ? formatDocument(person.document) : undefined,
    pictureUrl:
      person.photoId === undefined ? undefined : `${publicUrl()}/photos/thumbnails/${person.photoId}`,
    colour,
    siteUrl,
    pixDiscount,
    takesPayments: person.status === 'active',
  };
}
