import {
  type Book,
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
import { createTokenVault, type TokenVault } from './cards/token-vault.ts';
import { errorList } from './errors.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { type HostFaults, OPERATIONS, type Operation } from './operations.ts';
import { createPixBook, type PixBook } from './pix/pix-book.ts';
import { endOfDay } from './sales/local-time.ts';
import type { SaleDetails } from './sales/sale-details.ts';
import { createSaleIndex, type SaleIndex } from './sales/sale-index.ts';

/** Received requests kept in memory. */
const MAX_REQUESTS = 2_000;
/** Charges in the book; beyond this, a new one replaces the oldest. */
export const MAX_CHARGES = 500_000;

const ANSWERS = {
  deadToken: errorList('132', 'MerchantKey is invalid') ?? [],
  idNames: new Set(['PaymentId', 'Tid', 'MerchantOrderId', 'ProofOfSale', 'CardToken']),
} as const;

/** A call as the host received it: no security code, no key, the card number masked. Times in epoch ms. */
export interface ReceivedCall {
  readonly at: number;
  readonly operation: Operation;
  readonly reference?: unknown;
  readonly theirId?: string;
  /** Name of the fault that hit it. */
  readonly fault?: string;
  /** Code with which it was refused. */
  readonly refused?: string;
  readonly [detail: string]: unknown;
}

/** How the host answers where Cielo's own ways differ, or are not known. */
export interface Manner {
  /** Codes of approvals: those of Cielo's sandbox, 4 and 6, or 00. */
  readonly approvals: 'sandbox' | 'issuer';
  /** Whether queries repeat the return code of a sale. */
  readonly codesInQueries: boolean;
  /** For how long a new sale is not found by queries, in milliseconds. */
  readonly hiddenForMs: number;
  /** No date is told of a day after the one on which the host started, however fast its time runs. */
  readonly oneDay: boolean;
}

/** State and dependencies of the host's operations. */
export interface Host extends Delivering {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly merchants: readonly Merchant[];
  readonly manner: Manner;
  readonly book: Book;
  readonly details: Details<SaleDetails>;
  readonly index: SaleIndex;
  readonly pix: PixBook;
  readonly cards: TokenVault;
  readonly firstCallRejections: FirstCallRejections;
  readonly references: ReferenceLedger;
  readonly requests: RequestLog<ReceivedCall>;
  readonly chance: Chance<Operation>;
  readonly notices: Notices;
  /** 0 ≤ x < 1 */
  random(): number;
  /** A time as the host tells it. */
  told(at: number): number;
  /** Twenty digits. */
  nextNumber(): string;
  /** Where sales, and where queries are answered: `http://host:port`. */
  addresses(): Addresses;
}

export interface Addresses {
  readonly api: string;
  readonly query: string;
}

export interface HostParts {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly merchants: readonly Merchant[];
  readonly manner: Manner;
  readonly faults: HostFaults;
  readonly random: () => number;
  /** Told of each call that is left without an answer, as soon as it is. */
  readonly onHold: () => void;
  /** Known once the servers listen. */
  readonly addresses: () => Addresses;
}

export function createHost({ faults, onHold, ...parts }: HostParts): Host {
  const { clock, random, manner } = parts;
  const lastTold = manner.oneDay ? endOfDay(clock.now()) : Number.POSITIVE_INFINITY;
  return {
    ...parts,
    ...ANSWERS,
    told: (at) => Math.min(at, lastTold),
    hold: (ms) => {
      onHold();
      return clock.wait(ms);
    },
    book: createBook(memoryStorage(MAX_CHARGES), (error) => {
      throw error;
    }),
    details: createDetails<SaleDetails>(MAX_CHARGES),
    index: createSaleIndex(MAX_CHARGES),
    pix: createPixBook(),
    cards: createTokenVault(),
    firstCallRejections: createFirstCallRejections(),
    references: createReferenceLedger(),
    requests: createRequestLog<ReceivedCall>(MAX_REQUESTS),
    chance: createChance(OPERATIONS, faults, random),
    notices: createNotices(clock),
    nextNumber: chargeIds(clock.now, random),
  };
}
