import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, inChargeRoom, SECOND, UNPAID } from './charge-room.ts';
import type { ChargeFaultName, ChargeOperation, OpenChargeSubject } from './subject.ts';

interface Expectation {
  /** Whether the bank processed the call. */
  readonly processed: boolean;
  readonly outcomes: readonly string[];
}

const LOST: readonly string[] = ['unknown'];
/** The bank rejected the call unprocessed, with an answer. */
const REJECTED: readonly string[] = ['not_sent', 'invalid_request', 'unknown'];

const FAULTS: Readonly<Record<ChargeFaultName, Expectation>> = {
  reset_before: { processed: false, outcomes: LOST },
  reset_after: { processed: true, outcomes: LOST },
  silence_before: { processed: false, outcomes: LOST },
  silence_after: { processed: true, outcomes: LOST },
  unauthorized: { processed: false, outcomes: REJECTED },
  too_many_requests: { processed: false, outcomes: REJECTED },
  error_before: { processed: false, outcomes: LOST },
  error_after: { processed: true, outcomes: LOST },
  html_before: { processed: false, outcomes: LOST },
  truncated: { processed: true, outcomes: LOST },
  wrong_ids: { processed: true, outcomes: LOST },
};

/** Enough for all retries of a connector. */
const ALWAYS = 5;
const NOT_SUPPORTED = 'not supported';

/** Every call with a fault of the wire: nothing is mistaken for a fact, and a repetition or a query tells the truth. */
export function wireTests(open: OpenChargeSubject, name: ChargeFaultName): void {
  inChargeRoom(`on the wire: ${name}`, open, (room) => {
    const { processed, outcomes } = FAULTS[name];
    const fails = async (operation: ChargeOperation): Promise<boolean> => {
      const { faults } = room.subject;
      if (!faults?.operations.includes(operation) || faults.hides?.(operation, name)) return false;
      await faults.force(operation, name, ALWAYS);
      return true;
    };
    const isOneOf = ({ outcome }: { readonly outcome: string }) =>
      assert.ok(outcomes.includes(outcome), `${name} answered ${outcome}`);
    const clear = async () => room.subject.faults?.clear();

    test('of a creation', async (t) => {
      if (!(await fails('create'))) return t.skip(NOT_SUPPORTED);
      const { outcome, request, txid, ids } = await room.ask();
      isOneOf(outcome);
      await clear();
      const found = await room.provider.query(ids);
      assert.equal(found.outcome, processed ? 'found' : 'not_found');
      if (room.provider.acquirer) return;
      const code = codeIn(await room.provider.create(request));
      assert.equal(codeIn(await room.provider.create(request)), code);
      assert.equal((await room.book(txid)).state, 'awaited');
    });

    test('of a removal', async (t) => {
      const { ids, txid } = await room.make();
      if (!(await fails('remove'))) return t.skip(NOT_SUPPORTED);
      isOneOf(await room.provider.void(ids, undefined));
      await clear();
      assert.equal((await room.book(txid)).state, processed ? 'removed' : 'awaited');
      assert.equal((await room.provider.void(ids, undefined)).outcome, 'done');
      assert.equal((await room.book(txid)).state, 'removed');
    });

    test('of a refund', async (t) => {
      const { ids, txid } = await room.paid();
      if (!(await fails('refund'))) return t.skip(NOT_SUPPORTED);
      const id = room.newReference();
      const asked = await room.provider.refund(ids, UNPAID, id);
      if (room.provider.acquirer) mayBeUnderWay(asked.outcome);
      else isOneOf(asked);
      await clear();
      await room.subject.advance(3 * SECOND);
      if (room.provider.acquirer) {
        // The sum tells it.
        assert.equal((await room.snapshot(ids)).refundedAmount, processed ? UNPAID : 0);
      } else {
        const found = await room.provider.queryRefund(ids, id);
        assert.equal(found.outcome, processed ? 'done' : 'not_found');
      }
      assert.equal((await room.book(txid)).payments[0]?.returned, processed ? UNPAID : 0);
    });

    test('of a query: it is not mistaken for "not found"', async (t) => {
      const { ids } = await room.paid();
      if (!(await fails('query'))) return t.skip(NOT_SUPPORTED);
      const asked = await room.provider.query(ids);
      assert.ok(['unknown', 'not_sent'].includes(asked.outcome), asked.outcome);
      await clear();
      assert.equal((await room.snapshot(ids)).state, 'approved');
    });
  });
}

/** An acquirer may be doing it unseen: a later look decides, and not that nothing shows now. */
function mayBeUnderWay(outcome: string): void {
  assert.ok(['pending', 'not_sent', 'declined', 'invalid_request'].includes(outcome), outcome);
}
