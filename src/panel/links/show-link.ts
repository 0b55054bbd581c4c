import { linkStateOf, type PaymentLink } from '../../gateway/checkout/index.ts';
import { cardOffer, cardOfferOf } from '../../gateway/kinds/card/index.ts';
import { pixOfferOf } from '../../gateway/kinds/pix/index.ts';
import type { Catalogue, Photos } from '../../operations/index.ts';
import type { LinkDetail, LinkRow } from './schema.ts';

type Product = NonNullable<Awaited<ReturnType<Catalogue['findProduct']>>>;

export function linkRow(
  link: PaymentLink,
  {
    now,
    publicUrl,
    paying,
  }: {
    readonly now: number;
    readonly publicUrl: string;
    /** By link, the tries under way. */
    readonly paying: ReadonlyMap<string, number>;
  },
): LinkRow {
  const underWay = Math.min(link.uses, paying.get(link.id) ?? 0);
  return {
    id: link.id,
    name: link.name,
    url: `${publicUrl}/p/${link.code}`,
    amount: link.amount ?? null,
    minAmount: link.minAmount ?? null,
    maxAmount: link.maxAmount ?? null,
    paid: link.uses - underWay,
    underWay,
    maxUses: link.maxUses ?? null,
    state: linkStateOf(link, now),
    expiresAt: link.expiresAt === undefined ? null : new Date(link.expiresAt).toISOString(),
    createdAt: new Date(link.createdAt).toISOString(),
  };
}

export function linkDetail(
  link: PaymentLink,
  row: LinkRow,
  product: Product | undefined,
  photos: Pick<Photos, 'thumbnailUrl'>,
): LinkDetail {
  const { types, installments, askDocument } = cardOfferOf(link.terms) ?? cardOffer({});
  const { discount } = pixOfferOf(link.terms) ?? {};
  return {
    ...row,
    active: link.active,
    description: link.description ?? null,
    qrCodePath: `/p/${link.code}/qr.svg`,
    types,
    installments,
    askDocument,
    methods: link.terms.offers.map(({ kind }) => kind),
    pixDiscount: discount ?? null,
    referenceId: link.terms.referenceId ?? null,
    product: product
      ? {
          id: product.id,
          name: product.name,
          thumbnailUrl: product.photoId === undefined ? null : photos.thumbnailUrl(product.photoId),
        }
      : null,
  };
}
