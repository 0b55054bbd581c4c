import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
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

  test('are the moments that they name, through changes of the offset of either direction', () => {
    const saoPaulo = localTime('America/Sao_Paulo');
    const berlin = localTime('Europe/Berlin');
    assert.equal(saoPaulo.fromIso('2018-11-04T10:00:00'), Date.UTC(2018, 10, 4, 12));
    assert.equal(saoPaulo.fromIso('2018-11-03T23:59:59'), Date.UTC(2018, 10, 4, 2, 59, 59));
    assert.equal(saoPaulo.iso(saoPaulo.fromIso('2018-11-04T00:30:00')), '2018-11-04T01:30:00');
    assert.equal(saoPaulo.fromIso('2019-02-16T23:30:00'), Date.UTC(2019, 1, 17, 1, 30), 'the first of two');
    assert.equal(berlin.iso(berlin.fromIso('2026-03-29T02:30:00')), '2026-03-29T03:30:00');
    assert.equal(berlin.fromIso('2026-10-25T02:30:00'), Date.UTC(2026, 9, 25, 0, 30), 'the first of two');
    assert.ok(Number.isNaN(saoPaulo.fromIso('amanhã')));
  });

  test('know which zones exist', () => {
    assert.equal(isTimeZone('America/Manaus'), true);
    assert.equal(isTimeZone('-03:00'), true);
    assert.equal(isTimeZone('America/Atlantis'), false);
    assert.equal(isTimeZone('2026-11-23T10:00[America/Manaus]'), false);
    assert.equal(isTimeZone('20261123T10Z'), false);
    assert.equal(isTimeZone(''), false);
  });
});

describe('a local day', () => {
  const time = localTime('America/Sao_Paulo');

  test('begins at its midnight, and at one o’clock where summer time jumped over midnight', () => {
    assert.equal(time.startOfDay('2026-11-21'), Date.UTC(2026, 10, 21, 3));
    // Summer time began in Brazil on 4 November 2018 at 00:00, and ended on 17 February 2019 at 00:00.
    assert.equal(time.startOfDay('2018-11-04'), Date.UTC(2018, 10, 4, 3));
    assert.equal(time.startOfDay('2018-11-05'), Date.UTC(2018, 10, 5, 2));
    assert.equal(time.startOfDay('2019-02-16'), Date.UTC(2019, 1, 16, 2));
    assert.equal(time.startOfDay('2019-02-17'), Date.UTC(2019, 1, 17, 3));
  });

  test('is that of its first moment, and not of the one before', () => {
    for (let day = 0; day < 400; day += 1) {
      const wanted = new Date(Date.UTC(2018, 8, 1 + day)).toISOString().slice(0, 10);
      const start = time.startOfDay(wanted);
      assert.equal(time.day(start), wanted);
      assert.notEqual(time.day(start - 1), wanted);
    }
  });
});
