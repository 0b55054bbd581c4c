import { formatDocument, givenEmail, givenPhone, readDocument } from '../../accounts/persons/index.ts';
import type { Catalogue, Client } from '../../operations/index.ts';
import { actingFor, recordIdOf } from '../interface/acting-for.ts';
import { allAtOnce } from '../interface/all-at-once.ts';
import { ArchivableQuery, answeredPage, pageOf, wantedOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { type BuyerRouteOptions, buyerRoute } from './buyer-route.ts';
import { type CardRoutesOptions, cardRoutes } from './card-routes.ts';
import { ClientBody, type ClientDetail, type ClientRow } from './schema.ts';

export interface ClientDependencies extends CardRoutesOptions, Omit<BuyerRouteOptions, 'catalogue'> {
  readonly catalogue: Catalogue;
}

/** A document typed with its punctuation. */
const DOCUMENT_SEARCH = /^[\d./-]{4,}$/;

/** The customers that a shop bills repeatedly. */
export function clientRoutes(options: ClientDependencies): readonly AnyPanelRoute[] {
  const { catalogue, checkDocuments, sellerCards } = options;
  const save = async (call: PanelCall<ClientBody, unknown>, id: number | undefined) => {
    const { document: sent, name, email, phone, reference, address } = call.body;
    const checked = allAtOnce({
      document: () => givenDocument(sent, checkDocuments),
      email: () => givenEmail(email),
      phone: () => givenPhone(phone, 'phone'),
    });
    const changes = {
      ...checked,
      legalPerson: checked.document.legalPerson,
      name: name ?? null,
      reference: reference ?? null,
      address: address ?? null,
    };
    return detailOf(
      await catalogue.saveClient({ id, personId: actingFor(call), changes }, (transaction, client) =>
        call.audit(transaction, `cliente:${client.id}`),
      ),
    );
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/clients',
      access: 'clients.read',
      compressed: true,
      query: ArchivableQuery,
      run: async (call) => {
        const wanted = wantedOf(call.query);
        const search = wanted.search?.trim();
        const bare = search && DOCUMENT_SEARCH.test(search) ? search.replace(/[./-]/g, '') : search;
        const clients = await catalogue.listClients(actingFor(call), {
          ...wanted,
          search: bare,
          archived: call.query.archived ?? false,
        });
        return answeredPage(clients, pageOf(call.query), rowOf);
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/clients/:id',
      access: 'clients.read',
      run: async (call) => {
        const client = await catalogue.findClient(actingFor(call), recordIdOf(call));
        if (!client) throw refusePanel('record_unknown');
        return detailOf(client);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/clients',
      access: 'clients.write',
      body: ClientBody,
      run: (call) => save(call, undefined),
    }),
    panelRoute({
      method: 'PATCH',
      path: '/clients/:id',
      access: 'clients.write',
      body: ClientBody,
      run: (call) => save(call, recordIdOf(call)),
    }),
    ...archiveRoutes(catalogue),
    ...cardRoutes({ catalogue, sellerCards }),
    buyerRoute(options),
  ];
}

/** A client whom the shop no longer bills is kept apart, for what it bought remains. */
function archiveRoutes(catalogue: Pick<Catalogue, 'archiveClient'>): readonly AnyPanelRoute[] {
  const route = (path: string, archived: boolean) =>
    panelRoute({
      method: 'POST',
      path,
      access: 'clients.write',
      run: async (call) =>
        detailOf(
          await catalogue.archiveClient(
            { personId: actingFor(call), id: recordIdOf(call), archived },
            (transaction, { id }) => call.audit(transaction, `cliente:${id}`),
          ),
        ),
    });
  return [route('/clients/:id/archive', true), route('/clients/:id/reactivate', false)];
}

/** Throws document_invalid. */
function givenDocument(sent: string, checkDigits: boolean) {
  const document = readDocument(sent, checkDigits);
  if (!document) throw refusePanel('document_invalid', { field: 'document' });
  return document;
}

function rowOf(client: Client): ClientRow {
  return {
    id: client.id,
    document: formatDocument(client.document),
    name: client.name ?? null,
    email: client.email ?? null,
    phone: client.phone ?? null,
    reference: client.reference ?? null,
    archived: client.archived,
  };
}

function detailOf(client: Client): ClientDetail {
  return { ...rowOf(client), address: (client.address ?? {}) as ClientDetail['address'] };
}
