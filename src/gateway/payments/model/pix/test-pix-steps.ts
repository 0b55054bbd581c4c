import { fc } from '../../../../../test/support/property.ts';
import { recover } from '../../../transactions/recovery/recover.ts';
import { takeOver } from '../../../transactions/recovery/take-over.ts';
import type { ChargeLife, ModelPix, ModelVoid, Paying } from './test-pix-life.ts';
import type { PixTrouble } from './test-pix-trouble.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One step as data, so that a failure can be read. */
export type PixStep =
  | { readonly step: 'sell again' | 'look' | 'take over'; readonly trouble: PixTrouble | undefined }
  | { readonly step: 'sell twice at a time' | 'look twice at a time' }
  | ({ readonly step: 'void'; readonly trouble: PixTrouble | undefined } & ModelVoid)
  | { readonly step: 'void twice at a time'; readonly one: ModelVoid; readonly other: ModelVoid }
  | { readonly step: 'pay' | 'void while it is paid' | 'look while it is paid'; readonly how: Paying }
  | { readonly step: 'void while others look' }
  | { readonly step: 'notices'; readonly which: 'all' | 'last' | 'forged' }
  | { readonly step: 'go on' | 'restart' | 'restart and recover' | 'stand still' | 'recover' | 'bank' }
  | ({ readonly step: 'taken for dead'; readonly recovers: boolean } & ModelVoid)
  | { readonly step: 'time passes'; readonly ms: number };

/** The last digits: paid, nobody pays, paid and taken back, answer lost, lost, no notice, three notices, refunds denied. */
export const pixSale: fc.Arbitrary<ModelPix> = fc.record({
  amount: fc.constantFrom(1_001, 1_003, 1_003, 1_003, 1_003, 1_004, 1_004, 1_005, 1_006, 1_007, 1_008, 1_009),
  lifeMs: fc.constantFrom(MINUTE, MINUTE, HOUR, 7 * DAY),
  keeps: fc.constantFrom(false, false, true),
});

const of = fc.constant;
const stall = fc.constantFrom('stalls before' as const, 'stalls after' as const);
const nth = fc.constantFrom(1, 1, 1, 2, 2, 3);
export const pixTrouble: fc.Arbitrary<PixTrouble | undefined> = fc.option(
  fc.oneof(
    fc.record({
      on: of('call' as const),
      nth,
      how: fc.oneof(
        stall,
        fc.constantFrom('refused' as const, 'lost' as const, 'lost' as const, 'answer lost' as const),
      ),
    }),
    fc.record({ on: of('commit' as const), nth, how: stall }),
  ),
  { nil: undefined, freq: 2 },
);
const modelVoid: fc.Arbitrary<ModelVoid> = fc.record({
  amount: fc.constantFrom(undefined, undefined, undefined, 300, 300, 701, 1_000),
  key: fc.constantFrom(undefined, undefined, 'one', 'other'),
});
export const paying = fc.constantFrom<Paying>('as asked', 'as asked', 'late or twice', 'another amount');

/** Each with its relative frequency. */
export const pixStep: fc.Arbitrary<PixStep> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ step: of('sell again' as const), trouble: pixTrouble }) },
  { weight: 1, arbitrary: of({ step: 'sell twice at a time' as const }) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(modelVoid, pixTrouble)
      .map(([movement, trouble]) => ({ step: 'void' as const, ...movement, trouble })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: of('void twice at a time' as const), one: modelVoid, other: modelVoid }),
  },
  { weight: 8, arbitrary: fc.record({ step: of('pay' as const), how: paying }) },
  { weight: 2, arbitrary: fc.record({ step: of('void while it is paid' as const), how: paying }) },
  { weight: 1, arbitrary: fc.record({ step: of('look while it is paid' as const), how: paying }) },
  { weight: 1, arbitrary: of({ step: 'void while others look' as const }) },
  { weight: 10, arbitrary: fc.record({ step: of('look' as const), trouble: pixTrouble }) },
  { weight: 1, arbitrary: of({ step: 'look twice at a time' as const }) },
  { weight: 6, arbitrary: of({ step: 'bank' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: of('notices' as const),
      which: fc.constantFrom('all' as const, 'last' as const, 'forged' as const),
    }),
  },
  { weight: 4, arbitrary: of({ step: 'go on' as const }) },
  { weight: 2, arbitrary: of({ step: 'restart' as const }) },
  { weight: 3, arbitrary: of({ step: 'restart and recover' as const }) },
  { weight: 2, arbitrary: of({ step: 'stand still' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(modelVoid, fc.boolean())
      .map(([movement, recovers]) => ({ step: 'taken for dead' as const, ...movement, recovers })),
  },
  { weight: 5, arbitrary: of({ step: 'recover' as const }) },
  { weight: 2, arbitrary: fc.record({ step: of('take over' as const), trouble: pixTrouble }) },
  {
    weight: 9,
    arbitrary: fc.record({
      step: of('time passes' as const),
      ms: fc.constantFrom(
        2 * SECOND,
        6 * SECOND,
        20 * SECOND,
        MINUTE,
        3 * MINUTE,
        16 * MINUTE,
        2 * HOUR,
        DAY,
      ),
    }),
  },
);

export async function takePixStep(life: ChargeLife, step: PixStep): Promise<void> {
  switch (step.step) {
    case 'sell again':
      return life.sell(step.trouble);
    case 'look':
      return life.look(step.trouble);
    case 'take over':
      return life.run('take over', step.trouble, ({ recovering }) => takeOver(recovering));
    case 'sell twice at a time':
      return together(life.sell(), life.sell());
    case 'look twice at a time':
      return together(life.look(), life.look());
    case 'void':
      return life.void(step, step.trouble);
    case 'void twice at a time':
      return together(life.void(step.one), life.void(step.other));
    case 'pay':
      return life.pay(step.how);
    case 'void while it is paid':
      return together(life.void({ amount: undefined, key: undefined }), life.pay(step.how));
    case 'look while it is paid':
      return together(life.look(), life.pay(step.how));
    case 'void while others look':
      return together(life.void({ amount: undefined, key: undefined }), life.look());
    case 'notices':
      return life.notice(step.which);
    case 'bank':
      return life.bank();
    case 'go on':
      return life.goOn();
    case 'restart':
      return life.restart();
    case 'restart and recover':
      life.restart();
      return recoverPix(life);
    case 'stand still':
      return life.standStill();
    case 'taken for dead':
      if (!life.hasHeld()) await life.void(step, { on: 'commit', nth: 1, how: 'stalls after' });
      life.standStill();
      if (step.recovers) await recoverPix(life);
      return life.goOn();
    case 'recover':
      return recoverPix(life);
    case 'time passes':
      return life.world.pass(step.ms);
  }
}

async function together(...steps: readonly Promise<void>[]): Promise<void> {
  await Promise.all(steps);
}

export function recoverPix(life: ChargeLife): Promise<void> {
  return life.run('recover', undefined, ({ recovering }) =>
    recover(recovering, new AbortController().signal),
  );
}
