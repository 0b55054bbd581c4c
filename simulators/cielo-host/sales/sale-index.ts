/** Finds sales by the names that the book does not know them by. */
export interface SaleIndex {
  add(sale: {
    readonly merchantId: string;
    readonly reference: string;
    readonly tid: string;
    readonly id: string;
  }): void;
  /** Ids of a merchant's sales with an order number, newest first: Cielo accepts a number again. */
  ofOrder(merchantId: string, reference: string): readonly string[];
  ofTid(tid: string): string | undefined;
}

export function createSaleIndex(max: number): SaleIndex {
  const orders = new Map<string, readonly string[]>();
  const tids = new Map<string, string>();
  return {
    add({ merchantId, reference, tid, id }) {
      const key = `${merchantId} ${reference}`;
      orders.set(key, [id, ...(orders.get(key) ?? [])]);
      tids.set(tid, id);
      if (orders.size > max) orders.delete(orders.keys().next().value as string);
      if (tids.size > max) tids.delete(tids.keys().next().value as string);
    },
    ofOrder: (merchantId, reference) => orders.get(`${merchantId} ${reference}`) ?? [],
    ofTid: (tid) => tids.get(tid),
  };
}
