import type { Order } from '../../../transactions/rules/order.ts';
import type { CardSale } from './card-sale.ts';

/** What a merchant chose for its sales: taken over where a sale says nothing of it. */
export interface MerchantDefaults {
  readonly statementName: string | undefined;
  readonly postBackUrl: string | undefined;
  /** Hundredths of a percent that are taken off what is paid by Pix. */
  readonly pixDiscount?: number | undefined;
}

interface DefaultedSale {
  readonly order: Pick<CardSale['order'], 'postBackUrl'> & {
    readonly payment: Pick<CardSale['order']['payment'], 'softDescriptor'>;
  };
}

/** A sale of any kind, with the address that its merchant is told at. */
export function withPostBackUrl<Sale extends { readonly order: Pick<Order, 'postBackUrl'> }>(
  sale: Sale,
  { postBackUrl }: MerchantDefaults,
): Sale {
  return { ...sale, order: { ...sale.order, postBackUrl: sale.order.postBackUrl ?? postBackUrl } };
}

/** A sale, or an intention, as it is stored. */
export function withDefaults<Sale extends DefaultedSale>(sale: Sale, defaults: MerchantDefaults): Sale {
  const { statementName } = defaults;
  const { order } = withPostBackUrl(sale, defaults);
  const { payment } = order;
  return {
    ...sale,
    order: {
      ...order,
      payment: { ...payment, softDescriptor: payment.softDescriptor ?? statementName },
    },
  };
}
