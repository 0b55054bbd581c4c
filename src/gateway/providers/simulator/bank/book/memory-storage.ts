import { type BankCharge, bankPaymentOf, dueAtOf } from './bank-charge.ts';
import type { BankStorage, KeptCharge } from './bank-storage.ts';

/** The book in memory, for tests without a database. */
export function memoryBankStorage(): BankStorage {
  const book = new Map<string, KeptCharge>();
  const settings = new Map<string, string>();
  const find = (matches: (charge: BankCharge) => boolean) =>
    [...book.values()].find(({ charge }) => matches(charge));
  return {
    insert: async (charge) => {
      if (book.has(charge.txid)) return false;
      book.set(charge.txid, { charge, version: 0 });
      return true;
    },
    update: async (before, charge) => {
      if (book.get(charge.txid)?.version !== before.version) return false;
      book.set(charge.txid, { charge, version: before.version + 1 });
      return true;
    },
    byTxid: async (txid) => book.get(txid),
    byToken: async (token) => find((charge) => charge.token === token),
    byEndToEndId: async (endToEndId) => find((charge) => bankPaymentOf(charge, endToEndId) !== undefined),
    due: async (now, limit) =>
      [...book.values()]
        .filter(({ charge }) => (dueAtOf(charge) ?? Number.POSITIVE_INFINITY) <= now)
        .toSorted((one, other) => (dueAtOf(one.charge) ?? 0) - (dueAtOf(other.charge) ?? 0))
        .slice(0, limit),
    received: async ({ accountId, from, to, offset, limit }) =>
      [...book.values()]
        .filter(({ charge }) => charge.accountId === accountId)
        .flatMap((kept) => kept.charge.payments.map(({ at, endToEndId }) => ({ kept, at, endToEndId })))
        .filter(({ at }) => at >= from && at < to)
        .toSorted((one, other) => one.at - other.at || (one.endToEndId < other.endToEndId ? -1 : 1))
        .slice(offset, offset + limit),
    newest: async (limit, before) =>
      [...book.values()]
        .filter(({ charge }) => before === undefined || charge.txid < before)
        .toSorted((one, other) => (one.charge.txid < other.charge.txid ? 1 : -1))
        .slice(0, limit),
    setting: async (name) => settings.get(name),
    keepSetting: async (name, value) => void settings.set(name, value),
  };
}
