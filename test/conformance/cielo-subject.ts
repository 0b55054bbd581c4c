import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_MERCHANT } from '../../simulators/cielo-host/access/merchants.ts';
import { startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import type { CieloTiming } from '../../src/gateway/providers/cielo/call/timing.ts';
import { createCieloConnector } from '../../src/gateway/providers/cielo/connector.ts';
import { accountWith } from './account-with.ts';
import { playBuyer } from './buyer.ts';
import { endableDeadlines } from './endable-deadlines.ts';
import { HOST_FAULTS } from './host-faults.ts';
import type { BookedCharge, OpenSubject, WireFaultName, WireFaults } from './subject.ts';

/** At this time scale the host's 25 s (scenario 602) take a quarter of a second. */
const FAST = 100;
/** Never reached: when the host leaves a call without an answer, it says so, and the deadline ends. */
const DEADLINE_MS = 120_000;
/** Lets the host finish what it was waiting for. */
const SETTLED_MS = 20;
const TIMING: CieloTiming = {
  connectMs: DEADLINE_MS,
  authorizeMs: DEADLINE_MS,
  otherMs: DEADLINE_MS,
  leastMs: 20,
  maxProcessingMs: 3_000,
  betweenCancelsMs: 5_000,
};
const MAX_REQUESTS = 500;
const NOBODY = 'http://127.0.0.1:1';

/** The connector for Cielo, with a host that answers like Cielo's sandbox, to a shop whose order numbers count once. */
export const openCielo: OpenSubject = async ({ fast = false } = {}) => {
  const deadlines = endableDeadlines();
  const merchants = [{ ...DEMO_MERCHANT, uniqueOrders: true }];
  const host = await startCieloHost({ timeScale: fast ? FAST : 1, onHold: deadlines.endAll, merchants });
  let moved = 0;
  const now = () => Date.now() + moved;
  const advance = (ms: number) => {
    moved += ms;
    host.control.advance({ advanceMs: ms });
  };
  const settings = host.settings();

  const wireFaults: WireFaults = {
    operations: ['authorize', 'capture', 'refund', 'query', 'tokenize'],
    names: Object.keys(HOST_FAULTS) as readonly WireFaultName[],
    force: async (operation, fault, times) => {
      host.control.force({ operation, fault: HOST_FAULTS[fault], times });
    },
    clear: async () => {
      host.control.reset();
    },
    forgetTokens: async () => undefined,
  };

  return {
    connector: createCieloConnector(
      { clock: { now }, production: false, timeScale: 1 },
      { timing: TIMING, deadlineIn: deadlines.deadlineIn, wait: async (ms) => advance(ms) },
    ),
    account: accountWith('1', settings),
    unknownAccount: accountWith('2', { ...settings, merchantKey: 'X'.repeat(settings.merchantKey.length) }),
    unreachableAccount: accountWith('3', { ...settings, baseUrl: NOBODY, queryUrl: NOBODY }),
    now,
    advance: async (ms) => {
      advance(ms);
      await sleep(SETTLED_MS);
    },
    book: async (reference) => {
      const charges = await host.book();
      return charges.filter((charge) => charge.reference === reference) as readonly BookedCharge[];
    },
    received: async () => {
      const { requests } = host.control.requests({ limit: MAX_REQUESTS });
      if (requests.length === MAX_REQUESTS) throw new Error('the host received more calls than it lists');
      return requests.length;
    },
    authenticate: playBuyer,
    secrets: [settings.merchantKey],
    wireFaults,
    given: deadlines.given,
    close: () => host.close(),
  };
};
