import { fc } from '../../../../test/support/property.ts';
import { retryCases, settleByOperator } from '../../transactions/recovery/by-operator.ts';
import { recover } from '../../transactions/recovery/recover.ts';
import { resolve } from '../../transactions/recovery/resolve.ts';
import { takeOver } from '../../transactions/recovery/take-over.ts';
import { Status } from '../../transactions/rules/transaction.ts';
import type { Life, ModelMovement } from './test-life.ts';
import type { Operations } from './test-operations.ts';
import type { Trouble } from './test-trouble.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BUYER = { kind: 'buyer' } as const;

type BuyerDoes = 'opens' | 'types the code' | 'types another' | 'cancels';

/** One step as data, so that a failure can be read. */
export type Step =
  | { readonly step: 'sell again'; readonly trouble: Trouble | undefined }
  | { readonly step: 'sell twice at a time' }
  | ({ readonly step: 'move'; readonly trouble: Trouble | undefined } & ModelMovement)
  | { readonly step: 'move twice at a time'; readonly one: ModelMovement; readonly other: ModelMovement }
  | {
      readonly step: 'go on' | 'restart' | 'restart and recover' | 'stand still' | 'recover' | 'buyer leaves';
    }
  | ({ readonly step: 'taken for dead'; readonly recovers: boolean } & ModelMovement)
  | { readonly step: 'time passes'; readonly ms: number }
  | { readonly step: 'clock is set'; readonly aheadMs: number; readonly rate: number }
  | { readonly step: 'recover one'; readonly trouble: Trouble | undefined }
  | { readonly step: 'take over'; readonly trouble: Trouble | undefined }
  | { readonly step: 'buyer'; readonly does: BuyerDoes }
  | { readonly step: 'buyer returns'; readonly trouble: Trouble | undefined }
  | { readonly step: 'buyer returns while recovery runs' | 'move while recovery runs' }
  | { readonly step: 'late approvals'; readonly policy: 'accept' | 'undo' }
  | { readonly step: 'operator'; readonly does: 'retries' | 'settles' };

export const STALLS_ONCE_STATED: Trouble = { on: 'commit', nth: 1, how: 'stalls after' };
const of = fc.constant;
const stall = fc.constantFrom('stalls before' as const, 'stalls after' as const);
const nth = fc.constantFrom(1, 1, 1, 2);
const lie = of<Trouble>({ on: 'query', nth: 1, how: 'not found' });
export const trouble: fc.Arbitrary<Trouble | undefined> = fc.option(
  fc.oneof(
    fc.record({
      on: fc.constant('call' as const),
      nth,
      how: fc.oneof(
        stall,
        fc.constantFrom('refused' as const, 'answer lost' as const, 'on the way' as const),
      ),
    }),
    fc.record({ on: fc.constant('commit' as const), nth, how: stall }),
    lie,
  ),
  { nil: undefined, freq: 2 },
);
export const modelMovement: fc.Arbitrary<ModelMovement> = fc.record({
  wanted: fc.constantFrom('capture' as const, 'void' as const),
  amount: fc.constantFrom(undefined, undefined, 300, 300, 700, 1_000, 1_001),
  key: fc.constantFrom(undefined, undefined, 'one', 'other'),
});

const clockIsSet: fc.Arbitrary<Step> = fc.record({
  step: of('clock is set' as const),
  aheadMs: fc.constantFrom(0, 95 * SECOND, -95 * SECOND, 10 * MINUTE, -10 * MINUTE, HOUR, -HOUR),
  rate: fc.constantFrom(0, 0, 0.5, -0.5),
});

/** What recovery does about a request that is still on its way, by clocks that are set and run wrong. */
export const stepByWrongClock: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: clockIsSet },
  { weight: 4, arbitrary: of({ step: 'recover' as const }) },
  { weight: 1, arbitrary: of({ step: 'restart' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: of('time passes' as const),
      ms: fc.constantFrom(1 * SECOND, 2 * SECOND, 6 * SECOND),
    }),
  },
);

