import type { ChargeProvider, CreateOutcome, CreateRequest } from '../../charge-provider.ts';
import type { ChargeSnapshot } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import type { BankNotice, SimulatedBankOptions } from './bank-options.ts';
import type { BankStorage } from './book/bank-storage.ts';
import { memoryBankStorage } from './book/memory-storage.ts';
import { createSimulatedBank } from './simulated-bank.ts';

export const account = { accountId: '0', settings: {} };
export const START = Date.UTC(2026, 10, 26, 12);
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** A simulated bank whose waits move its clock instead of taking time. */
export function testBank(changes: Partial<SimulatedBankOptions> = {}) {
  let now = START;
  const notices: BankNotice[] = [];
  const storage: BankStorage = changes.storage ?? memoryBankStorage();
  const bank = createSimulatedBank({
    clock: { now: () => now },
    sleep: async (ms) => {
      now += ms;
    },
    timeScale: 1,
    dayOf: (at) => new Date(at).toISOString().slice(0, 10),
    onStorageError: (error) => {
      throw error;
    },
    host: () => 'localhost:8080',
    txidOfTransaction: async () => undefined,
    onNotice: async (notice) => {
      notices.push(notice);
      return true;
    },
    ...changes,
    storage,
  });
  const provider: ChargeProvider = bank.connector('C6BANK');
  return {
    bank,
    provider,
    storage,
    notices,
    now: () => now,
    /** Lets the time pass, and then what happens by itself. */
    pass: async (ms: number) => {
      now += ms;
      await bank.job.run(new AbortController().signal);
    },
    snapshot: async (ids: ChargeIds): Promise<ChargeSnapshot> => {
      const found = await provider.query(ids);
      if (found.outcome !== 'found') throw new Error(`the query answered ${found.outcome}`);
      return found.charge;
    },
  };
}

/** The text by which a charge that waits for its buyer is paid. */
export function codeOf(outcome: CreateOutcome): string {
  const isPix = outcome.outcome === 'buyer_awaited' && outcome.nextAction.kind === 'pix';
  if (!isPix) throw new Error(`the creation answered ${outcome.outcome}`);
  return outcome.nextAction.code;
}

let references = 0;

/** A new charge of R$ 10,00, whose buyer pays after a minute. */
export function requestOf(changes: Partial<CreateRequest> = {}): CreateRequest {
  references += 1;
  return {
    acquirerReference: String(references).padStart(16, '0'),
    account,
    amount: 1_000,
    expiresAt: START + WEEK_MS,
    key: 'RANDOM_KEY',
    payer: undefined,
    description: undefined,
    ...changes,
  };
}

export function idsOf({ acquirerReference }: CreateRequest): ChargeIds {
  return { acquirerReference, theirId: undefined, account };
}
