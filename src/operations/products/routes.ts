import Type from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { adaptAmounts } from '../interface/adapt-amounts.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { BODY_WITH_PHOTO_BYTES, type Photos } from '../photos/index.ts';
import { type CategoryTables, selectCategories } from '../product-categories/index.ts';
import type { Product } from './product.ts';
import { prepareProductPhoto, saveProduct } from './save.ts';
import { ProductBody, ProductRecord } from './schema.ts';
import { selectProducts } from './store.ts';
import type { ProductTables } from './tables.ts';
import { readProduct, writeProduct } from './wire.ts';

interface ProductOperations {
  readonly database: Database;
  readonly photos: Photos;
}

export function productOperations(options: ProductOperations): readonly Operation[] {
  const { database, photos } = options;
  const insert = operation({
    set: 'Produto',
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria um produto, ou edita o do id enviado; a pessoa precisa ter uma categoria de produto',
    key: 'required',
    forPerson: true,
    wrapper: 'produto',
    body: ProductBody,
    adapt: adaptAmounts,
    answer: Type.Object({ produto: ProductRecord }),
    withData: false,
    audited: true,
    bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
    prepare: async ({ personId, body, sender }) => {
      const request = { ...readProduct(body), personId };
      return { request, photo: await prepareProductPhoto(options, request, sender) };
    },
    run: async ({ written }, { request, photo }) => {
      const { product, category } = await saveProduct(options, request, photo, written);
      return { produto: writeProduct(product, category, photos) };
    },
  });
  const list = (method: string, summary: string, status: Product['status'] | undefined) =>
    operation({
      set: 'Produto',
      method,
      verbs: ['GET', 'POST'],
      summary,
      key: 'required',
      forPerson: true,
      answer: Type.Object({ produtos: Type.Array(ProductRecord) }),
      withData: true,
      audited: false,
      run: async ({ personId }) => {
        const tables = database.read<ProductTables>();
        const categories = await selectCategories(database.read<CategoryTables>(), personId);
        const categoryById = new Map(categories.map((category) => [category.id, category]));
        return {
          produtos: longList(
            (page) => selectProducts(tables, personId, { ...page, status }),
            (product) => writeProduct(product, categoryById.get(product.categoryId ?? 0), photos),
          ),
        };
      },
    });
  return [
    insert,
    list('GetByPessoaId', 'Lista os produtos de uma pessoa', undefined),
    list('GetByAtivosByPessoaId', 'Lista os produtos ativos de uma pessoa', 'active'),
  ];
}
