import { fc } from '../../../../../test/support/property.ts';
import type { Paying } from '../pix/test-pix-life.ts';
import { type PixStep, paying, pixStep, takePixStep } from '../pix/test-pix-steps.ts';
import type { ModelSlip, SlipLife } from './test-slip-life.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One step as data: those of a Pix, paid by the barcode, and what only slips have. */
export type SlipStep =
  | PixStep
  | { readonly step: 'pay by Pix'; readonly how: Paying }
  | { readonly step: 'pay by both halves' | 'taken back' }
  | { readonly step: 'bank is busy' | 'days pass'; readonly ms: number };

/** The last digits: paid soon, nobody pays, answer lost, lost, not told, paid by both halves. */
export const modelSlip: fc.Arbitrary<ModelSlip> = fc.record({
  amount: fc.constantFrom(1_001, 1_003, 1_003, 1_003, 1_003, 1_003, 1_005, 1_006, 1_007, 1_008),
  dueInDays: fc.constantFrom(0, 0, 1, 3),
  payableDaysAfterDue: fc.constantFrom(0, 0, 2),
  hasTerms: fc.boolean(),
  registersAfterMs: fc.constantFrom(0, 0, 0, 30_000, 10 * MINUTE),
  keeps: fc.constantFrom(false, false, true),
});

/** Each with its relative frequency. */
export const slipStep: fc.Arbitrary<SlipStep> = fc.oneof(
  { weight: 40, arbitrary: pixStep },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('pay by Pix' as const), how: paying }) },
  { weight: 2, arbitrary: fc.constant({ step: 'pay by both halves' as const }) },
  { weight: 4, arbitrary: fc.constant({ step: 'taken back' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('bank is busy' as const),
      ms: fc.constantFrom(MINUTE, HOUR, 2 * DAY),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('days pass' as const),
      ms: fc.constantFrom(DAY, 2 * DAY, 5 * DAY),
    }),
  },
);

export async function takeSlipStep(life: SlipLife, step: SlipStep): Promise<void> {
  switch (step.step) {
    case 'pay by Pix':
      return life.payByPix(step.how);
    case 'pay by both halves':
      await life.pay('as asked');
      return life.payByPix('late or twice');
    case 'taken back':
      return life.takeBack();
    case 'bank is busy':
      return life.beBusy(step.ms);
    case 'days pass':
      return life.world.pass(step.ms);
    default:
      return takePixStep(life, step);
  }
}
