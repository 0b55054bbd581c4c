import { brandTitle } from '../../gateway/card-data/index.ts';
import type { CardOfSeller, Catalogue, SellerCards } from '../../operations/index.ts';
import { actingFor, numberIn, recordIdOf } from '../interface/acting-for.ts';
import { moment } from '../interface/moment.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import type { ClientCardRow } from './schema.ts';

export interface CardRoutesOptions {
  readonly catalogue: Pick<Catalogue, 'findClient'>;
  readonly sellerCards: SellerCards;
}

const LAST_DIGITS = 4;

/** The cards of a client: the gateway keeps them, and nobody here sees a number. */
export function cardRoutes({ catalogue, sellerCards }: CardRoutesOptions): readonly AnyPanelRoute[] {
  const clientOf = async (call: PanelCall<unknown, unknown>) => {
    const personId = actingFor(call);
    const clientId = recordIdOf(call);
    if (!(await catalogue.findClient(personId, clientId))) throw refusePanel('record_unknown');
    return { personId, clientId };
  };
  const shown = async ({ personId, clientId }: { readonly personId: number; readonly clientId: number }) => ({
    items: (await sellerCards.list(personId, clientId)).map(cardRow),
  });
  return [
    panelRoute({
      method: 'GET',
      path: '/clients/:id/cards',
      access: 'clients.read',
      run: async (call) => shown(await clientOf(call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/clients/:id/cards',
      access: 'clients.write',
      run: async (call) => {
        const client = await clientOf(call);
        await sellerCards.openForm(client, (transaction) =>
          call.audit(transaction, `cliente:${client.clientId}`),
        );
        return shown(client);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/clients/:id/cards/:card/prefer',
      access: 'clients.write',
      run: async (call) => {
        const client = await clientOf(call);
        await sellerCards.prefer({ ...client, id: numberIn(call, 'card') }, (transaction) =>
          call.audit(transaction, `cliente:${client.clientId}`),
        );
        return shown(client);
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/clients/:id/cards/:card',
      access: 'clients.write',
      run: async (call) => {
        const client = await clientOf(call);
        const id = numberIn(call, 'card');
        const card = (await sellerCards.list(client.personId, client.clientId)).find((one) => one.id === id);
        if (!card?.kept) throw refusePanel('record_unknown');
        const detail = `cartão •${card.kept.mask.slice(-LAST_DIGITS)}`;
        await call.auditAround({ record: `cliente:${client.clientId}`, detail }, () =>
          sellerCards.delete({ ...client, id }),
        );
        return shown(client);
      },
    }),
  ];
}

function cardRow({ id, kept, url, isCharged }: CardOfSeller): ClientCardRow {
  return {
    id,
    state: kept ? 'kept' : url === undefined ? 'confirming' : 'open',
    brand: kept?.brand === undefined ? null : brandTitle(kept.brand),
    last4: kept?.mask.slice(-LAST_DIGITS) ?? null,
    expiration: kept ? `${kept.expirationMonth}/${kept.expirationYear}` : null,
    keptAt: kept ? moment(kept.keptAt) : null,
    formUrl: url ?? null,
    isCharged,
  };
}
