import { documentWithin } from '../../accounts/persons/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { findOrders, type OrderTables } from '../orders/index.ts';
import {
  CALLBACK_TYPE,
  type CallbackFacts,
  type CallbackOutbox,
  type CallbackType,
  callbackUrl,
} from './callback.ts';
import { type CallbackTables, findAddress } from './store.ts';

/** A sale whose status changed to one that is notified. */
export interface NotifiedSale {
  readonly id: number;
  readonly personId: number;
  readonly version: number;
  readonly status: number;
  readonly reference: string | undefined;
  readonly orderId: number | undefined;
}

/** An entry of a recurrence that has ended. */
interface NotifiedEntry {
  readonly id: number;
  readonly personId: number;
  readonly version: number;
  readonly status: number;
  /** From 1. */
  readonly number: number;
  readonly recurrenceId: number;
  /** Of the recurrence. */
  readonly reference: string | undefined;
}

/** A print job that has ended. */
interface NotifiedPrint {
  readonly id: number;
  readonly personId: number;
  readonly version: number;
  readonly status: number;
  readonly reference: string | undefined;
}

/** Notifies sellers' systems of the outcome of their sales; written in the commit that changes the sale. */
export interface Callbacks {
  /** The person's own address, and that of the sale's order. */
  notifyOfSale(transaction: WriteTransaction, sale: NotifiedSale): Promise<void>;
  /** The person's own address of sales. */
  notifyOfEntry(transaction: WriteTransaction, entry: NotifiedEntry): Promise<void>;
  /** The person's own address of printing. */
  notifyOfPrint(transaction: WriteTransaction, job: NotifiedPrint): Promise<void>;
}

export function createCallbacks(outbox: CallbackOutbox): Callbacks {
  const addressOf = async (transaction: WriteTransaction, personId: number, type: CallbackType) =>
    (await findAddress(transaction.tables<CallbackTables>(), personId, type))?.url;
  return {
    notifyOfSale: async (transaction, sale) => {
      const { id, personId, version, status, reference, orderId } = sale;
      const own = await addressOf(transaction, personId, CALLBACK_TYPE.sales);
      const ids = orderId === undefined ? [] : [orderId];
      const [order] = await findOrders(transaction.tables<OrderTables>(), personId, ids);
      const receivers = [
        { queue: `venda-${id}`, address: own },
        { queue: `pedido-${id}`, address: order?.callbackUrl },
      ].filter(({ address }) => address !== undefined);
      if (receivers.length === 0) return;
      const facts: CallbackFacts = {
        document: await documentWithin(transaction, personId),
        saleId: id,
        saleReference: reference,
        orderId,
        orderReference: order?.reference,
      };
      const callbacks = receivers.map(({ queue, address = '' }) => ({
        queue,
        version,
        personId,
        url: callbackUrl(address, facts),
        reference,
        status,
      }));
      await outbox.write(transaction, callbacks);
    },
    notifyOfEntry: async (
      transaction,
      { id, personId, version, status, number, recurrenceId, reference },
    ) => {
      const address = await addressOf(transaction, personId, CALLBACK_TYPE.sales);
      if (address === undefined) return;
      const document = await documentWithin(transaction, personId);
      const url = callbackUrl(address, { document, entry: { recurrenceId, reference, number } });
      await outbox.write(transaction, [
        { queue: `recorrente-${id}`, version, personId, url, reference, status },
      ]);
    },
    notifyOfPrint: async (transaction, { id, personId, version, status, reference }) => {
      const address = await addressOf(transaction, personId, CALLBACK_TYPE.printing);
      if (address === undefined) return;
      const document = await documentWithin(transaction, personId);
      const url = callbackUrl(address, { document, print: { jobId: id, reference, status } });
      await outbox.write(transaction, [
        { queue: `impressao-${id}`, version, personId, url, reference, status },
      ]);
    },
  };
}
