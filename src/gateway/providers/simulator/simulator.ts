import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/time/clock.ts';
import type { CardAcquirer } from '../card-acquirer.ts';
import {
  authenticationLimits,
  type BookStorage,
  type Challenge,
  chargeIds,
  chooseScenario,
  createBook,
  createChallenge,
  createForcedOutcomes,
  createRequestLog,
  type Faults,
} from '../issuer/index.ts';
import type { CardStorage } from './card-storage.ts';
import { simulatorCapabilities } from './connector/capabilities.ts';
import { simulatedConnector } from './connector/simulated-connector.ts';
import type { SimulatorContext } from './context.ts';
import { createControl, type SimulatorControl } from './control.ts';
import type { ReceivedRequest } from './received-request.ts';
import { createWaits } from './waits.ts';

const TOKEN_BYTES = 32;
const CODES = 1_000_000;
const OTHERWISE_VERSION = 'simulator';
/** Where a shop's software may look at the version of the acquirer's interface. */
const VERSIONS: Readonly<Record<string, string>> = { CIELO: '3.0' };

export interface SimulatorOptions {
  readonly clock: Clock;
  /** Resolves after that many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Divides every wait; above 0. */
  readonly timeScale: number;
  readonly faults: Faults;
  readonly storage: BookStorage;
  readonly cards: CardStorage;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  /** Called with failed reads and writes of the book; a failed write loses that charge. */
  readonly onStorageError: (error: unknown) => void;
  /** Base of the addresses that buyers are redirected to; called when one is needed. */
  readonly publicUrl: () => string;
}

export interface Simulator {
  /** The simulated acquirer under a name, in capitals: all names share one book. */
  connector(provider: string): CardAcquirer;
  readonly control: SimulatorControl;
  /** The page where buyers are authenticated. */
  readonly challenge: Challenge;
  /** Ends all waits: delayed requests answer `unknown`. */
  close(): void;
}

/** An acquirer inside this process whose issuer decides by the card number. Never part of a production service. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { clock, timeScale, random, onStorageError } = options;
  const waits = createWaits((ms) => options.sleep(ms / timeScale));
  const forced = createForcedOutcomes();
  const requests = createRequestLog<ReceivedRequest>();
  const book = createBook(options.storage, onStorageError);
  let faults = options.faults;

  const context: SimulatorContext = {
    clock,
    book,
    cards: options.cards,
    requests,
    onStorageError,
    elapsed: (since) => (clock.now() - since) * timeScale,
    nextId: chargeIds(clock.now, random),
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    newOneTimeCode: () => String(Math.floor(random() * CODES)).padStart(6, '0'),

    wait: waits.wait,

    scenarioFor: (own) => chooseScenario(own, forced, faults, random),

    challenge: ({ challenge, created }) => ({
      redirectUrl: `${options.publicUrl()}/__sim/challenge/${challenge}`,
      expiresAt: created + authenticationLimits.totalMs / timeScale,
    }),
  };

  return {
    connector: (provider) => ({
      provider,
      ...simulatedConnector(
        context,
        VERSIONS[provider] ?? OTHERWISE_VERSION,
        simulatorCapabilities(timeScale, provider),
      ),
    }),
    challenge: createChallenge(context),
    control: createControl({
      context,
      forced,
      faults: () => faults,
      setFaults(changed) {
        faults = changed;
      },
      initialFaults: options.faults,
    }),
    close: waits.end,
  };
}
