import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEvent } from '../../gateway/history/index.ts';
import { lastAnswerOf } from './last-answer.ts';

const CAPTURED = { rawCode: '00', rawMessage: 'Transação capturada' };
const eventsOf = (...events: readonly (readonly [string, object])[]) =>
  events.map(([kind, details]) => ({
    kind,
    at: 0,
    origin: { kind: 'recovery' },
    details,
  })) as never as HistoryEvent[];

test('a refused undo is what the acquirer said last, not the sale before it', () => {
  const events = eventsOf(
    ['answered', { subject: 'A', outcome: 'approved', code: '00' }],
    ['undo_decided', { subject: 'A', target: 11 }],
    ['undo', { subject: 'A', outcome: 'refused', code: '351', message: 'A adquirente recusou desfazer' }],
    ['needs_attention', { subject: 'A', reason: 'the acquirer refuses the undo' }],
  );
  assert.equal(lastAnswerOf(events, 'A', CAPTURED), '351 A adquirente recusou desfazer');
  assert.equal(lastAnswerOf(events, 'B', CAPTURED), '00 Transação capturada', 'of another attempt');
});

test('a query after it is the last answer', () => {
  const events = eventsOf(
    ['answered', { subject: 'A', outcome: 'unknown' }],
    ['queried', { subject: 'A', found: 'not_found' }],
  );
  assert.match(lastAnswerOf(events, 'A', CAPTURED) ?? '', /^consulta: ./);
});

test('without a history the stored answer stands', () => {
  assert.equal(lastAnswerOf([], 'A', CAPTURED), '00 Transação capturada');
  assert.equal(lastAnswerOf([], 'A', undefined), null);
});
