import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { periodLabel, periodOf } from '../src/screens/sales/period.ts';
import { chipsOf, isFiltered, readSaleSearch } from '../src/screens/sales/sale-search.ts';

const ZONE = 'America/Sao_Paulo';
/** Still the 21st in São Paulo. */
const NOW = new Date('2026-11-22T02:30:00Z');

describe('the period of a list of sales', () => {
  test('ends today in the time zone of the service, and has as many days as it says', () => {
    assert.deepEqual(periodOf('today', NOW, ZONE), { from: '2026-11-21', to: '2026-11-21' });
    assert.deepEqual(periodOf('7', NOW, ZONE), { from: '2026-11-15', to: '2026-11-21' });
    assert.deepEqual(periodOf('30', NOW, ZONE), { from: '2026-10-23', to: '2026-11-21' });
    assert.deepEqual(periodOf('yesterday', NOW, ZONE), { from: '2026-11-20', to: '2026-11-20' });
    assert.deepEqual(periodOf('month', NOW, ZONE), { from: '2026-11-01', to: '2026-11-21' });
    assert.deepEqual(periodOf('last_month', NOW, ZONE), { from: '2026-10-01', to: '2026-10-31' });
    const newYear = new Date('2027-01-01T12:00:00Z');
    assert.deepEqual(periodOf('last_month', newYear, ZONE), { from: '2026-12-01', to: '2026-12-31' });
    assert.deepEqual(periodOf('all', NOW, ZONE), { from: undefined, to: undefined });
    assert.deepEqual(periodOf('of another version', NOW, ZONE), { from: undefined, to: undefined });
  });

  test('is called by its name, or by its days', () => {
    const labelOf = (search: object) => periodLabel(search, NOW, ZONE);
    assert.equal(labelOf({ from: '2026-11-21', to: '2026-11-21' }), 'Hoje');
    assert.equal(labelOf({ from: '2026-11-15', to: '2026-11-21' }), 'Últimos 7 dias');
    assert.equal(labelOf({}), 'Todo o período');
    assert.equal(labelOf({ from: '2026-11-01', to: '2026-11-02' }), '01/11/2026 a 02/11/2026');
    assert.equal(labelOf({ from: '2026-11-01', to: '2026-11-01' }), '01/11/2026');
    assert.equal(labelOf({ from: '2026-11-01' }), 'desde 01/11/2026');
    assert.equal(labelOf({ to: '2026-11-01' }), 'até 01/11/2026');
  });
});

describe('the filters of a list of sales in an address', () => {
  test('are read, lists also from a single value', () => {
    const search = {
      view: 'denied',
      kind: 'credit',
      channel: 'till',
      from: '2026-11-01',
      search: ' zuleica ',
    };
    assert.deepEqual(readSaleSearch({ ...search, status: 6, brand: ['Visa', ' '], installmentsMin: 2 }), {
      ...search,
      search: 'zuleica',
      status: ['6'],
      brand: ['Visa'],
      installmentsMin: '2',
    });
  });

  test('of an old bookmark are ignored where they are not known or not well-formed', () => {
    const odd = { view: 'all', kind: 'toString', channel: 'fax', from: '21/11/2026', search: '', other: 'x' };
    assert.deepEqual(readSaleSearch(odd), {});
  });

  test('are all but the view and the shop', () => {
    assert.equal(isFiltered({ view: 'denied', person: '7' }), false);
    assert.equal(isFiltered({ view: 'denied', search: 'zuleica' }), true);
  });

  test('stand above the list in words', () => {
    const chips = chipsOf({
      ...{ kind: 'debit', channel: 'gateway', brand: ['Visa', 'Elo'], provider: 'REDE' },
      ...{ amountMin: '100000', amountMax: '200000', installmentsMin: '2', installmentsMax: '6' },
    });
    assert.deepEqual(
      chips.map(({ label }) => label.replaceAll('\u00a0', ' ')),
      [
        ...['Débito', 'Pela internet', 'Visa, Elo', 'REDE', 'autorizado a partir de R$ 1.000,00'],
        ...['autorizado até R$ 2.000,00', '2x ou mais', 'até 6x'],
      ],
    );
    assert.deepEqual(chipsOf({}), []);
  });
});
