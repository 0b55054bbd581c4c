import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../../test/support/databases.ts';
import { casesOf, fc } from '../../../../../test/support/property.ts';
import { endChargeLife } from './test-pix-end.ts';
import { checkPix, checkPixEnd } from './test-pix-invariants.ts';
import { newPixLife, type PixLife } from './test-pix-life.ts';
import { type PixStep, pixSale, pixStep, pixTrouble, takePixStep } from './test-pix-steps.ts';
import { openPixWorld, type PixWorld } from './test-pix-world.ts';

/** Half of them in `npm test`. MODEL_RUNS asks for more; MODEL_SEED and MODEL_PATH repeat a failure. */
const RUNS = { sqlite: 150, postgres: 40 } as const;
const TIMEOUT_MS = 15 * 60_000;
const { MODEL_RUNS, MODEL_SEED, MODEL_PATH } = process.env;
const MAX_STEPS = 14;

for (const engine of SQLITE_BY_DAY) {
  describe(`the whole life of a Pix, on ${engine}`, () => {
    let world: PixWorld;
    before(async () => {
      world = await openPixWorld(engine);
    });
    after(() => world.close());

    test('keeps the invariants, whatever happens in whatever order', { timeout: TIMEOUT_MS }, async () => {
      await fc.assert(
        fc.asyncProperty(
          pixSale,
          pixTrouble,
          fc.commands([pixStep.map((one) => new Happening(one))], { maxCommands: MAX_STEPS, size: 'max' }),
          fc.boolean(),
          async (sale, first, commands, dies) => {
            const life = await newPixLife(world, sale);
            await life.sell(first);
            await checkPix(life);
            await fc.asyncModelRun(() => ({ model: {}, real: life }), commands);
            await endChargeLife(life, { dies, check: () => checkPix(life) });
            await checkPixEnd(life);
          },
        ),
        {
          numRuns: Number(MODEL_RUNS ?? casesOf(RUNS[engine])),
          ...(MODEL_SEED === undefined ? {} : { seed: Number(MODEL_SEED) }),
          ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }),
        },
      );
    });
  });
}

/** fast-check's model is empty: the invariants need no state of their own. */
class Happening implements fc.AsyncCommand<object, PixLife> {
  readonly step: PixStep;

  constructor(step: PixStep) {
    this.step = step;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, life: PixLife): Promise<void> {
    await takePixStep(life, this.step);
    await checkPix(life);
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}
