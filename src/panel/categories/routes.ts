import type { Catalogue, ProductCategory } from '../../operations/index.ts';
import { actingFor, nameOf, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf, wantedOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { CategoryBody, type CategoryRow } from './schema.ts';

/** The categories of a shop's products. */
export function categoryRoutes({ catalogue }: { readonly catalogue: Catalogue }): readonly AnyPanelRoute[] {
  const save = async (call: PanelCall<{ readonly name: string }, unknown>, id: number | undefined) =>
    rowOf(
      await catalogue.saveCategory(
        { id, personId: actingFor(call), name: nameOf(call.body) },
        (transaction, category) => call.audit(transaction, `categoria:${category.id}`),
      ),
    );
  return [
    panelRoute({
      method: 'GET',
      path: '/categories',
      access: 'catalogue.read',
      query: PageQuery,
      run: async (call) =>
        answeredPage(
          await catalogue.listCategories(actingFor(call), wantedOf(call.query)),
          pageOf(call.query),
          rowOf,
        ),
    }),
    panelRoute({
      method: 'POST',
      path: '/categories',
      access: 'catalogue.write',
      body: CategoryBody,
      run: (call) => save(call, undefined),
    }),
    panelRoute({
      method: 'PATCH',
      path: '/categories/:id',
      access: 'catalogue.write',
      body: CategoryBody,
      run: (call) => save(call, recordIdOf(call)),
    }),
    panelRoute({
      method: 'DELETE',
      path: '/categories/:id',
      access: 'catalogue.write',
      run: async (call) => {
        const id = recordIdOf(call);
        await catalogue.deleteCategory({ id, personId: actingFor(call) }, (transaction) =>
          call.audit(transaction, `categoria:${id}`),
        );
        return null;
      },
    }),
  ];
}

function rowOf({ id, name }: ProductCategory): CategoryRow {
  return { id, name };
}
