import { boundedCache } from '../../../../platform/bounded-cache.ts';
import type { BookCharge } from './charge.ts';
import type { BookMovement } from './charge-rules.ts';

/** References that are refused when they are used again: the newest of this process and those found in the storage. */
export const MAX_KNOWN_REFERENCES = 20_000;
const MAX_TRIES = 8;

/** Stores the charges of the book. Lists are newest first. */
export interface BookStorage {
  /** Resolves when durable. */
  insert(charge: BookCharge): Promise<void>;
  /** Resolves to false, without a change, when the stored version is no longer `expectedVersion`. */
  update(charge: BookCharge, expectedVersion: number): Promise<boolean>;
  /** One charge, or two and more where a reference was accepted again. */
  byReference(reference: string): Promise<readonly BookCharge[]>;
  byId(id: string): Promise<BookCharge | undefined>;
  byChallenge(token: string): Promise<BookCharge | undefined>;
  newest(limit: number): Promise<readonly BookCharge[]>;
  newestReferences(limit: number): Promise<readonly string[]>;
}

/**
 * A charge is looked up by the acquirer's id, by our reference, or by both; on behalf of its buyer by the token alone.
 */
type ChargeKey =
  | { readonly acquirerReference: string | undefined; readonly theirId: string | undefined }
  | { readonly challenge: string };

export interface Book {
  /** Loads the references that the storage knows, once. */
  open(): Promise<void>;
  /** Claims a reference; false when it was claimed before. */
  claim(reference: string): boolean;
  /** Adds a new charge without waiting for the storage: its row is written before any later query is answered. */
  enter(charge: BookCharge): void;
  find(key: ChargeKey): Promise<BookCharge | undefined>;
  /**
   * Durable when it resolves. Undefined when there is no such charge. `work` may run more than once and must be pure.
   */
  move(key: ChargeKey, work: (charge: BookCharge) => BookMovement): Promise<BookMovement | undefined>;
  newest(limit: number): Promise<readonly BookCharge[]>;
}

/**
 * The acquirer's book. Its storage is authoritative, so several instances can share one; memory holds only what is
 * being written, as many charges as requests are being served.
 */
export function createBook(storage: BookStorage, onStorageError: (error: unknown) => void): Book {
  const claimed = boundedCache<string, true>(MAX_KNOWN_REFERENCES);
  const onTheWay = new Map<string, Promise<void>>();
  let isOpen = false;
  let opening: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    try {
      const known = await storage.newestReferences(MAX_KNOWN_REFERENCES);
      for (const reference of known.toReversed()) claimed.set(reference, true);
      isOpen = true;
    } catch (error) {
      onStorageError(error);
    } finally {
      opening = undefined;
    }
  };

  const find = async (key: ChargeKey): Promise<BookCharge | undefined> => {
    if ('challenge' in key) {
      await Promise.all(onTheWay.values());
      return storage.byChallenge(key.challenge);
    }
    const { acquirerReference: reference, theirId } = key;
    if (reference === undefined) {
      await Promise.all(onTheWay.values());
      return theirId === undefined ? undefined : known(await storage.byId(theirId));
    }
    await onTheWay.get(reference);
    const charges = await storage.byReference(reference);
    return known(theirId === undefined ? charges[0] : charges.find(({ id }) => id === theirId));
  };

  return {
    async open() {
      if (isOpen) return;
      opening ??= load();
      await opening;
    },

    claim(reference) {
      if (claimed.has(reference)) return false;
      claimed.set(reference, true);
      return true;
    },

    enter(charge) {
      const { reference } = charge;
      const arrived = (): void => {
        if (onTheWay.get(reference) === written) onTheWay.delete(reference);
      };
      const written: Promise<void> = storage.insert(charge).then(arrived, (error) => {
        arrived();
        onStorageError(error);
      });
      onTheWay.set(reference, written);
    },

    find,

    async move(key, work) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const charge = await find(key);
        if (charge === undefined) return undefined;
        const movement = work(charge);
        if ('refused' in movement || movement.charge === charge) return movement;
        const after = { ...movement.charge, version: charge.version + 1 };
        if (await storage.update(after, charge.version)) return { ...movement, charge: after };
      }
      throw new Error('a charge is being changed by too many at once');
    },

    async newest(limit) {
      await Promise.all(onTheWay.values());
      return storage.newest(limit);
    },
  };
}

function known(charge: BookCharge | undefined): BookCharge | undefined {
  return charge?.state === 'forgotten' ? undefined : charge;
}
