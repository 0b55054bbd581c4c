import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { linkStateOf } from '../../src/gateway/checkout/links/payment-link.ts';
import { createLinkUses, linkMigrations } from '../../src/gateway/checkout/links/store.ts';
import { DENIED, PLAIN, TECHNICAL } from '../../src/gateway/payments/model/test-sales.ts';
import {
  recoverAll,
  recoverOne,
  STALLS_ONCE_STATED,
  trouble,
} from '../../src/gateway/payments/model/test-steps.ts';
import type { Trouble } from '../../src/gateway/payments/model/test-trouble.ts';
import { openTestWorld, type TestWorld } from '../../src/gateway/payments/test-world.ts';
import { Status, type Transaction } from '../../src/gateway/transactions/rules/transaction.ts';
import { ENGINES } from '../support/databases.ts';
import { fc } from '../support/property.ts';
import { type LinkBuyer, type LinkLife, newLinkLife } from './link-life.ts';

/** Each life takes about 30 ms. MODEL_RUNS sets a higher number. */
const RUNS = { sqlite: 100, postgres: 25 } as const;
const TIMEOUT_MS = 10 * 60_000;
const MAX_STEPS = 12;
const MOST_USES = 3;
const FORMS = 6;
/** Tries of one link are told apart by their times. */
const MOMENT = 5;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Longer than any call: a sender from before that can no longer store an outcome. */
const ABANDONED_AFTER_MS = 151 * SECOND;
const MAX_ROUNDS = 400;
/** Statuses in which a payment may hold money, or held it. */
const USED: ReadonlySet<Status> = new Set([
  Status.started,
  Status.pending,
  Status.authorized,
  Status.captured,
  Status.canceling,
  Status.canceled,
]);
/** Nobody may work on them once nothing is due. */
const UNRESOLVED: ReadonlySet<Status> = new Set([Status.started, Status.pending, Status.canceling]);
/** Card 615: the acquirer refuses every undo, which needs a person. */
const UNDO_REFUSED = '4000000000096158';

type Plain = 'go on' | 'restart' | 'stand still' | 'recover' | 'expire';
type Step =
  | ({ readonly step: 'buyer'; readonly trouble: Trouble | undefined } & LinkBuyer)
  | { readonly step: 'buyers at once'; readonly buyers: readonly LinkBuyer[] }
  | { readonly step: 'cancel'; readonly form: number; readonly trouble: Trouble | undefined }
  | { readonly step: 'set active'; readonly active: boolean }
  | { readonly step: Plain }
  | { readonly step: 'recover one'; readonly trouble: Trouble | undefined }
  | { readonly step: 'late approvals'; readonly policy: 'accept' | 'undo' }
  | { readonly step: 'time passes'; readonly ms: number };

const of = fc.constant;
const form = fc.integer({ min: 1, max: FORMS });
const buyer: fc.Arbitrary<LinkBuyer> = fc.record({
  form,
  card: fc.constantFrom(
    ...Array.from({ length: 12 }, () => PLAIN),
    DENIED,
    DENIED,
    ...TECHNICAL.filter((card) => card !== UNDO_REFUSED),
  ),
  comesBack: fc.boolean(),
});
const anyTrouble = fc.oneof(
  { weight: 3, arbitrary: trouble },
  { weight: 1, arbitrary: of(STALLS_ONCE_STATED) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(buyer, anyTrouble)
      .map(([one, trouble]): Step => ({ step: 'buyer', ...one, trouble })),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      step: of('buyers at once' as const),
      buyers: fc.array(buyer, { minLength: 2, maxLength: 4, size: 'max' }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: of('cancel' as const), form, trouble }) },
  {
    weight: 2,
    arbitrary: fc.record({
      step: of('set active' as const),
      active: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      step: fc.constantFrom<Plain>(
        'go on',
        'go on',
        'restart',
        'stand still',
        'recover',
        'recover',
        'expire',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: of('recover one' as const), trouble }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: of('late approvals' as const),
      policy: fc.constantFrom('accept' as const, 'undo' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      step: of('time passes' as const),
      ms: fc.constantFrom(2 * SECOND, 20 * SECOND, 40 * SECOND, 3 * MINUTE, 16 * MINUTE, 2 * HOUR),
    }),
  },
);
const about = fc.record({
  maxUses: fc.integer({ min: 1, max: MOST_USES }),
  lifeMs: fc.constantFrom(undefined, undefined, 10 * MINUTE),
});

