import type { Clock } from '../../../platform/index.ts';
import type { Connector } from '../connector.ts';
import { type BookStorage, createBook } from './book.ts';
import { chargeIds } from './charge-id.ts';
import type { SimulatorContext } from './context.ts';
import { createControl, type SimulatorControl } from './control.ts';
import { type Faults, faultAt } from './faults.ts';
import { createForcedOutcomes } from './forced-outcomes.ts';
import { createRequestLog } from './request-log.ts';
import { plainScenario, scenarioNamed } from './scenarios.ts';
import { simulatedConnector } from './simulated-connector.ts';
import { CHALLENGE_MS } from './technical-scenarios.ts';
import { scenarioOfCard } from './test-cards.ts';

export interface SimulatorOptions {
  readonly clock: Clock;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Divides every wait; above 0. */
  readonly timeScale: number;
  readonly faults: Faults;
  readonly storage: BookStorage;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  /** Told of writes and reads of the book that failed; a failed write loses that charge. */
  readonly onStorageError: (error: unknown) => void;
  /** Base of the addresses that buyers are sent to; asked when one is needed. */
  readonly publicUrl: () => string;
}

export interface Simulator {
  /** The simulated acquirer under a name, in capitals: all names share one book. */
  connector(provider: string): Connector;
  readonly control: SimulatorControl;
  /** Ends all waits: requests that are being delayed answer `unknown`. */
  close(): void;
}

/**
 * An acquirer in this process, whose issuer decides by the card number. Never part of a production service.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { clock, timeScale, random, onStorageError } = options;
  const closing = new AbortController();
  const forced = createForcedOutcomes();
  const requests = createRequestLog();
  const book = createBook(options.storage, onStorageError);
  let faults = options.faults;
  let faulty = Object.keys(faults).length > 0;

  const context: SimulatorContext = {
    clock,
    book,
    requests,
    onStorageError,
    elapsed: (since) => (clock.now() - since) * timeScale,
    nextId: chargeIds(clock.now, random),

    async wait(ms) {
      try {
        await options.sleep(ms / timeScale, closing.signal);
        return true;
      } catch (error) {
        if (closing.signal.aborted) return false;
        throw error;
      }
    },

    scenarioFor(number) {
      const own = scenarioOfCard(number);
      const imposed =
        forced.take() ?? (faulty && own === plainScenario() ? faultAt(faults, random()) : undefined);
      return imposed === undefined ? own : scenarioNamed(imposed);
    },

    challenge: ({ id, created }) => ({
      redirectUrl: `${options.publicUrl()}/__sim/challenge/${id}`,
      expiresAt: created + CHALLENGE_MS / timeScale,
    }),
  };

  const shared = simulatedConnector(context, timeScale);
  return {
    connector: (provider) => ({ provider, ...shared }),
    control: createControl({
      book,
      requests,
      forced,
      elapsed: context.elapsed,
      faults: () => faults,
      setFaults(changed) {
        faults = changed;
        faulty = Object.keys(changed).length > 0;
      },
      initialFaults: options.faults,
    }),
    close: () => closing.abort(),
  };
}
