import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEMO_MERCHANT } from '../../../simulators/cielo-host/access/merchants.ts';
import { startCieloHost } from '../../../simulators/cielo-host/cielo-host.ts';
import type { PixCharge } from '../../../simulators/cielo-host/pix/pix-book.ts';
import type { CieloTiming } from '../../../src/gateway/providers/cielo/call/timing.ts';
import { createCieloPix } from '../../../src/gateway/providers/cielo/pix/connector.ts';
import { referenceOfTxid } from '../../../src/gateway/providers/txid.ts';
import { Refusal } from '../../../src/platform/refusal.ts';
import { accountWith } from '../account-with.ts';
import { endableDeadlines } from '../endable-deadlines.ts';
import type { BookedPix, ChargeFaultName, ChargeOperation, OpenChargeSubject } from './subject.ts';

/** Never reached: when the host leaves a call without an answer, it says so, and the deadline ends. */
const DEADLINE_MS = 120_000;
const TIMING: CieloTiming = {
  connectMs: DEADLINE_MS,
  authorizeMs: DEADLINE_MS,
  otherMs: DEADLINE_MS,
  leastMs: 20,
  maxProcessingMs: 3_000,
  betweenCancelsMs: 5_000,
};
const NOBODY = 'http://127.0.0.1:1';
const MAX_REQUESTS = 500;
const STEP_MS = 1_000;
const MAX_STEPS = 10;

/** Names of the host's own faults. */
const FAULTS: Readonly<Partial<Record<ChargeFaultName, string>>> = {
  reset_before: 'reset_before',
  reset_after: 'reset_after',
  silence_before: 'timeout_before',
  silence_after: 'timeout_after',
  unauthorized: 'unauthorized',
  too_many_requests: 'too_many_requests',
  error_before: 'error_before',
  error_after: 'error_after',
  html_before: 'html_before',
  truncated: 'truncated',
  wrong_ids: 'wrong_ids',
};
const OPERATIONS: Readonly<Record<ChargeOperation, string>> = {
  create: 'authorize',
  query: 'query',
  remove: 'refund',
  refund: 'refund',
  query_refund: 'query',
};

export const CIELO_PIX_FAULTS = Object.keys(FAULTS) as readonly ChargeFaultName[];

/** Pix through an account at Cielo, with a host that answers as Cielo does. Their time moves with `advance` alone. */
export const openCieloPix: OpenChargeSubject = async () => {
  const deadlines = endableDeadlines();
  const startedAt = Date.now();
  let moved = 0;
  const host = await startCieloHost({
    realClock: { now: () => startedAt },
    onHold: deadlines.endAll,
    merchants: [DEMO_MERCHANT],
  });
  const settings = { ...host.settings(), pix: 'on' };
  const now = () => startedAt + moved;
  const move = (ms: number) => {
    moved += ms;
    host.control.advance({ advanceMs: ms });
  };
  const named = (txid: string) => ({ reference: referenceOfTxid(txid) ?? 'NOBODY' });

  return {
    provider: createCieloPix(
      { clock: { now }, production: false, timeScale: 1 },
      { timing: TIMING, deadlineIn: deadlines.deadlineIn, wait: async (ms) => move(ms) },
    ),
    account: accountWith('1', settings),
    unknownAccount: accountWith('2', { ...settings, merchantKey: 'X'.repeat(settings.merchantKey.length) }),
    unreachableAccount: accountWith('3', { ...settings, baseUrl: NOBODY, queryUrl: NOBODY }),
    now,
    advance: async (ms) => {
      for (let left = ms, steps = 0; left > 0; steps += 1) {
        const step = steps < MAX_STEPS ? Math.min(left, STEP_MS) : left;
        left -= step;
        move(step);
        // What happens by itself begins in this turn of the event loop, where it was due.
        await nextTurn();
      }
    },
    pay: async (txid, { force } = {}) => {
      try {
        return host.control.payPix({ ...named(txid), force: force ?? false }).charges[0]?.payment;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'sim_conflict') return undefined;
        throw error;
      }
    },
    book: async (txid) => {
      const [charge] = host.control.pix(named(txid)).charges;
      return charge && bookedOf(charge);
    },
    noticesUrl: 'https://loja.example/acquirer/1/token',
    notices: async () => [],
    received: async () => {
      const { requests } = host.control.requests({ limit: MAX_REQUESTS });
      if (requests.length === MAX_REQUESTS) throw new Error('the host received more calls than it lists');
      return requests.length;
    },
    secrets: [settings.merchantKey],
    faults: {
      operations: Object.keys(OPERATIONS) as readonly ChargeOperation[],
      // Cielo's short answer names no sale, and what stands there afterwards counts.
      hides: (operation, fault) =>
        fault === 'wrong_ids' && (operation === 'remove' || operation === 'refund'),
      force: async (operation, fault, times) => {
        host.control.force({ operation: OPERATIONS[operation], fault: FAULTS[fault], times });
      },
      clear: async () => {
        host.control.reset();
      },
    },
    close: () => host.close(),
  };
};

function bookedOf({
  status,
  amount,
  payment,
  refund,
}: Pick<PixCharge, 'amount' | 'payment' | 'refund'> & { readonly status: number }): BookedPix {
  const state = status === VOIDED ? 'removed' : payment ? 'paid' : 'awaited';
  const payments = payment ? [{ endToEndId: payment.endToEndId, amount, returned: refund?.amount ?? 0 }] : [];
  return { state, amount, payments };
}

const VOIDED = 10;
