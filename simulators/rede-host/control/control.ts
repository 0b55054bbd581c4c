import { maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import { type BookCharge, type BookEntry, bookEntry } from '../../../src/gateway/providers/issuer/index.ts';
import { readCardFaults, shownFaults } from '../../host/card/card-faults.ts';
import type { RepeatedReference } from '../../host/card/reference-ledger.ts';
import { createCommonControl } from '../../host/control/common-control.ts';
import { limitOf, MAX_LISTED, refuseControl, textOf } from '../../host/control/reading.ts';
import type { Fields } from '../../host/fields.ts';
import { type HostFaults, OPERATIONS } from '../faults/operations.ts';
import { challengeUrl, type Host, MAX_CHARGES } from '../host.ts';
import type { SentCallback } from '../notifications/callbacks.ts';
import { send } from '../notifications/refund-callback.ts';
import { paymentsOf, plantIn } from '../statement/plant.ts';

/** A charge as the control interface shows it. Amounts in minor units. */
export interface HostBookEntry extends BookEntry {
  readonly tid: string;
  readonly pv: string;
  readonly installments: number;
}

/** What a tester may read and set while the host runs. Throws `Refusal` for invalid input. */
export function createControl(host: Host, startOutage: (ms: number) => void) {
  const { book, requests, chance, clock, references, callbacks } = host;
  const common = createCommonControl({ ...host, startOutage });
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
    requests: common.requests,
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
    clock: common.clock,
    advance: common.advance,
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
    outage: common.outage,
    /** What statements tell, with what is to come. */
    statement: (query: Fields) => paymentsOf(host, query),
    plant: (body: Fields) => plantIn(host, body),
    /** Clears forced outcomes and received requests, and restores the initial faults. The book stays. */
    reset() {
      chance.reset();
      requests.clear();
      callbacks.sent.length = 0;
      return shown();
    },
  };
}

export type Control = ReturnType<typeof createControl>;

/** Parses fault rates. Throws a refusal for invalid ones. */
export function faultsOf(body: Fields): HostFaults {
  const read = readCardFaults(body, OPERATIONS);
  if (typeof read === 'string') throw refuseControl('sim_invalid', { message: read });
  return read;
}
