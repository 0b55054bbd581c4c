import { setTimeout as sleep } from 'node:timers/promises';
import { startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import type { RedeTiming } from '../../src/gateway/providers/rede/call/timing.ts';
import { createRedeConnector } from '../../src/gateway/providers/rede/connector.ts';
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
const TIMING: RedeTiming = {
  connectMs: DEADLINE_MS,
  authorizeMs: DEADLINE_MS,
  otherMs: DEADLINE_MS,
  tokenMs: DEADLINE_MS,
  leastMs: 20,
  maxProcessingMs: 3_000,
  authenticationMs: 15 * 60_000,
};
const MAX_REQUESTS = 500;
const NOBODY = 'http://127.0.0.1:1';

/** The connector for Rede, with a host that answers like Rede's sandbox. */
export const openRede: OpenSubject = async ({ fast = false } = {}) => {
  const deadlines = endableDeadlines();
  const host = await startRedeHost({ timeScale: fast ? FAST : 1, onHold: deadlines.endAll });
  let moved = 0;
  const now = () => Date.now() + moved;
  const settings = host.settings();

  const wireFaults: WireFaults = {
    operations: ['token', 'authorize', 'capture', 'refund', 'query', 'tokenize'],
    names: Object.keys(HOST_FAULTS) as readonly WireFaultName[],
    force: async (operation, fault, times) => {
      host.control.force({ operation, fault: HOST_FAULTS[fault], times });
    },
    clear: async () => {
      host.control.reset();
    },
    forgetTokens: async () => {
      host.control.revokeTokens();
    },
  };

  return {
    connector: createRedeConnector(
      { clock: { now }, production: false, timeScale: 1 },
      TIMING,
      deadlines.deadlineIn,
    ),
    account: accountWith('1', settings),
    unknownAccount: accountWith('2', { ...settings, key: 'uma-chave-que-a-rede-nao-conhece' }),
    unreachableAccount: accountWith('3', { ...settings, api: `${NOBODY}/v2`, token: `${NOBODY}/token` }),
    now,
    advance: async (ms) => {
      moved += ms;
      host.control.advance({ advanceMs: ms });
      await sleep(SETTLED_MS);
    },
    book: async (reference) => {
      const charges = await host.book();
      return charges.filter((charge) => charge.reference === reference) as readonly BookedCharge[];
    },
    received: async () => {
      const { requests } = host.control.requests({ limit: MAX_REQUESTS });
      if (requests.length === MAX_REQUESTS) throw new Error('the host received more calls than it lists');
      return requests.filter(({ operation }) => operation !== 'token').length;
    },
    authenticate: playBuyer,
    secrets: [settings.key, Buffer.from(`${settings.pv}:${settings.key}`).toString('base64')],
    wireFaults,
    given: deadlines.given,
    close: () => host.close(),
  };
};
