import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { testSeed } from '../../support/seed.ts';
import { killStarted } from '../../support/service-process.ts';
import { newStartedPlace } from '../../support/started-place.ts';
import { type KillTestOptions, runKillTest } from './kill-test.ts';
import { FEW_WORKERS } from './load.ts';
import { reportOf, summaryOf } from './report.ts';

/** Each round starts a service, which takes long on a busy machine. */
const TIMEOUT_MS = 15 * 60_000;

/** Declares the kill test with the seed of the suite; a failure reports it, and what else reproduces it. */
export function declareKillTest(
  chosen: Pick<KillTestOptions, 'engine' | 'rounds' | 'instances'> &
    Partial<Pick<KillTestOptions, 'wrongClocks' | 'twoAcquirers'>>,
): void {
  const { engine, rounds, instances, wrongClocks = false, twoAcquirers = true } = chosen;
  const what = `${instances === 1 ? 'a service that is' : `${instances} instances, one of them`} killed`;
  const clocks = wrongClocks ? ', with clocks that are set ahead and back' : '';
  describe(`${what} ${rounds} times while merchants sell through it${clocks}, on ${engine}`, () => {
    after(killStarted);

    test('loses nothing, and charges nothing twice', { timeout: TIMEOUT_MS }, async (context) => {
      const place = await newStartedPlace(engine);
      context.after(place.remove);
      const options: KillTestOptions = {
        ...chosen,
        place,
        processes: 1,
        seed: testSeed,
        workers: FEW_WORKERS,
        wrongClocks,
        pooler: 0,
        pinPads: false,
        twoAcquirers,
        signal: context.signal,
      };
      await runKillTest(options, async (testBed, result) => {
        context.diagnostic(`seed ${options.seed}: ${summaryOf(result)}`);
        if (result.findings.length > 0) assert.fail(await reportOf(options, testBed, result));
      });
    });
  });
}
