import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from './attempts.ts';
import { AMOUNT, goodCard, inRoom, NOT_SUPPORTED, type Room } from './room.ts';
import type { OpenSubject, WireFaultName, WireFaults, WireOperation } from './subject.ts';

/** The effect of a fault on a call, and the allowed outcomes of the connector (docs/contract/acquirers.md G.4). */
interface FaultExpectation {
  /** Whether the host processed the call. */
  readonly processed: boolean;
  readonly outcomes: readonly string[];
}

const UNKNOWN: readonly string[] = ['unknown'];
/** The host rejected the call unprocessed, with an answer. */
const REJECTED: readonly string[] = ['not_sent', 'invalid_request'];

const FAULTS: Readonly<Record<WireFaultName, FaultExpectation>> = {
  connection_reset_before: { processed: false, outcomes: UNKNOWN },
  connection_reset_after: { processed: true, outcomes: UNKNOWN },
  timeout_before: { processed: false, outcomes: UNKNOWN },
  timeout_after: { processed: true, outcomes: UNKNOWN },
  unauthorized: { processed: false, outcomes: REJECTED },
  too_many_requests: { processed: false, outcomes: REJECTED },
  error_before: { processed: false, outcomes: UNKNOWN },
  error_after: { processed: true, outcomes: UNKNOWN },
  html_before: { processed: false, outcomes: UNKNOWN },
  html_after: { processed: true, outcomes: UNKNOWN },
  truncated: { processed: true, outcomes: UNKNOWN },
  broken_off: { processed: true, outcomes: UNKNOWN },
  wrong_ids: { processed: true, outcomes: UNKNOWN },
  late_answer: { processed: true, outcomes: UNKNOWN },
  late_processing: { processed: true, outcomes: UNKNOWN },
};

const NO_WIRE: Pick<WireFaults, 'names' | 'operations'> = { names: [], operations: [] };

/** Enough for all retries of a connector. */
const ALWAYS = 5;
/** Much longer than any host here needs. */
const SHORT_MS = 100_000;
/** Later than the latest answer of a host. */
const LATE_MS = 120_000;

