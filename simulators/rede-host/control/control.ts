import { maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import { type BookCharge, type BookEntry, bookEntry } from '../../../src/gateway/providers/issuer/index.ts';
import { type RefusalRow, refusals } from '../../../src/platform/refusal.ts';
import { type HostFaults, readHostFaults, shownFaults } from '../faults/wire-faults.ts';
import type { Fields } from '../fields.ts';
import { challengeUrl, type Host, MAX_CHARGES } from '../host.ts';
import type { SentCallback } from '../notifications/callbacks.ts';
import { send } from '../notifications/refund-callback.ts';
import type { RepeatedReference } from '../sales/reference-ledger.ts';

const MAX_LISTED = 500;
const DEFAULT_LISTED = 50;
const MAX_MOVE_MS = 10 * 365 * 86_400_000;
const MAX_OUTAGE_MS = 3_600_000;

const refuseControl = refusals({
  sim_invalid: { status: 400, message: 'Pedido inválido.' },
} as const satisfies Record<string, RefusalRow>);

/** A charge as the control interface shows it. Amounts in minor units. */
export interface HostBookEntry extends BookEntry {
  readonly tid: string;
  readonly pv: string;
  readonly installments: number;
}

/** What a tester may read and set while the host runs. Throws `Refusal` for invalid input. */
export function createControl(host: Host, startOutage: (ms: number) => void) {
  const { book, requests, chance, clock, references, callbacks } = host;
  const context = {
    elapsed: clock.elapsed,
    challenge: (charge: BookCharge) => ({ redirectUrl: challengeUrl(host, charge), expiresAt: 0 }),
  };
  const entryOf = (charge: BookCharge): HostBookEntry => {
    const { pv = '', installments = 1 } = host.details.of(charge.id) ?? {};
    return { ...bookEntry(charge, context), tid: charge.id, pv, installments };
  };
  const counts = () => ({ references: references.size(), repeatedReferences: references.repeated().length });
  const shown = () => ({ forced: chance.waiting(), faults: shownFaults(chance.faults()) });

  return {
    counts,
    /** Newest first; entries are built lazily. */
    async wholeBook(): Promise<Iterable<HostBookEntry>> {
      return (await book.newest(MAX_CHARGES)).values().map(entryOf);
    },
    async bookAnswer({ reference, id, tid = id, limit }: Fields) {
      const key = { acquirerReference: textOf(reference), theirId: textOf(tid) };
      if (key.acquirerReference === undefined && key.theirId === undefined) {
        return { ...counts(), charges: (await book.newest(limitOf(limit))).map(entryOf) };
      }
      const charge = await book.find(key);
      return { ...counts(), charges: charge ? [entryOf(charge)] : [] };
    },
    /** The cards that merchants keep, deleted ones too; neither their numbers nor what charges them. */
    cards: () => ({
      cards: host.cards.all().map(({ pv, number, status }) => ({ pv, mask: maskCardNumber(number), status })),
    }),
    references(): { used: number; repeated: readonly RepeatedReference[] } {
      return { used: references.size(), repeated: references.repeated().slice(0, MAX_LISTED) };
    },
    requests: ({ limit }: Fields) => ({
      requests: requests
        .newest(limitOf(limit))
        .map((request) => ({ ...request, at: new Date(request.at).toISOString() })),
    }),
    callbacks: (): { callbacks: readonly SentCallback[] } => ({ callbacks: callbacks.sent.toReversed() }),
    forced: () => ({ forced: chance.waiting() }),
    force(body: Fields) {
      const problem = chance.force(body);
      if (problem !== undefined) throw refuseControl('sim_invalid', { message: problem });
      return { forced: chance.waiting() };
    },
    faults: () => ({ faults: shown().faults }),
    setFaults(body: Fields) {
      chance.setFaults(faultsOf(body));
      return { faults: shown().faults };
    },
    clock: () => ({ now: new Date(clock.now()).toISOString(), timeScale: host.timeScale }),
    advance({ advanceMs }: Fields) {
      clock.advance(millisecondsOf('advanceMs', advanceMs, MAX_MOVE_MS));
      return { now: new Date(clock.now()).toISOString(), timeScale: host.timeScale };
    },
    /** Revokes all tokens; `key` and `pv` stay valid. */
    revokeTokens() {
      host.tokens.revokeAll();
      return { revoked: true };
    },
    /** Posts a body to the registered notification address, or to another one. */
    async notify({ url = callbacks.notificationUrl, body }: Fields) {
      const isSendable = typeof url === 'string' && typeof body === 'object' && body !== null;
      if (!isSendable) throw refuseControl('sim_invalid', { message: 'Informe url e body.' });
      return { sent: await send(host, url, body) };
    },
    outage({ forMs }: Fields) {
      const ms = millisecondsOf('forMs', forMs, MAX_OUTAGE_MS);
      startOutage(ms);
      return { forMs: ms };
    },
    /** Clears forced outcomes and received requests, and restores the initial faults. The book stays. */
    reset() {
      chance.reset();
      requests.clear();
      callbacks.sent.length = 0;
      return shown();
    },
    readBody(body: unknown): Fields {
      const value = parsed(body);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw refuseControl('sim_invalid', { message: 'O corpo deve ser um objeto JSON.' });
      }
      return value as Fields;
    },
  };
}

export type Control = ReturnType<typeof createControl>;

/** Parses fault rates. Throws a refusal for invalid ones. */
export function faultsOf(body: Fields): HostFaults {
  const read = readHostFaults(body);
  if (typeof read === 'string') throw refuseControl('sim_invalid', { message: read });
  return read;
}

function parsed(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function millisecondsOf(name: string, value: unknown, max: number): number {
  const isGood = typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= max;
  if (!isGood) {
    throw refuseControl('sim_invalid', { message: `${name} deve ser um número de 0 a ${max}.` });
  }
  return value;
}

function limitOf(value: unknown): number {
  if (value === undefined) return DEFAULT_LISTED;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) {
    throw refuseControl('sim_invalid', { message: `limit deve ser um inteiro de 1 a ${MAX_LISTED}.` });
  }
  return limit;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
