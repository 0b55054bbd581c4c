import { Secret } from '../../../platform/index.ts';
import type { Attempt, ChargeIds } from '../connector.ts';
import type { BookStorage } from '../issuer/book.ts';
import { memoryStorage } from '../issuer/memory-storage.ts';
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

let references = 0;

/** A new attempt of R$ 10,00 on credit, not captured. */
export function attemptWith(number: string, changes: Partial<Attempt> = {}): Attempt {
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
    authentication: undefined,
    ...changes,
  };
}

export function idsOf(attempt: Attempt): ChargeIds {
  return { acquirerReference: attempt.acquirerReference, theirId: undefined, account };
}

const FAMILY_PREFIXES = {
  VISA: '400000000009',
  MASTERCARD: '520000000009',
  ELO: '650505000009',
  HIPERCARD: '606282000009',
  AMEX: '34000000009',
} as const;

export type FamilyBrand = keyof typeof FAMILY_PREFIXES;
export const FAMILY_BRANDS = Object.keys(FAMILY_PREFIXES) as readonly FamilyBrand[];

/** The card of a brand that spells a scenario. */
export function familyCard(brand: FamilyBrand, scenario: string): string {
  const payload = FAMILY_PREFIXES[brand] + scenario;
  return payload + checkDigit(payload);
}

export function checkDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
