import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { killStarted } from '../../support/service-process.ts';
import { newStartedPlace } from '../../support/started-place.ts';
import { type KillTestOptions, runKillTest } from './kill-test.ts';
import { reportOf, summaryOf } from './report.ts';

const MAX_SEED = 2 ** 31;
/** Each round starts a service, which takes long on a busy machine. */
const TIMEOUT_MS = 15 * 60_000;

/** Declares the kill test with a random seed; a failure reports the seed that reproduces it. */
export function declareKillTest(chosen: Pick<KillTestOptions, 'engine' | 'rounds' | 'instances'>): void {
  const { engine, rounds, instances } = chosen;
  const what = `${instances === 1 ? 'a service that is' : `${instances} instances, one of them`} killed`;
  describe(`${what} ${rounds} times while merchants sell through it, on ${engine}`, () => {
    after(killStarted);

    test('loses nothing, and charges nothing twice', { timeout: TIMEOUT_MS }, async (context) => {
      const place = await newStartedPlace(engine);
      context.after(place.remove);
      const options: KillTestOptions = {
        ...chosen,
        place,
        seed: randomInt(MAX_SEED),
        signal: context.signal,
      };
      await runKillTest(options, async (testBed, result) => {
        context.diagnostic(`seed ${options.seed}: ${summaryOf(result)}`);
        if (result.findings.length > 0) assert.fail(await reportOf(options, testBed, result));
      });
    });
  });
}
