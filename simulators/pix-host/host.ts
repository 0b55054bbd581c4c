import { createRequestLog, type RequestLog } from '../../src/gateway/providers/issuer/index.ts';
import type { Delivering } from '../host/faults/deliver.ts';
import type { SimulatedClock } from '../host/simulated-clock.ts';
import type { BankClient } from './access/clients.ts';
import { createTokens, type Tokens } from './access/tokens.ts';
import type { BankQuirks } from './bank-quirks.ts';
import { type Book, createBook } from './charges/book.ts';
import { codeOf } from './charges/wire-form.ts';
import { type Chance, createChance, type WireFaultRates } from './faults/chance.ts';
import type { Operation } from './faults/operations.ts';
import { createSlipBook, type SlipBook } from './slips/book.ts';
import type { Identity } from './tls/authority.ts';
import { createNotices, type Notices } from './webhooks/notices.ts';
import type { Registration } from './webhooks/registration.ts';

/** Received requests kept in memory. */
const MAX_REQUESTS = 2_000;

const ANSWERS = {
  deadToken: {
    type: 'https://pix.bcb.gov.br/api/v2/error/CredencialInvalida',
    title: 'Token inválido ou vencido.',
    status: 401,
  },
  idNames: new Set(['txid', 'endToEndId', 'id', 'rtrId', 'numero_nosso_numero', 'external_reference_id']),
} as const;

/** A call as the host received it: no secret, no token. Times in epoch ms. */
export interface ReceivedCall {
  readonly at: number;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly clientId?: string;
  /** Name of the fault that hit it. */
  readonly fault?: string;
  /** The error with which it was refused. */
  readonly refused?: string;
}

/** State and dependencies of the host's operations. */
export interface Host extends Delivering {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly quirks: BankQuirks;
  readonly clients: readonly BankClient[];
  readonly tokens: Tokens;
  readonly book: Book;
  readonly slips: SlipBook;
  /** Where slips are told to, by client. */
  readonly slipNotices: Map<string, string>;
  /** By key. */
  readonly registrations: Map<string, Registration>;
  readonly notices: Notices;
  readonly requests: RequestLog<ReceivedCall>;
  readonly chance: Chance;
  /** Whether clients show certificates. */
  readonly isMutual: boolean;
  /** `localhost:port` of the payloads, which are open to everybody. */
  openHost(): string;
}

export interface HostParts {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly quirks: BankQuirks;
  readonly clients: readonly BankClient[];
  readonly rates: WireFaultRates;
  readonly random: () => number;
  /** The bank's own certificate; undefined without TLS. */
  readonly identity: Identity | undefined;
  /** Told of each call that is left without an answer, as soon as it is. */
  readonly onHold: () => void;
  readonly openHost: () => string;
}

export function createHost({ rates, random, identity, onHold, ...parts }: HostParts): Host {
  const { clock, quirks } = parts;
  const registrations = new Map<string, Registration>();
  return {
    ...parts,
    ...ANSWERS,
    hold: (ms) => {
      onHold();
      return clock.wait(ms);
    },
    isMutual: identity !== undefined,
    tokens: createTokens(clock, quirks.token.lifeSeconds * 1_000),
    book: createBook(),
    slips: createSlipBook(codeOf),
    slipNotices: new Map(),
    registrations,
    notices: createNotices({ clock, quirks, registrations, identity }),
    requests: createRequestLog<ReceivedCall>(MAX_REQUESTS),
    chance: createChance(rates, random),
  };
}
