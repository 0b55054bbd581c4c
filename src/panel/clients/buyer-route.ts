import { readDocument } from '../../accounts/persons/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import { transactionRefuse } from '../../gateway/transactions/index.ts';
import type { Catalogue } from '../../operations/index.ts';
import { actingFor } from '../interface/acting-for.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { findSale, type SalesDependencies } from '../sales/show-sale.ts';

export interface BuyerRouteOptions extends Pick<SalesDependencies, 'transactions'> {
  readonly catalogue: Pick<Catalogue, 'clientOfBuyer'>;
  readonly payments: Pick<Payments, 'pixOf'>;
  readonly checkDocuments: boolean;
}

/** Makes a client of who bought, or finds the one with the same document. */
export function buyerRoute(options: BuyerRouteOptions): AnyPanelRoute {
  return panelRoute({
    method: 'POST',
    path: '/sales/:id/client',
    access: 'clients.write',
    run: async (call) => {
      const personId = actingFor(call);
      const sale = await findSale(options, personId, (call.params.id ?? '').toLowerCase());
      if (!sale) throw transactionRefuse('transaction_not_found', { message: 'Venda não encontrada.' });
      const { customer } = sale.order;
      const payer = customer?.document ? undefined : (await options.payments.pixOf(sale))?.payment;
      const document = readDocument(customer?.document ?? payer?.payerDocument ?? '', options.checkDocuments);
      if (!document) throw refusePanel('buyer_without_document');
      const changes = {
        document,
        legalPerson: document.legalPerson,
        name: customer?.name ?? payer?.payerName ?? null,
        email: customer?.email ?? null,
        phone: null,
        reference: null,
        address: null,
      };
      const client = await options.catalogue.clientOfBuyer({ personId, changes }, (transaction, made) =>
        call.audit(transaction, `cliente:${made.id}`),
      );
      return { id: client.id };
    },
  });
}
