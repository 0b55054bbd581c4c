import { BODY_WITH_PHOTO_BYTES, type Catalogue, type Photos, type Product } from '../../operations/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { actingFor, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf, wantedOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { changesOf } from './changes.ts';
import { ProductBody, type ProductDetail, type ProductRow } from './schema.ts';

type PhotoUrls = Pick<Photos, 'url' | 'thumbnailUrl'>;

/** The products of a shop. */
export function productRoutes({
  catalogue,
  photos,
}: {
  readonly catalogue: Catalogue;
  readonly photos: PhotoUrls;
}): readonly AnyPanelRoute[] {
  const save = async (call: PanelCall<ProductBody, unknown>, id: number | undefined) => {
    const { categoryId, photo, removePhoto } = call.body;
    const request = {
      id,
      personId: actingFor(call),
      categoryId,
      changes: changesOf(call.body),
      photo: photo ?? (removePhoto ? null : undefined),
    };
    const { product } = await catalogue
      .saveProduct(request, (transaction, saved) => call.audit(transaction, `produto:${saved.id}`))
      .catch((error) => {
        throw inWordsOfTheForm(error);
      });
    return detailOf(product, photos);
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/products',
      access: 'catalogue.read',
      compressed: true,
      query: PageQuery,
      run: async (call) =>
        answeredPage(
          await catalogue.listProducts(actingFor(call), wantedOf(call.query)),
          pageOf(call.query),
          (product) => rowOf(product, photos),
        ),
    }),
    panelRoute({
      method: 'GET',
      path: '/products/:id',
      access: 'catalogue.read',
      run: async (call) => {
        const product = await catalogue.findProduct(actingFor(call), recordIdOf(call));
        if (!product) throw refusePanel('record_unknown');
        return detailOf(product, photos);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/products',
      access: 'catalogue.write',
      body: ProductBody,
      bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
      run: (call) => save(call, undefined),
    }),
    panelRoute({
      method: 'PATCH',
      path: '/products/:id',
      access: 'catalogue.write',
      body: ProductBody,
      bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
      run: (call) => save(call, recordIdOf(call)),
    }),
  ];
}

/** Refusals of the products name the fields of the operational interface. */
function inWordsOfTheForm(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'category_missing') return refusePanel('category_missing', { field: 'categoryId' });
  if (error.code === 'photo_invalid') return refusePanel('photo_invalid', { field: 'photo' });
  return error;
}

export function rowOf(product: Product, photos: PhotoUrls): ProductRow {
  const { photoId } = product;
  return {
    id: product.id,
    name: product.name,
    categoryId: product.categoryId ?? null,
    reference: product.reference ?? null,
    ean: product.ean ?? null,
    price: product.price ?? null,
    quantity: product.quantity ?? null,
    stockControlled: product.stockControlled,
    service: product.service,
    active: product.status === 'active',
    isDefault: product.isDefault,
    thumbnailUrl: photoId === undefined ? null : photos.thumbnailUrl(photoId),
  };
}

function detailOf(product: Product, photos: PhotoUrls): ProductDetail {
  return {
    ...rowOf(product, photos),
    description: product.description ?? null,
    photoUrl: product.photoId === undefined ? null : photos.url(product.photoId),
    fiscal: product.fiscal as ProductDetail['fiscal'],
  };
}
