import {
  type Catalogue,
  isPaymentMethod,
  type Photos,
  type SellerTillChoices,
  type TillChoices,
} from '../../operations/index.ts';
import { actingFor } from '../interface/acting-for.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { rowOf } from '../products/routes.ts';
import { refusePanel } from '../refusals.ts';
import { FavouriteBody, type ShownTillChoices, UnderMoreBody } from './schema.ts';

export interface TillChoiceOptions {
  readonly sellerTillChoices: SellerTillChoices;
  readonly catalogue: Pick<Catalogue, 'findProduct'>;
  readonly photos: Pick<Photos, 'url' | 'thumbnailUrl'>;
}

/** What stands at hand on a shop's tills: whoever sells chooses favourites, whoever keeps the catalogue the buttons. */
export function tillChoiceRoutes(options: TillChoiceOptions): readonly AnyPanelRoute[] {
  const { sellerTillChoices: choices, catalogue } = options;
  return [
    panelRoute({
      method: 'GET',
      path: '/till/choices',
      access: 'catalogue.read',
      run: async (call) => shown(options, call, await choices.find(actingFor(call))),
    }),
    panelRoute({
      method: 'POST',
      path: '/till/choices/favourite',
      access: 'sales.sell',
      body: FavouriteBody,
      run: async (call) => {
        const { productId, favourite } = call.body;
        const personId = actingFor(call);
        if (!(await catalogue.findProduct(personId, productId))) throw refusePanel('record_unknown');
        const changed = await choices.setFavourite({ personId, productId, favourite }, (transaction) =>
          call.audit(transaction, `produto:${productId}`),
        );
        return shown(options, call, changed);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/till/choices/methods',
      access: 'catalogue.write',
      body: UnderMoreBody,
      run: async (call) => {
        const { methodIds } = call.body;
        if (!methodIds.every(isPaymentMethod)) throw refusePanel('field_invalid', { field: 'methodIds' });
        const changed = await choices.setUnderMore({ personId: actingFor(call), methodIds }, (transaction) =>
          call.audit(transaction),
        );
        return shown(options, call, changed);
      },
    }),
  ];
}

async function shown(
  { catalogue, photos }: TillChoiceOptions,
  call: PanelCall<unknown, unknown>,
  { favourites, underMore }: TillChoices,
): Promise<ShownTillChoices> {
  const found = await Promise.all(favourites.map((id) => catalogue.findProduct(actingFor(call), id)));
  const active = found.flatMap((product) => (product?.status === 'active' ? product : []));
  return { favourites: active.map((product) => rowOf(product, photos)), underMore };
}
