import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorizeOutcome } from '../../src/gateway/providers/outcome.ts';
import { BRANDS, lifeCycleCard, type PlainCard, refusedCard } from './cards.ts';
import { isRefusedAs } from './issuer-tests.ts';
import {
  AMOUNT,
  AUTHENTICATED_WAYS,
  inRoom,
  isRefused,
  NOT_SUPPORTED,
  type Room,
  type Sold,
  WAYS,
} from './room.ts';
import type { OpenSubject } from './subject.ts';

type Outcome = AuthorizeOutcome['outcome'];

/** A 6xx scenario: the possible outcomes of a sale, and whether the book then has its charge. */
interface ScenarioExpectation {
  readonly title: string;
  readonly outcomes: readonly Outcome[];
  readonly truth: 'approved' | 'absent';
  /** The host does not answer: one call at a time, because all deadlines of the subject then end. */
  readonly unanswered?: true;
}

/**
 * Two outcomes are allowed where hosts differ: 606 is a refused connection only where a host can refuse a single
 * connection, and a connector may leave the retry after 429 to the gateway.
 */
const EXPECTATIONS: Readonly<Record<string, ScenarioExpectation>> = {
  '601': { title: 'approved after 5 s', outcomes: ['approved'], truth: 'approved' },
  '602': { title: 'approved after 25 s, inside the deadline', outcomes: ['approved'], truth: 'approved' },
  '603': { title: 'no answer, nothing authorized', outcomes: ['unknown'], truth: 'absent', unanswered: true },
  '604': { title: 'the answer is lost', outcomes: ['unknown'], truth: 'approved', unanswered: true },
  '605': { title: 'connection reset after the request', outcomes: ['unknown'], truth: 'approved' },
  '606': { title: 'connection refused', outcomes: ['not_sent', 'unknown'], truth: 'absent' },
  '607': { title: 'HTTP 500', outcomes: ['unknown'], truth: 'absent' },
  '608': { title: 'HTTP 502 with a page', outcomes: ['unknown'], truth: 'approved' },
  '609': { title: 'the answer is truncated', outcomes: ['unknown'], truth: 'approved' },
  '610': { title: 'the token is rejected once', outcomes: ['approved'], truth: 'approved' },
  '612': { title: 'reported as a duplicate although it is not', outcomes: ['duplicate'], truth: 'absent' },
  '616': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
  '617': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
  '618': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
  '619': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
  '620': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
  '623': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
  '625': { title: 'approved', outcomes: ['approved'], truth: 'approved' },
};

const DEADLINE_SLACK_MS = 2_000;
const DECIDED_MS = 15_000;
const QUERIES_WORK_MS = 3 * 60_000;

/** Cards with technical failures or special life cycles. */
export function lifeCycleTests(open: OpenSubject): void {
  inRoom('no answer', open, (room) => scenarioTests(room, { unanswered: true }), {
    fast: true,
  });

  inRoom(
    'technical failures',
    open,
    (room) => {
      scenarioTests(room, { unanswered: false });

      test('611: rejected once, accepted the next time', async () => {
        const card = lifeCycleCard('611');
        const first = await room.sell(card, 'captured');
        await agreesWithBook(room, first);
        if (first.outcome.outcome === 'approved') return;
        assert.equal(first.outcome.outcome, 'not_sent', JSON.stringify(first.outcome));
        assert.equal(await room.held(first.attempt), 0);
        await room.approved(card, 'captured');
      });

      test('624: refused for lack of funds', async () => {
        for (const way of WAYS) {
          if (!room.sells('VISA', way)) continue;
          const { outcome } = await room.sell(lifeCycleCard('624'), way);
          isRefusedAs(refusedCard('051', 'VISA'), outcome);
        }
      });

      test('626: a host that accepts a reference twice gets it once', async () => {
        const { attempt } = await room.approved(lifeCycleCard('626'), 'captured');
        assert.equal(await room.held(attempt), AMOUNT);
      });
    },
    { fast: true },
  );

  inRoom('delayed decisions', open, (room) => {
    for (const scenario of ['621', '622'] as const) {
      test(`${scenario}: undecided at first, then ${scenario === '621' ? 'approved' : 'declined'}`, async () => {
        const sold = await room.sell(lifeCycleCard(scenario), 'captured');
        const { outcome, ids, attempt } = sold;
        assert.ok(['pending', 'unknown'].includes(outcome.outcome), JSON.stringify(outcome));
        assert.equal((await room.snapshot(ids)).state, 'pending');
        isRefused(await room.connector.capture(ids, AMOUNT));

        await room.subject.advance(DECIDED_MS);
        const decided = await room.connector.continueAfterAuthentication(ids);
        if (scenario === '622') isRefusedAs(refusedCard('005', 'VISA'), decided);
        else assert.equal(decided.outcome, 'approved', JSON.stringify(decided));
        assert.equal(await room.held(attempt), scenario === '621' ? AMOUNT : 0);
      });
    }
  });

  inRoom('queries that fail', open, (room) => {
    test('613: for three minutes the outcome is unknown, never "not found"', async () => {
      const { ids, outcome } = await room.sell(lifeCycleCard('613'), 'captured');
      assert.equal(outcome.outcome, 'unknown');
      assert.equal((await room.connector.query(ids)).outcome, 'unknown');
      assert.equal((await room.connector.continueAfterAuthentication(ids)).outcome, 'unknown');
      await room.subject.advance(QUERIES_WORK_MS);
      assert.equal((await room.snapshot(ids)).state, 'approved');
    });
  });
}

