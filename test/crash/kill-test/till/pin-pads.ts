import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bookFile, readBook } from '../../../../simulators/pinpad/book.ts';
import type { Service } from '../../../../simulators/pinpad/service.ts';
import { DEATHS, type Death, runMortalClient } from '../../../support/mortal-client.ts';
import type { Cluster } from '../cluster.ts';
import type { PinPadMovement } from '../judge/till-evidence.ts';
import type { Random } from '../random.ts';

/** A client that works all the time passes some ten such moments with each sale. */
const DIES_PROBABILITY = 0.06;
const DIES_OFTEN_PROBABILITY = 0.25;
const AFTER_MS = 20;
const PAUSE_MS = 50;

/** Payment clients with pin pads of their own, each with an acquirer's book. They die again and again, and start again. */
export interface PinPads {
  /** From now on they live. */
  heal(): void;
  /** How often they died, by the moment. */
  deaths(): Readonly<Partial<Record<Death, number>>>;
  movements(): readonly PinPadMovement[];
  stop(): Promise<void>;
}

export async function startPinPads(
  cluster: Pick<Cluster, 'send'>,
  random: Random,
  terminals: readonly { readonly terminalId: number; readonly key: string }[],
  { mostlyPinPads }: { readonly mostlyPinPads: boolean },
): Promise<PinPads> {
  const diesWith = mostlyPinPads ? DIES_OFTEN_PROBABILITY : DIES_PROBABILITY;
  const folder = await mkdtemp(join(tmpdir(), 'guiche-pin-pads-'));
  const ended = new AbortController();
  const service = serviceOf(cluster);
  const died = new Map<Death, number>();
  let isHealed = false;
  const diesAt = (death: Death) => {
    if (isHealed || !random.happens(diesWith)) return false;
    died.set(death, (died.get(death) ?? 0) + 1);
    return true;
  };
  const run = async ({ terminalId, key }: { readonly terminalId: number; readonly key: string }) => {
    const client = { service, key, terminalId, folder, bookFolder: folder, afterMs: AFTER_MS, diesAt };
    while (!ended.signal.aborted) {
      await runMortalClient({ ...client, signal: ended.signal });
      await sleep(PAUSE_MS);
    }
  };
  const running = Promise.all(terminals.map(run));
  return {
    heal: () => {
      isHealed = true;
    },
    deaths: () => Object.fromEntries(DEATHS.map((death) => [death, died.get(death) ?? 0])),
    movements: () =>
      terminals.flatMap(({ terminalId }) =>
        readBook(bookFile(folder, terminalId)).map(({ work, moved, amount }) => ({
          paymentId: work,
          moved,
          amount,
        })),
      ),
    stop: async () => {
      ended.abort();
      await running;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The service's interface through the balancer of the test; a connection that breaks is no answer. */
function serviceOf(cluster: Pick<Cluster, 'send'>): Service {
  return {
    post: async (path, { key, body = {}, signal }) => {
      if (signal.aborted) return { status: 0, body: {} };
      // A poll of 25 s would outlive the instance that it waits at.
      const sent = path.replace('wait=25', 'wait=1');
      try {
        const answer = await cluster.send({
          method: 'POST',
          path: `/payment-client/v1/${sent}`,
          headers: {
            'Content-Type': 'application/json',
            ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify(body),
        });
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        return {
          status: answer.status,
          body: isJson ? (answer.json() as Readonly<Record<string, unknown>>) : {},
        };
      } catch {
        return { status: 0, body: {} };
      }
    },
  };
}
