import {
  type BookCharge,
  type BookEntry,
  bookEntry,
  refundsOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import { readCardFaults, shownFaults } from '../../host/card/card-faults.ts';
import type { RepeatedReference } from '../../host/card/reference-ledger.ts';
import { createCommonControl } from '../../host/control/common-control.ts';
import { limitOf, MAX_LISTED, numberUpTo, refuseControl, textOf } from '../../host/control/reading.ts';
import type { Fields } from '../../host/fields.ts';
import { type Host, MAX_CHARGES } from '../host.ts';
import { noticeControl } from '../notices/control-notices.ts';
import { CHANGE } from '../notices/notices.ts';
import { type HostFaults, OPERATIONS } from '../operations.ts';
import { pixControl } from '../pix/control-pix.ts';
import { detailsOf, statusOf } from '../sales/standing.ts';

const CASE_DIGITS = 9;

/** A sale as the control interface shows it. Amounts in minor units. */
export interface HostBookEntry extends BookEntry {
  readonly paymentId: string;
  readonly tid: string;
  readonly merchantId: string;
  readonly installments: number;
  /** As Cielo tells it. */
  readonly status: number;
}

/** What a tester may read and set while the host runs. Throws `Refusal` for invalid input. */
export function createControl(host: Host, startOutage: (ms: number) => void) {
  const { book, requests, chance, references, cards } = host;
  const common = createCommonControl({ ...host, startOutage });
  const context = { elapsed: host.clock.elapsed, challenge: () => ({ redirectUrl: '' }) };
  const entryOf = (charge: BookCharge): HostBookEntry => {
    const { tid, merchantId, installments } = detailsOf(host, charge);
    const paymentId = charge.id;
    return {
      ...bookEntry(charge, context),
      paymentId,
      tid,
      merchantId,
      installments,
      status: statusOf(host, charge),
    };
  };
  const counts = () => ({ references: references.size(), repeatedReferences: references.repeated().length });
  const shown = () => ({ forced: chance.waiting(), faults: shownFaults(chance.faults()) });

  return {
    counts,
    /** Newest first; entries are built lazily. */
    async wholeBook(): Promise<Iterable<HostBookEntry>> {
      return (await book.newest(MAX_CHARGES)).values().map(entryOf);
    },
    async bookAnswer({ reference, id, paymentId = id, limit }: Fields) {
      const key = { acquirerReference: textOf(reference), theirId: textOf(paymentId) };
      if (key.acquirerReference === undefined && key.theirId === undefined) {
        return { ...counts(), charges: (await book.newest(limitOf(limit))).map(entryOf) };
      }
      const charge = await book.find(key);
      return { ...counts(), charges: charge ? [entryOf(charge)] : [] };
    },
    cards: () => ({ cards: cards.size() }),
    references(): { used: number; repeated: readonly RepeatedReference[] } {
      return { used: references.size(), repeated: references.repeated().slice(0, MAX_LISTED) };
    },
    requests: common.requests,
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
    outage: common.outage,
    /** Denies the last cancel of a captured sale after it was accepted, as an issuer may the next day. */
    async denyCancel({ paymentId }: Fields) {
      const key = { acquirerReference: undefined, theirId: textOf(paymentId) };
      const moved = await book.move(key, (charge) => {
        const kept = refundsOf(charge).slice(0, -1);
        return { charge: { ...charge, refunds: kept.length > 0 ? JSON.stringify(kept) : '' }, moved: 0 };
      });
      if (moved === undefined || 'refused' in moved) throw refuseControl('sim_unknown');
      host.notices.add(moved.charge.id, CHANGE.cancelDenied);
      return { charges: [entryOf(moved.charge)] };
    },
    /**
     * The holder disputes a captured sale: `amount`, absent the whole, and `reasonCode`. With `alert` it is an alert of fraud only.
     */
    async dispute({ paymentId, amount, reasonCode, alert }: Fields) {
      const key = { acquirerReference: undefined, theirId: textOf(paymentId) };
      const charge = await book.find(key);
      if (charge === undefined || charge.captured === 0) throw refuseControl('sim_unknown');
      const at = host.clock.now();
      if (alert === true) host.details.change(charge.id, { fraudAlertAt: at });
      else {
        const { chargebacks = [] } = detailsOf(host, charge);
        const asked = amount === undefined ? charge.captured : numberUpTo('amount', amount, charge.captured);
        const told = {
          ...{ amount: asked, caseNumber: host.nextNumber().slice(-CASE_DIGITS), at },
          reasonCode: textOf(reasonCode) ?? '104',
          reasonMessage: 'Other fraud card absent',
        };
        host.details.change(charge.id, { chargebacks: [...chargebacks, told] });
      }
      host.notices.add(charge.id, alert === true ? CHANGE.fraudAlert : CHANGE.chargeback);
      return { charges: [entryOf(charge)] };
    },
    ...pixControl(host),
    ...noticeControl(host.notices),
    /** Clears forced outcomes and received requests, and restores the initial faults. The book stays. */
    reset() {
      chance.reset();
      requests.clear();
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
