import {
  type Book,
  type BookCharge,
  chargeIds,
  createBook,
  createRequestLog,
  memoryStorage,
  type RequestLog,
} from '../../src/gateway/providers/issuer/index.ts';
import { type Chance, createChance } from '../host/card/chance.ts';
import { createDetails, type Details } from '../host/card/details.ts';
import { createFirstCallRejections, type FirstCallRejections } from '../host/card/first-call-rejections.ts';
import { createReferenceLedger, type ReferenceLedger } from '../host/card/reference-ledger.ts';
import type { Delivering } from '../host/faults/deliver.ts';
import type { SimulatedClock } from '../host/simulated-clock.ts';
import type { Merchant } from './access/merchants.ts';
import { createTokens, type Tokens } from './access/tokens.ts';
import { type CardVault, createCardVault } from './cards/card-vault.ts';
import { type HostFaults, OPERATIONS, type Operation } from './faults/operations.ts';
import { type Callbacks, createCallbacks } from './notifications/callbacks.ts';
import type { ChargeDetails } from './sales/charge-details.ts';
import { nothingPlanted, type Planted } from './statement/planted.ts';

/** Received requests kept in memory. */
const MAX_REQUESTS = 2_000;
/** Charges in the book; beyond this, a new one replaces the oldest. */
export const MAX_CHARGES = 500_000;

const ANSWERS = {
  deadToken: { returnCode: '4030', returnMessage: 'The token is invalid or expired.' },
  idNames: new Set(['tid', 'reference', 'nsu', 'refundId']),
} as const;

/** A call as the host received it: no security code, no key, the card number masked. Times in epoch ms. */
export interface ReceivedCall {
  readonly at: number;
  readonly operation: Operation | 'verify_card' | 'query_refund' | 'query_token' | 'manage_token';
  readonly reference?: unknown;
  readonly theirId?: string;
  /** Name of the fault that hit it. */
  readonly fault?: string;
  /** Code with which it was refused. */
  readonly refused?: string;
  readonly [detail: string]: unknown;
}

/** State and dependencies of the host's operations. */
export interface Host extends Delivering {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly merchants: readonly Merchant[];
  readonly tokens: Tokens;
  readonly firstCallRejections: FirstCallRejections;
  readonly book: Book;
  readonly cards: CardVault;
  readonly details: Details<ChargeDetails>;
  readonly references: ReferenceLedger;
  readonly requests: RequestLog<ReceivedCall>;
  readonly chance: Chance<Operation>;
  readonly callbacks: Callbacks;
  /** What is wrong, or unusual, in the statements. */
  readonly planted: Planted;
  /** 0 ≤ x < 1 */
  random(): number;
  nextId(): string;
  /** `http://host:port` */
  address(): string;
}

export interface HostParts {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly merchants: readonly Merchant[];
  readonly faults: HostFaults;
  readonly random: () => number;
  /** Told of each call that is left without an answer, as soon as it is. */
  readonly onHold: () => void;
  /** Known once the server listens. */
  readonly address: () => string;
}

export function createHost({ faults, onHold, ...parts }: HostParts): Host {
  const { clock, random } = parts;
  return {
    ...parts,
    ...ANSWERS,
    hold: (ms) => {
      onHold();
      return clock.wait(ms);
    },
    tokens: createTokens(clock),
    cards: createCardVault(),
    firstCallRejections: createFirstCallRejections(),
    book: createBook(memoryStorage(MAX_CHARGES), (error) => {
      throw error;
    }),
    details: createDetails<ChargeDetails>(MAX_CHARGES),
    references: createReferenceLedger(),
    requests: createRequestLog<ReceivedCall>(MAX_REQUESTS),
    chance: createChance(OPERATIONS, faults, random),
    callbacks: createCallbacks(),
    planted: nothingPlanted(),
    nextId: chargeIds(clock.now, random),
  };
}

/** Address where the buyer of a charge is authenticated. */
export function challengeUrl({ address }: Pick<Host, 'address'>, { challenge }: BookCharge): string {
  return `${address()}/3ds/${challenge}`;
}
