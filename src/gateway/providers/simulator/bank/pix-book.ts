import type { Clock } from '../../../../platform/time/clock.ts';
import type { BankCharge } from './book/bank-charge.ts';
import type { BankStorage, KeptCharge } from './book/bank-storage.ts';
import type { DayOf } from './book/pay.ts';
import { settledUntil } from './book/settle.ts';

/** Concurrent changes of one charge are made one after the other; never more than these meet. */
const MAX_TRIES = 500;

/** A charge after a change, and what the change told; `charge` is undefined where there is none. */
export interface ChangedCharge<Told> {
  readonly charge: BankCharge;
  readonly told: Told;
}

/** The book with what has happened by itself until now. */
export interface BankBook {
  find(txid: string): Promise<BankCharge | undefined>;
  /** `work` gets the charge as it is now and gives it back, changed or not; it may run again. */
  change<Told>(
    txid: string,
    work: (charge: BankCharge) => ChangedCharge<Told>,
  ): Promise<ChangedCharge<Told> | undefined>;
}

export function createBankBook({
  clock,
  timeScale,
  storage,
  dayOf,
}: {
  readonly clock: Clock;
  readonly timeScale: number;
  readonly storage: BankStorage;
  readonly dayOf: DayOf;
}): BankBook {
  const change = async <Told>(txid: string, work: (charge: BankCharge) => ChangedCharge<Told>) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const kept: KeptCharge | undefined = await storage.byTxid(txid);
      if (!kept) return undefined;
      const changed = work(settledUntil(kept.charge, clock.now(), timeScale, dayOf));
      if (changed.charge === kept.charge || (await storage.update(kept, changed.charge))) return changed;
    }
    throw new Error(`the charge ${txid} is changed all the time`);
  };
  return {
    change,
    find: async (txid) => (await change(txid, (charge) => ({ charge, told: undefined })))?.charge,
  };
}
