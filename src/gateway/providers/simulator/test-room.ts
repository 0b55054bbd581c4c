import { Secret } from '../../../platform/secret.ts';
import type { AttemptCard, AuthorizeRequest } from '../card-acquirer.ts';
import { type BookStorage, memoryStorage } from '../issuer/index.ts';
import type { ChargeIds } from '../provider.ts';
import { memoryCardStorage } from './card-storage.ts';
import { createSimulator, type SimulatorOptions } from './simulator.ts';

export const account = { accountId: '0', settings: {} };
export const START = Date.UTC(2026, 10, 20, 12);

/** A simulator whose waits move its clock instead of taking time. */
export function testSimulator(changes: Partial<SimulatorOptions> = {}) {
  let now = START;
  const waits: number[] = [];
  const storageErrors: unknown[] = [];
  const storage: BookStorage = changes.storage ?? memoryStorage();
  const simulator = createSimulator({
    clock: { now: () => now },
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    timeScale: 1,
    faults: {},
    random: () => 0.5,
    onStorageError: (error) => storageErrors.push(error),
    cards: memoryCardStorage(),
    publicUrl: () => 'http://localhost:8080',
    ...changes,
    storage,
  });
  return {
    simulator,
    connector: simulator.connector('REDE'),
    storage,
    waits,
    storageErrors,
    pass: (ms: number) => {
      now += ms;
    },
    now: () => now,
  };
}

/** An attempt with a card in clear. */
export type ClearAttempt = AuthorizeRequest & { readonly card: AttemptCard };

let references = 0;

/** A new attempt of R$ 10,00 on credit, not captured. */
export function attemptWith(number: string, changes: Partial<ClearAttempt> = {}): ClearAttempt {
  references += 1;
  return {
    acquirerReference: `REF${String(references).padStart(13, '0')}`,
    account,
    amount: 1_000,
    kind: 'credit',
    capture: false,
    installments: { count: 1, plan: 'store' },
    card: {
      number: new Secret(number),
      cvv: new Secret('123'),
      expirationMonth: '01',
      expirationYear: '2035',
      holderName: undefined,
      brand: undefined,
    },
    softDescriptor: undefined,
    recurrent: false,
    cardOnFile: undefined,
    authentication: undefined,
    ...changes,
  };
}

export function idsOf(attempt: AuthorizeRequest): ChargeIds {
  return { acquirerReference: attempt.acquirerReference, theirId: undefined, account };
}
