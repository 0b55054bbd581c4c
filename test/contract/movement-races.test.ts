import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { bookOf, put, receivedFor, recordNow, soldIn, standOf } from '../support/movements.ts';
import { onEachEngine, onTwoInstances, type TestService } from '../support/service.ts';

const AT_ONCE = 32;
const LOST_RACE = ['movement_running', 'status_conflict', 'amount_above_available'];

/** The successful answers; asserts that all others were refused because they came too late. */
function winners(answers: readonly HttpAnswer[]): readonly HttpAnswer[] {
  for (const answer of answers) {
    if (answer.status === 200) continue;
    const { code } = (answer.json() as { error: Fields }).error;
    assert.ok(LOST_RACE.includes(String(code)), answer.text);
    assertRefused(answer, 409, String(code));
  }
  return answers.filter(({ status }) => status === 200);
}

/** The same races against one instance, and against two that share a database. */
function declareRaces(instances: readonly TestService[]): void {
  const [first] = instances;
  if (!first) throw new Error('a race needs an instance');
  const atOnce = (ask: (service: TestService, index: number) => Promise<HttpAnswer>) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => ask(instances[index % instances.length] ?? first, index)),
    );
  const outcomeOf = async (id: string) => {
    const { card } = await recordNow(first, id);
    const received = await Promise.all(instances.map((one) => receivedFor(one, card.providerReference)));
    return { calls: received.flat(), book: await bookOf(first, card.providerReference) };
  };

  test('captures at once: exactly one takes effect', async () => {
    const id = await soldIn(first, 5);
    const won = winners(await atOnce((service) => put(service, id, 'capture')));
    assert.equal(won.length, 1);
    assert.deepEqual(standOf(await recordNow(first, id)), [6, '1000', undefined]);
    const { calls, book } = await outcomeOf(id);
    assert.deepEqual([calls.length, book.captured], [1, 1000]);
  });

  test('voids at once: exactly one takes effect', async () => {
    const id = await soldIn(first, 6);
    const won = winners(await atOnce((service) => put(service, id, 'void')));
    assert.equal(won.length, 1);
    const { calls, book } = await outcomeOf(id);
    assert.deepEqual([calls.length, book.refunded], [1, 1000]);
  });

  test('captures and voids at once: every successful one is in the acquirer’s book, none twice', async () => {
    const id = await soldIn(first, 5);
    const kinds = ['capture', 'void'] as const;
    const won = winners(
      await atOnce((service, index) => put(service, id, kinds[(index >> 1) % 2] ?? 'void')),
    );
    const { calls, book } = await outcomeOf(id);
    assert.equal(calls.length, won.length);
    const { top, card } = await recordNow(first, id);
    // The first one wins: a voided authorization, or a capture, which a later void may have refunded.
    if (top.status === 6) assert.deepEqual([won.length, book.captured, book.refunded], [1, 1000, 0]);
    else if (card.capturedAmount)
      assert.deepEqual([won.length, book.captured, book.refunded], [2, 1000, 1000]);
    else assert.deepEqual([won.length, book.captured, book.voided], [1, 0, 1000]);
  });

  test('partial voids at once: the successful ones add up to the refunds of the acquirer', async () => {
    const id = await soldIn(first, 6);
    const won = winners(await atOnce((service) => put(service, id, 'void', { amount: 90 })));
    assert.ok(won.length >= 1 && won.length <= 11);
    const { calls, book } = await outcomeOf(id);
    assert.equal(calls.length, won.length);
    assert.equal(book.refunded, won.length * 90);
    assert.equal((await recordNow(first, id)).card.refundedAmount, String(won.length * 90));
    const refunded = won
      .map((answer) => Number(recordOf(answer, 200).card.refundedAmount))
      .sort((a, b) => a - b);
    assert.deepEqual(
      refunded,
      won.map((_, index) => (index + 1) * 90),
    );
  });
}

onEachEngine('Races of captures and voids', {}, (service) => declareRaces([service]));

onTwoInstances('Races of captures and voids on two instances', {}, (...services) => declareRaces(services));
