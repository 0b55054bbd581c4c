import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './command.ts';
import { readBlock, readChoice, readDay, readFirstDay, readId, readLastDay, readReais } from './values.ts';

test('an id is a whole number from 1 to 2^53−1', () => {
  assert.equal(readId('1', 'ID'), 1);
  assert.equal(readId('9007199254740991', 'ID'), Number.MAX_SAFE_INTEGER);
  for (const text of [
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    'abc',
    '',
    ' 1',
    '9007199254740992',
    '99999999999999999',
  ]) {
    assert.throws(() => readId(text, 'ID'), UsageError, text);
  }
});

test('a choice is one of the words, exactly', () => {
  assert.equal(readChoice('undo', ['accept', 'undo'], '--late-approval'), 'undo');
  assert.throws(() => readChoice('Undo', ['accept', 'undo'], '--late-approval'), {
    name: 'UsageError',
    message: '--late-approval deve ser accept ou undo, não "Undo".',
  });
});

test('a last day ends at midnight of its zone, across daylight saving too', () => {
  assert.equal(readLastDay('2027-12-31', 'America/Sao_Paulo', '--expires'), Date.UTC(2028, 0, 1, 3));
  assert.equal(readLastDay('2028-02-29', 'UTC', '--expires'), Date.UTC(2028, 2, 1));
  assert.equal(readLastDay('2026-10-25', 'Europe/Lisbon', '--expires'), Date.UTC(2026, 9, 26));
});

test('a first day begins where the zone begins it, also after an hour that was left out', () => {
  assert.equal(readFirstDay('2027-12-31', 'America/Sao_Paulo', '--from'), Date.UTC(2027, 11, 31, 3));
  assert.equal(readFirstDay('2018-11-04', 'America/Sao_Paulo', '--from'), Date.UTC(2018, 10, 4, 3));
  assert.equal(readFirstDay('2018-11-05', 'America/Sao_Paulo', '--from'), Date.UTC(2018, 10, 5, 2));
  assert.throws(() => readFirstDay('2027-02-30', 'UTC', '--from'), UsageError);
});

test('a day that is not in the calendar, or in another form, is refused', () => {
  for (const text of ['2027-02-30', '2027-13-01', '31/12/2027', '2027-1-1', 'amanhã', '2027-12-31T10:00']) {
    assert.throws(() => readLastDay(text, 'UTC', '--expires'), UsageError, text);
  }
});

test('a network is an address or its block, and nothing that would mean more', () => {
  assert.equal(readBlock('203.0.113.9', '--network'), '203.0.113.0/24');
  assert.equal(readBlock('203.0.113.0/24', '--network'), '203.0.113.0/24');
  assert.equal(readBlock('2001:DB8:7:1::9', '--network'), '2001:db8:7::/48');
  for (const text of ['', 'loja', '203.0.113', '203.0.113.0/8', '300.1.1.1']) {
    assert.throws(() => readBlock(text, '--network'), UsageError, text);
  }
});

test('an amount is typed in reais', () => {
  for (const [text, centavos] of [
    ['10', 1000],
    ['10,50', 1050],
    ['1.234,56', 123456],
    ['R$ 0,01', 1],
    ['10.50', 1050],
    ['10,5', 1050],
  ] as const) {
    assert.equal(readReais(text, '--amount'), centavos);
  }
  for (const text of ['', '-1', '1.2.3', '1,005', 'dez', '99999999999']) {
    assert.throws(() => readReais(text, '--amount'), UsageError, text);
  }
});

test('a day is one of the calendar', () => {
  assert.equal(readDay('2026-02-28', '--from'), '2026-02-28');
  assert.throws(() => readDay('2026-02-30', '--from'), UsageError);
});
