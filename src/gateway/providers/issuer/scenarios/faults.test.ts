import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/support/property.ts';
import { checkFaults, faultAt, parseFaults } from './faults.ts';

test('names, scenarios and white space are understood', () => {
  assert.deepEqual(parseFaults(''), {});
  assert.deepEqual(parseFaults(' refused=0.01, lost = 0.02,616=.5 '), {
    refused: 0.01,
    lost: 0.02,
    '616': 0.5,
  });
  assert.deepEqual(parseFaults('refused=0.1,lost=0.2,timeout=0.7'), {
    refused: 0.1,
    lost: 0.2,
    timeout: 0.7,
  });
});

test('what cannot be a rate is said', () => {
  assert.match(parseFaults('refused') as string, /"refused" is not name=rate/);
  assert.match(parseFaults('refused=') as string, /"refused=" is not name=rate/);
  assert.match(parseFaults('refused=0.1=0.2') as string, /is not name=rate/);
  assert.match(parseFaults('refused=0.1,refused=0.2') as string, /refused is given twice/);
  assert.match(parseFaults('rain=0.1') as string, /"rain" is no fault: use refused, slow/);
  assert.match(parseFaults('__proto__=0.1') as string, /is no fault/);
  assert.match(parseFaults('999=0.1') as string, /"999" is no fault/);
  assert.match(parseFaults('lost=much') as string, /rate of lost/);
  assert.match(parseFaults('lost=-0.1') as string, /rate of lost/);
  assert.match(parseFaults('lost=0.6,refused=0.5') as string, /add up to more than 1/);
  assert.match(checkFaults({ lost: '0.1' }) as string, /rate of lost/);
});

test('a draw falls on each fault as often as its rate says', () => {
  const faults = { refused: 0.25, lost: 0.25 };
  assert.equal(faultAt({ '616': 1 }, 0.5), '616');
  assert.deepEqual(
    [0, 0.24, 0.25, 0.49, 0.5, 0.99].map((draw) => faultAt(faults, draw)),
    ['005', '005', '604', '604', undefined, undefined],
  );
});

test('any text gives faults or a reason, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'refusdlot=,.01 __proto__') }), (text) => {
      const result = parseFaults(text);
      assert.ok(typeof result === 'string' ? result !== '' : typeof result === 'object');
    }),
  );
});
