import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { localTime } from '../../platform/time/clock.ts';
import { refusedWith } from '../test-room.ts';
import { readMoment, readPeriod } from './period.ts';

const saoPaulo = localTime('America/Sao_Paulo');
const santiago = localTime('America/Santiago');

describe('a date of a request', () => {
  test('is read in the form of Brazil and in that of ISO 8601, local unless it names an offset', () => {
    const noon = Date.UTC(2026, 10, 1, 15);
    const forms = [
      ...['01/11/2026 12:00', '01/11/2026 12:00:00', '01/11/2026 12:00:00.0000', ' 01/11/2026 12:00 '],
      ...['2026-11-01T12:00', '2026-11-01T12:00:00', '2026-11-01 12:00:00', '2026-11-01T12:00:00.000'],
      ...['2026-11-01T15:00:00Z', '2026-11-01T15:00:00.000Z', '2026-11-01T12:00:00-03:00'],
      ...['2026-11-01T12:00:00-0300', '2026-11-01t12:00:00'],
    ];
    for (const form of forms) assert.equal(readMoment('dataInicio', form, saoPaulo), noon, form);
    for (const form of ['01/11/2026', '2026-11-01']) {
      assert.equal(readMoment('dataInicio', form, saoPaulo), Date.UTC(2026, 10, 1, 3), form);
    }
  });

  test('that cannot be read is refused where it is needed, and counts as not sent in the filter of a list', () => {
    const unreadable = [
      ...['', 'ontem', '2026', '1/11/2026', '01-11-2026', '2026/11/01', '11/2026', '31/02/2026'],
      ...['2026-02-31', '2026-13-01', '01/11/2026 24:00', '01/11/2026 12:60', '2026-11-01T12', '2026-11-01Z'],
    ];
    for (const form of unreadable) {
      assert.throws(() => readMoment('dataInicio', form, saoPaulo), refusedWith('value_invalid', 400), form);
      const period = readPeriod({ dataInicio: form, dataFim: form }, saoPaulo);
      assert.deepEqual(period, { from: undefined, until: undefined }, form);
    }
  });

  test('has the hour that is written also on a day whose clock jumps', () => {
    const at = (sent: string) => santiago.brazilian(readMoment('dataInicio', sent, santiago)).slice(0, 16);
    // Chile's clock jumps from 00:00 to 01:00 on 5 September 2027, and goes back at 24:00 on 3 April 2027.
    for (const sent of ['05/09/2027 10:00', '05/09/2027 12:00', '05/09/2027 23:59', '03/04/2027 23:30']) {
      assert.equal(at(sent), sent);
    }
    assert.equal(at('04/04/2027 12:00'), '04/04/2027 12:00');
    assert.equal(
      at('05/09/2027 00:30'),
      '05/09/2027 01:30',
      'a time that does not exist comes an hour later',
    );
    assert.equal(at('05/09/2027'), '05/09/2027 01:00');
    const start = readPeriod({ dataInicio: '04/11/2018 10:00:00' }, saoPaulo).from;
    assert.equal(start, Date.UTC(2018, 10, 4, 12), 'the first day of summer time in São Paulo');
  });
});

describe('a period', () => {
  test('ends with its last day, or after the second that is named', () => {
    const until = (dataFim: string, time = saoPaulo) => readPeriod({ dataFim }, time).until;
    assert.equal(until('2026-11-01'), Date.UTC(2026, 10, 2, 3));
    assert.equal(until('01/11/2026'), Date.UTC(2026, 10, 2, 3));
    assert.equal(until('01/11/2026 12:00:00'), Date.UTC(2026, 10, 1, 15, 0, 1));
    assert.equal(until('04/09/2027', santiago), santiago.startOfDay('2027-09-05'));
    assert.equal(until('03/04/2027', santiago), santiago.startOfDay('2027-04-04'), 'a day of 25 hours');
  });
});
