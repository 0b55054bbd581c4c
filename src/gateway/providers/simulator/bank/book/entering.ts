import { boundedCache } from '../../../../../platform/bounded-cache.ts';
import type { BankCharge } from './bank-charge.ts';
import type { BankStorage } from './bank-storage.ts';

/**
 * Far more than are created a second time before they are forgotten. One that another process has created counts as new here: the book
 * keeps the first, and the error is told.
 */
const MAX_KNOWN_CHARGES = 10_000;

/**
 * A book that takes a charge before it is written: the commit of a real bank does not hold up those of the service. Every read waits for
 * what is on its way: as many charges as requests are being served, since a process commits its writes in their order, and a request is
 * answered after its own. Only where the commit that a charge shares fails may the answer about it be stored alone; the error is told,
 * and recovery finds that the bank has no such charge.
 */
export function enteringAhead(storage: BankStorage, onStorageError: (error: unknown) => void): BankStorage {
  const known = boundedCache<string, true>(MAX_KNOWN_CHARGES);
  const onTheWay = new Map<string, Promise<void>>();

  const enter = async (charge: BankCharge): Promise<void> => {
    const { txid } = charge;
    try {
      if (!(await storage.insert(charge))) throw new Error(`the charge ${txid} is in the book already`);
    } catch (error) {
      known.delete(txid);
      onStorageError(error);
    } finally {
      onTheWay.delete(txid);
    }
  };
  const afterAll = async <Found>(read: () => Promise<Found>): Promise<Found> => {
    if (onTheWay.size > 0) await Promise.all(onTheWay.values());
    return read();
  };
  return {
    ...storage,
    insert: async (charge) => {
      if (known.has(charge.txid)) return false;
      known.set(charge.txid, true);
      onTheWay.set(charge.txid, enter(charge));
      return true;
    },
    byTxid: async (txid) => {
      await onTheWay.get(txid);
      return storage.byTxid(txid);
    },
    byToken: (token) => afterAll(() => storage.byToken(token)),
    byEndToEndId: (endToEndId) => afterAll(() => storage.byEndToEndId(endToEndId)),
    due: (now, limit) => afterAll(() => storage.due(now, limit)),
    received: (range) => afterAll(() => storage.received(range)),
    newest: (limit, before) => afterAll(() => storage.newest(limit, before)),
  };
}