function scenarioTests(room: Room, { unanswered }: { readonly unanswered: boolean }): void {
  for (const [scenario, life] of Object.entries(EXPECTATIONS)) {
    if (unanswered !== (life.unanswered ?? false)) continue;
    for (const way of ['credit', 'captured'] as const) {
      test(`${scenario}: ${life.title}: ${way}`, async () => {
        const brands = BRANDS.filter((brand) => room.sells(brand, way));
        const play = (brand: (typeof brands)[number]) =>
          playsAsExpected(room, lifeCycleCard(scenario, brand), way, life);
        if (unanswered) for (const brand of brands) await play(brand);
        else await Promise.all(brands.map(play));
      });
    }
    for (const way of AUTHENTICATED_WAYS) {
      test(`${scenario} after 3-D Secure reports nothing false: ${way}`, async (t) => {
        if (!room.sells('VISA', way)) return t.skip(NOT_SUPPORTED);
        const sold = await room.sell(lifeCycleCard(scenario), way);
        await agreesWithBook(room, sold);
        await isProvenByQuery(room, sold, life.truth);
      });
    }
  }
}

async function playsAsExpected(
  room: Room,
  card: PlainCard,
  way: 'credit' | 'captured',
  life: ScenarioExpectation,
): Promise<void> {
  const startedAt = room.subject.now();
  const sold = await room.sell(card, way);
  const took = room.subject.now() - startedAt;
  const { authorizeMs } = room.can(card.brand).timing;
  assert.ok(took <= BRANDS.length * authorizeMs + DEADLINE_SLACK_MS, `it took ${took} ms`);
  const { outcome } = sold;
  assert.ok(life.outcomes.includes(outcome.outcome), `${card.number}: ${JSON.stringify(outcome)}`);
  await agreesWithBook(room, sold);
  await isProvenByQuery(room, sold, life.truth);
  const captured = life.truth === 'approved' && way === 'captured' ? AMOUNT : 0;
  const [charge] = await room.subject.book(sold.attempt.acquirerReference);
  assert.equal(charge?.captured ?? 0, captured);
}

/** Asserts that a definite outcome agrees with the book. */
async function agreesWithBook(room: Room, { attempt, outcome }: Sold): Promise<void> {
  const held = await room.held(attempt);
  if (outcome.outcome === 'approved') assert.equal(held, AMOUNT);
  if (['declined', 'not_sent', 'invalid_request'].includes(outcome.outcome)) assert.equal(held, 0);
}

async function isProvenByQuery(
  room: Room,
  { ids, attempt }: Sold,
  truth: ScenarioExpectation['truth'],
): Promise<void> {
  const found = await room.connector.query({ ...ids, theirId: undefined });
  const held = await room.held(attempt);
  assert.equal(held, truth === 'approved' ? AMOUNT : 0);
  if (truth === 'absent') return assert.deepEqual(found, { outcome: 'not_found' });
  assert.ok(found.outcome === 'found', JSON.stringify(found));
  assert.equal(found.charge.state, 'approved');
}