/** Every call of the protocol with every wire fault. */
export function wireFaultTests(open: OpenSubject): void {
  inRoom('a sale that may take only so long', open, (room) => {
    test('is given no more, and no more than any other; without an answer by then it is unknown', async (t) => {
      const { given, wireFaults } = room.subject;
      if (!given || !wireFaults) return t.skip(NOT_SUPPORTED);
      const usual = room.can('VISA').timing.authorizeMs;
      for (const [withinMs, expected] of [
        [SHORT_MS, SHORT_MS],
        [usual + SHORT_MS, usual],
      ] as const) {
        const attempt = { ...room.attempt(goodCard(), { capture: true }), withinMs };
        await wireFaults.force('authorize', 'timeout_after', ALWAYS);
        const before: number = given.length;
        const { outcome } = await room.connector.authorize(attempt);
        assert.equal(outcome, 'unknown');
        // A token may be asked for besides, for whoever needs it.
        assert.equal(given[before], expected);
        await clear(room);
        assert.equal((await room.book(attempt)).captured, AMOUNT, 'it is looked for later');
      }
    });
  });
  for (const name of Object.keys(FAULTS) as readonly WireFaultName[]) {
    inRoom(`on the wire: ${name}`, open, (room) => {
      const { processed, outcomes } = FAULTS[name];
      const hits = (operation: WireOperation): boolean => {
        const { names, operations } = room.subject.wireFaults ?? NO_WIRE;
        return names.includes(name) && operations.includes(operation);
      };
      const force = (operation: WireOperation) => room.subject.wireFaults?.force(operation, name, ALWAYS);

      test('of a sale', async (t) => {
        if (!hits('authorize')) return t.skip(NOT_SUPPORTED);
        const attempt = room.attempt(goodCard(), { capture: true });
        await force('authorize');
        isOneOf(outcomes, await room.connector.authorize(attempt));
        await room.subject.advance(LATE_MS);
        assert.equal(await room.held(attempt), processed ? AMOUNT : 0);
        await clear(room);
        const found = await room.connector.query({ ...attempt, theirId: undefined });
        assert.equal(found.outcome, processed ? 'found' : 'not_found');
      });

      test('of a capture', async (t) => {
        if (!hits('capture')) return t.skip(NOT_SUPPORTED);
        const { attempt, ids } = await room.approved(goodCard());
        await force('capture');
        isOneOf(outcomes, await room.connector.capture(ids, AMOUNT));
        await room.subject.advance(LATE_MS);
        assert.equal((await room.book(attempt)).captured, processed ? AMOUNT : 0);
        await clear(room);
        assert.equal((await room.snapshot(ids)).capturedAmount, processed ? AMOUNT : 0);
      });

      for (const verb of ['void', 'refund', 'undo'] as const) {
        test(`of a refund: ${verb}`, async (t) => {
          if (!hits('refund')) return t.skip(NOT_SUPPORTED);
          const { attempt, ids } = await room.approved(goodCard(), 'captured');
          await force('refund');
          isOneOf(outcomes, await refund(room, verb, ids));
          await room.subject.advance(LATE_MS);
          assert.equal(await room.held(attempt), processed ? 0 : AMOUNT);
          await clear(room);
          assert.equal((await room.connector.undo(ids)).outcome, 'undone');
          assert.equal((await room.book(attempt)).refunded, AMOUNT);
          assert.equal((await room.snapshot(ids)).refunds.length, 1);
        });
      }

      test('of a query: it is not mistaken for "not found"', async (t) => {
        if (!hits('query')) return t.skip(NOT_SUPPORTED);
        const { attempt, ids } = await room.approved(goodCard(), 'captured');
        await force('query');
        isOneOf(['unknown', 'not_sent'], await room.connector.query(ids));
        await force('query');
        isOneOf(['unknown', 'not_sent'], await room.connector.continueAfterAuthentication(ids));
        await force('query');
        isOneOf(['unknown', 'not_sent'], await room.connector.undo(ids));
        await clear(room);
        assert.equal((await room.snapshot(ids)).state, 'approved');
        assert.equal(await room.held(attempt), AMOUNT);
      });

      test('of a query for a refund', async (t) => {
        if (!hits('query')) return t.skip(NOT_SUPPORTED);
        const { ids } = await room.approved(goodCard(), 'captured');
        const given = await room.connector.refund(ids, AMOUNT, newReference());
        assert.ok(given.outcome === 'done', JSON.stringify(given));
        await force('query');
        // A refund with a wrong id counts as not found, and is queried again.
        const wrongId = name === 'wrong_ids' ? ['not_found'] : [];
        const queried = await room.connector.queryRefund(ids, given.refundId ?? '');
        isOneOf(['unknown', 'not_sent', ...wrongId], queried);
        await clear(room);
      });

      test('of the token: nothing is sent without one', async (t) => {
        const { wireFaults } = room.subject;
        if (wireFaults === undefined || !hits('token') || name === 'wrong_ids') return t.skip(NOT_SUPPORTED);
        const { attempt, ids } = await room.approved(goodCard());
        const other = room.attempt(goodCard());
        await wireFaults.forgetTokens();
        await wireFaults.force('token', name, 100);
        isOneOf(REJECTED, await room.connector.authorize(other));
        isOneOf(REJECTED, await room.connector.capture(ids, AMOUNT));
        isOneOf(REJECTED, await room.connector.void(ids, undefined));
        isOneOf(REJECTED, await room.connector.undo(ids));
        isOneOf(REJECTED, await room.connector.query(ids));
        assert.equal((await room.connector.health(room.subject.account)).healthy, false);
        assert.equal(await room.held(other), 0);
        assert.equal((await room.book(attempt)).captured, 0);
        await clear(room);
        await room.approved(goodCard());
      });
    });
  }
}

function refund(room: Room, verb: 'void' | 'refund' | 'undo', ids: Parameters<Room['snapshot']>[0]) {
  if (verb === 'refund') return room.connector.refund(ids, AMOUNT, newReference());
  return verb === 'void' ? room.connector.void(ids, undefined) : room.connector.undo(ids);
}

function clear({ subject }: Room): Promise<void> | undefined {
  return subject.wireFaults?.clear();
}

function isOneOf(outcomes: readonly string[], { outcome, ...rest }: { readonly outcome: string }): void {
  assert.ok(outcomes.includes(outcome), `${outcome} ${JSON.stringify(rest)}`);
}
