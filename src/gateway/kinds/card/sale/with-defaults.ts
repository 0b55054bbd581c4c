import type { CardSale } from './card-sale.ts';

/** What a merchant chose for its sales: taken over where a sale says nothing of it. */
export interface MerchantDefaults {
  readonly statementName: string | undefined;
  readonly postBackUrl: string | undefined;
}

interface DefaultedSale {
  readonly order: Pick<CardSale['order'], 'postBackUrl'> & {
    readonly payment: Pick<CardSale['order']['payment'], 'softDescriptor'>;
  };
}

/** A sale, or an intention, as it is stored. */
export function withDefaults<Sale extends DefaultedSale>(
  sale: Sale,
  { statementName, postBackUrl }: MerchantDefaults,
): Sale {
  const { order } = sale;
  const { payment } = order;
  return {
    ...sale,
    order: {
      ...order,
      postBackUrl: order.postBackUrl ?? postBackUrl,
      payment: { ...payment, softDescriptor: payment.softDescriptor ?? statementName },
    },
  };
}
