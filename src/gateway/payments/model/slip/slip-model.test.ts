import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../../test/support/databases.ts';
import { casesOf, fc } from '../../../../../test/support/property.ts';
import { endChargeLife } from '../pix/test-pix-end.ts';
import { pixTrouble } from '../pix/test-pix-steps.ts';
import { openPixWorld, type PixWorld } from '../pix/test-pix-world.ts';
import { checkSlip, checkSlipEnd } from './test-slip-invariants.ts';
import { type ModelSlip, newSlipLife, type SlipLife } from './test-slip-life.ts';
import { modelSlip, type SlipStep, slipStep, takeSlipStep } from './test-slip-steps.ts';

/** Half of them in `npm test`. MODEL_RUNS asks for more; MODEL_SEED and MODEL_PATH repeat a failure. */
const RUNS = { sqlite: 100, postgres: 30 } as const;
const { MODEL_RUNS, MODEL_SEED, MODEL_PATH } = process.env;
const TIMEOUT_MS = Math.max(15 * 60_000, Number(MODEL_RUNS ?? 0) * 1_500);
const MAX_STEPS = 14;
/** The bank has it, and its answer is lost. */
const ANSWER_LOST: ModelSlip = {
  ...{ amount: 1_005, dueInDays: 1, payableDaysAfterDue: 0 },
  ...{ hasTerms: false, registersAfterMs: 0, keeps: false },
};

for (const engine of SQLITE_BY_DAY) {
  describe(`the whole life of a slip, on ${engine}`, () => {
    let world: PixWorld;
    before(async () => {
      world = await openPixWorld(engine);
    });
    after(() => world.close());

    test('asks a person when less was paid before it was known to be registered', async () => {
      const life = await newSlipLife(world, ANSWER_LOST);
      await life.sell();
      await life.pay('another amount');
      await endChargeLife(life, { dies: false, check: () => checkSlip(life) });
      await checkSlipEnd(life);
    });

    test('keeps the invariants, whatever happens in whatever order', { timeout: TIMEOUT_MS }, async () => {
      await fc.assert(
        fc.asyncProperty(
          modelSlip,
          pixTrouble,
          fc.commands([slipStep.map((one) => new Happening(one))], { maxCommands: MAX_STEPS, size: 'max' }),
          fc.boolean(),
          async (sale, first, commands, dies) => {
            const life = await newSlipLife(world, sale);
            await life.sell(first);
            await checkSlip(life);
            await fc.asyncModelRun(() => ({ model: {}, real: life }), commands);
            await endChargeLife(life, { dies, check: () => checkSlip(life) });
            await checkSlipEnd(life);
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
class Happening implements fc.AsyncCommand<object, SlipLife> {
  readonly step: SlipStep;

  constructor(step: SlipStep) {
    this.step = step;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, life: SlipLife): Promise<void> {
    await takeSlipStep(life, this.step);
    await checkSlip(life);
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}