for (const engine of ENGINES) {
  describe(`a reusable link's whole life, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine, {
        links: { uses: createLinkUses(), migrations: linkMigrations },
      });
    });
    after(() => world.close());

    test('is paid as often as it may be and never more, whatever happens in whatever order', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const lives = fc.asyncProperty(
        about,
        fc.array(step, { maxLength: MAX_STEPS, size: 'max' }),
        fc.boolean(),
        async (chosen, steps, diesLast) => {
          const life = await newLinkLife(world, chosen);
          for (const one of steps) {
            await take(life, one);
            await check(life);
          }
          await end(life, diesLast);
        },
      );
      await fc.assert(lives, { numRuns: Number(process.env.MODEL_RUNS ?? RUNS[engine]) });
    });
  });
}

async function take(life: LinkLife, step: Step): Promise<void> {
  switch (step.step) {
    case 'buyer':
      life.pass(MOMENT);
      return buyOnlyWhileOpen(life, step, step.trouble);
    case 'buyers at once':
      life.pass(MOMENT);
      await Promise.all(step.buyers.map((one) => life.buy(one)));
      return;
    case 'cancel':
      return life.cancel(step.form, step.trouble);
    case 'set active':
      await life.setActive(step.active);
      return;
    case 'go on':
      return life.goOn();
    case 'restart':
      return life.restart();
    case 'stand still':
      return life.standStill();
    case 'recover':
      return recoverAll(life);
    case 'expire':
      return life.expire();
    case 'recover one':
      return recoverOne(life, step.trouble);
    case 'late approvals':
      return life.setPolicy(step.policy);
    case 'time passes':
      return life.pass(step.ms);
  }
}

/** A link that is over takes no new charge, not even of a buyer whose own page was made before. */
async function buyOnlyWhileOpen(life: LinkLife, buyer: LinkBuyer, trouble?: Trouble): Promise<void> {
  const isOver = linkStateOf(await life.stored(), life.world.now()) !== 'open';
  const before = sentBy(life);
  await life.buy(buyer, trouble);
  if (isOver) assert.equal(sentBy(life), before, 'a link that was over was charged');
}

function sentBy({ world }: LinkLife): number {
  return world.simulator.control.requests({ limit: 500 }).filter(({ operation }) => operation === 'authorize')
    .length;
}

/** At every moment. */
async function check(life: LinkLife): Promise<void> {
  assert.deepEqual(life.world.problems, []);
  const { uses } = await life.stored();
  const transactions = await life.transactions();
  const used = transactions.filter(({ result }) => USED.has(result.status));
  assert.equal(uses, used.length, 'the counter is another number than that of its payments');
  assert.ok(uses <= life.about.maxUses, `${uses} of ${life.about.maxUses} uses`);
  assert.ok(transactions.length <= FORMS, 'one form made two payments');
  const live = await liveCharges(life);
  assert.ok(live <= life.about.maxUses, `charged ${live} times, ${life.about.maxUses} allowed`);
  for (const transaction of transactions) await checkLastTry(life, transaction);
}

/** What the panel shows as denied is what was denied last, and nothing that was paid or is under way. */
async function checkLastTry({ world }: LinkLife, { id, result }: Transaction): Promise<void> {
  const last = (await world.store.attemptsOf(id)).at(-1);
  const isDenied = !USED.has(result.status) && last?.state === 'declined';
  assert.equal(
    result.lastTry === Status.denied,
    isDenied,
    `${result.status} ${result.lastTry} ${last?.state}`,
  );
  if (USED.has(result.status)) assert.equal(result.lastTry, undefined);
}

/** Charges that hold money of a buyer. */
async function liveCharges(life: LinkLife): Promise<number> {
  const charges = await life.charges();
  return charges.filter(({ state, captured, refunded }) => {
    const isGivenBack = captured > 0 && refunded === captured;
    return (state === 'approved' || state === 'pending') && !isGivenBack;
  }).length;
}

/** Time passes until nothing is left to do; then what is charged is what was paid, and what is left can be paid. */
async function end(life: LinkLife, diesLast: boolean): Promise<void> {
  if (diesLast) life.restart();
  while (life.hasHeld()) {
    await life.goOn();
    await check(life);
  }
  // Recovery learns of what is under way, and that gets old.
  await recoverAll(life);
  await life.pass(ABANDONED_AFTER_MS);
  await untilNothingIsDue(life);
  const transactions = await life.transactions();
  assert.deepEqual(
    transactions.filter(({ result }) => UNRESOLVED.has(result.status)),
    [],
  );
  const paid = transactions.filter(({ result }) => result.status === Status.captured).length;
  assert.equal(await liveCharges(life), paid, 'what the acquirer charged is not what was paid');
  await usesWhatIsLeft(life);
}

async function untilNothingIsDue(life: LinkLife): Promise<void> {
  const { cases } = life.world;
  for (let round = 0; ; round += 1) {
    assert.ok(round < MAX_ROUNDS, 'recovery never comes to an end');
    await recoverAll(life);
    await check(life);
    const [next] = await cases.due({ now: Number.MAX_SAFE_INTEGER, limit: 1, busyAccounts: [] });
    if (!next) return;
    await life.pass(Math.max(0, next.nextAt - life.world.now()));
  }
}

/** Each use that is free can be paid, by a buyer who comes now, and not one more. */
async function usesWhatIsLeft(life: LinkLife): Promise<void> {
  const { maxUses } = life.about;
  const { uses, expiresAt = Number.POSITIVE_INFINITY } = await life.stored();
  await life.setActive(true);
  for (let more = 1; more <= maxUses + 1; more += 1) {
    await life.buy({ form: FORMS + more, card: PLAIN, comesBack: false });
  }
  const wanted = life.world.now() < expiresAt ? maxUses : uses;
  assert.equal((await life.stored()).uses, wanted, 'a use was lost');
}
