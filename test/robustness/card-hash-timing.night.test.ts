import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { DatabasePlace } from '../support/databases.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { requestPublicKey } from '../support/sale-calls.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { boundFor, differ, distance, median } from './distances.ts';
import { badlyPadded, callWith, wellPaddedGarbage } from './unreadable-hashes.ts';

/** Samples of each kind in the first, second and third attempt: more samples tolerate more noise. */
const TRIES = [600, 1_200, 2_000] as const;
const WARM_UP = 60;
/** A session ends after 20 unreadable cardHashes. */
const CALLS_PER_SESSION = 18;
/** A difference by this factor must be detected. */
const SEEN_FACTOR = 1.2;

describe('cardHashes that cannot be read', () => {
  let place: DatabasePlace;
  let service: ServiceProcess;
  let client: Client;

  before(async () => {
    place = await newStartedPlace('sqlite');
    service = await startService(place);
    client = createClient(service.address);
  });
  after(async () => {
    killStarted();
    client?.close();
    await service?.finished;
    await place?.remove();
  });

  /** Both kinds in turn, in random order, so that noise affects both. */
  async function sample(size: number): Promise<{ well: number[]; badly: number[] }> {
    const samples = { well: [] as number[], badly: [] as number[] };
    let key = await requestPublicKey(client);
    for (let round = -WARM_UP; round < size; round += 1) {
      if ((2 * round) % CALLS_PER_SESSION === 0) key = await requestPublicKey(client);
      const pair = [
        { kind: 'well', call: callWith(key, wellPaddedGarbage(key)) },
        { kind: 'badly', call: callWith(key, badlyPadded(key)) },
      ] as const;
      for (const { kind, call } of randomInt(2) === 0 ? pair : pair.toReversed()) {
        const startedAt = performance.now();
        const { status } = await client.send(call);
        const tookMs = performance.now() - startedAt;
        assert.equal(status, 400);
        if (round >= 0) samples[kind].push(tookMs);
      }
    }
    return samples;
  }

  test('take the same time over HTTP, whether badly padded or well padded around garbage', async (context) => {
    for (const [index, size] of TRIES.entries()) {
      const { well, badly } = await sample(size);
      const evenly = well.filter((_, place) => place % 2 === 0);
      const oddly = well.filter((_, place) => place % 2 === 1);
      const verdict = {
        alike: !differ(well, badly),
        // Checks the measure itself: one kind against itself, and against itself made slower.
        halvesAlike: !differ(evenly, oddly),
        slowerWouldBeSeen: differ(
          well,
          badly.map((tookMs) => tookMs * SEEN_FACTOR),
        ),
      };
      const difference =
        `medians ${median(well).toFixed(3)} and ${median(badly).toFixed(3)} ms, distance ` +
        `${distance(well, badly).toFixed(3)} (halves of one kind ${distance(evenly, oddly).toFixed(3)}), ` +
        `bound ${boundFor(size, size).toFixed(3)}: ${JSON.stringify(verdict)}`;
      context.diagnostic(difference);
      if (verdict.alike && verdict.halvesAlike && verdict.slowerWouldBeSeen) return;
      if (index === TRIES.length - 1) assert.fail(difference);
    }
  });
});
