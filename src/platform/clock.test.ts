import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTimeZone, localTime } from './clock.ts';

describe('local date-times', () => {
  test('are written as the gateway and as the operational interface have them', () => {
    const time = localTime('America/Sao_Paulo');
    const moment = Date.UTC(2026, 10, 20, 23, 5, 9, 42);
    assert.equal(time.iso(moment), '2026-11-20T20:05:09');
    assert.equal(time.brazilian(moment), '20/11/2026 20:05:09.0420');
  });

  test('follow the zone through changes of its offset', () => {
    const newYork = localTime('America/New_York');
    assert.equal(newYork.iso(Date.UTC(2026, 2, 8, 6, 59, 59)), '2026-03-08T01:59:59');
    assert.equal(newYork.iso(Date.UTC(2026, 2, 8, 7, 0, 0)), '2026-03-08T03:00:00');
    assert.equal(localTime('Asia/Kathmandu').iso(Date.UTC(2026, 0, 1)), '2026-01-01T05:45:00');
    assert.equal(localTime('UTC').iso(Date.UTC(2026, 0, 1)), '2026-01-01T00:00:00');
  });

  test('agree with the runtime for any moment', () => {
    const zone = 'America/Sao_Paulo';
    const time = localTime(zone);
    const reference = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const range = { min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        assert.equal(time.iso(date.getTime()).replace('T', ' '), reference.format(date));
      }),
    );
  });

  test('know which zones exist', () => {
    assert.equal(isTimeZone('America/Manaus'), true);
    assert.equal(isTimeZone('America/Atlantis'), false);
  });
});