/** Each with its relative frequency. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ step: of('sell again' as const), trouble }) },
  { weight: 1, arbitrary: of({ step: 'sell twice at a time' as const }) },
  {
    weight: 12,
    arbitrary: fc
      .tuple(modelMovement, trouble)
      .map(([movement, trouble]) => ({ step: 'move' as const, ...movement, trouble })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: of('move twice at a time' as const),
      one: modelMovement,
      other: modelMovement,
    }),
  },
  { weight: 4, arbitrary: of({ step: 'go on' as const }) },
  { weight: 3, arbitrary: of({ step: 'restart' as const }) },
  { weight: 3, arbitrary: of({ step: 'restart and recover' as const }) },
  { weight: 2, arbitrary: of({ step: 'stand still' as const }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(modelMovement, fc.boolean())
      .map(([movement, recovers]) => ({ step: 'taken for dead' as const, ...movement, recovers })),
  },
  { weight: 5, arbitrary: of({ step: 'recover' as const }) },
  { weight: 1, arbitrary: of({ step: 'buyer leaves' as const }) },
  {
    weight: 7,
    arbitrary: fc.record({
      step: of('time passes' as const),
      ms: fc.constantFrom(
        2 * SECOND,
        6 * SECOND,
        20 * SECOND,
        20 * SECOND,
        40 * SECOND,
        3 * MINUTE,
        16 * MINUTE,
        2 * HOUR,
        2 * DAY,
        31 * DAY,
      ),
    }),
  },
  { weight: 3, arbitrary: clockIsSet },
  { weight: 7, arbitrary: fc.record({ step: of('recover one' as const), trouble: fc.oneof(trouble, lie) }) },
  { weight: 2, arbitrary: fc.record({ step: of('take over' as const), trouble }) },
  {
    weight: 6,
    arbitrary: fc.record({
      step: of('buyer' as const),
      does: fc.constantFrom<BuyerDoes>(
        'opens',
        'types the code',
        'types the code',
        'types another',
        'cancels',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: of('buyer returns' as const), trouble }) },
  { weight: 1, arbitrary: of({ step: 'buyer returns while recovery runs' as const }) },
  { weight: 1, arbitrary: of({ step: 'move while recovery runs' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: of('late approvals' as const),
      policy: fc.constantFrom('accept' as const, 'undo' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: of('operator' as const),
      does: fc.constantFrom('retries' as const, 'settles' as const),
    }),
  },
);

export async function take(life: Life, step: Step): Promise<void> {
  switch (step.step) {
    case 'sell again':
      return life.sell(step.trouble);
    case 'sell twice at a time':
      await Promise.all([life.sell(), life.sell()]);
      return;
    case 'move':
      return life.move(step, step.trouble);
    case 'move twice at a time':
      await Promise.all([life.move(step.one), life.move(step.other)]);
      return;
    case 'go on':
      return life.goOn();
    case 'restart':
      return life.restart();
    case 'restart and recover':
      life.restart();
      return recoverAll(life);
    case 'stand still':
      return life.standStill();
    case 'taken for dead':
      return takenForDead(life, step);
    case 'time passes':
      return life.pass(step.ms);
    case 'clock is set':
      return life.world.setClock(step);
    case 'recover':
      return recoverAll(life);
    case 'recover one':
      return recoverOne(life, step.trouble);
    case 'take over':
      return life.run('take over', step.trouble, ({ recovering }) => takeOver(recovering));
    case 'buyer leaves':
      return life.run('buyer leaves', undefined, async ({ visits }) => {
        await visits.recordDeparture(tokenOf(life), BUYER);
      });
    case 'buyer':
      return buyer(life, step.does);
    case 'buyer returns':
      return buyerReturns(life, step.trouble);
    case 'buyer returns while recovery runs':
      await Promise.all([buyerReturns(life, undefined), recoverAll(life)]);
      return;
    case 'move while recovery runs':
      await Promise.all([life.move({ wanted: 'void', amount: undefined, key: undefined }), recoverAll(life)]);
      return;
    case 'late approvals':
      return life.setPolicy(step.policy);
    case 'operator':
      return operator(life, step.does);
  }
}

/**
 * An instance pauses after persisting what it is about to send, long enough for others to take over, and then
 * resumes.
 */
async function takenForDead(
  life: Life,
  { recovers, ...movement }: ModelMovement & { recovers: boolean },
): Promise<void> {
  if (!life.hasHeld()) await life.move(movement, STALLS_ONCE_STATED);
  life.standStill();
  if (recovers) await recoverAll(life);
  await life.goOn();
}

export function recoverAll(life: Pick<Operations, 'run'>): Promise<void> {
  return life.run('recover', undefined, ({ recovering }) =>
    recover(recovering, new AbortController().signal),
  );
}

export function recoverOne(
  life: Pick<Operations, 'run' | 'world'>,
  trouble: Trouble | undefined,
): Promise<void> {
  return life.run('recover one', trouble, async ({ recovering }) => {
    const [due] = await recovering.cases.due({ now: life.world.now(), limit: 1, busyAccounts: [] });
    if (due) await resolve(recovering, due);
  });
}

async function buyer(life: Life, does: BuyerDoes): Promise<void> {
  const { challenge } = life.world.simulator;
  for (const { authentication } of await life.book()) {
    if (authentication?.url === undefined) continue;
    const token = authentication.url.split('/').at(-1) ?? '';
    if (does === 'opens') await challenge.open(token);
    else {
      const code = does === 'types the code' ? (authentication.oneTimeCode ?? '') : 'another';
      await challenge.answer(token, { code, cancels: does === 'cancels' });
    }
  }
}

function buyerReturns(life: Life, trouble: Trouble | undefined): Promise<void> {
  return life.run('buyer returns', trouble, async ({ visits }) => {
    await visits.handleReturn(tokenOf(life), BUYER);
  });
}

function tokenOf(life: Life): string {
  return life.sentTo().at(-1)?.split('/').at(-1) ?? 'nobody';
}

/** A person looks at cases that need one, asks the acquirer, and enters its answer. */
async function operator(life: Life, does: 'retries' | 'settles'): Promise<void> {
  const { world } = life;
  const transaction = await life.current();
  if (!transaction) return;
  const isManual = (await world.casesOf(transaction.id)).some(({ state }) => state === 'manual');
  if (!isManual) return;
  await life.run(`operator ${does}`, undefined, async ({ recovering }) => {
    if (does === 'retries') return retryCases(recovering, transaction.id);
    const book = await life.book();
    const charge = book.find(({ state }) => state === 'approved') ?? book[0];
    const status = charge?.captured ? Status.captured : Status.authorized;
    return settleByOperator(recovering, {
      transactionId: transaction.id,
      status,
      reason: 'as the acquirer said',
    });
  });
}
