import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groupedLine, standText } from '../src/screens/sale/slip-words.ts';

const SLIP = { dueOn: '2026-12-10', payableUntil: '2026-12-20', clearsOn: '2026-12-23', paidAmount: null };
const OPEN = { status: 1, amount: 12_303 };

describe('The words of a slip', () => {
  test('group the digits of the line as it is printed', () => {
    assert.equal(
      groupedLine('34191790010104351004791020150008291070026000'),
      '34191790010104351004791020150008291070026000',
      'what is no line stays as it is',
    );
    assert.equal(
      groupedLine('34191790010104351004791020150008191070000012303'),
      '34191.79001 01043.510047 91020.150008 1 91070000012303',
    );
  });

  test('tell until when banks take a late one, and until when its last money may come', () => {
    assert.match(
      standText(OPEN, { ...SLIP, stand: 'late' })?.text ?? '',
      /em 10\/12\/2026.* até 20\/12\/2026/,
    );
    const clearing = standText(OPEN, { ...SLIP, stand: 'clearing' })?.text ?? '';
    assert.match(clearing, /acabou em 20\/12\/2026.*até 23\/12\/2026/);
    assert.equal(standText(OPEN, { ...SLIP, stand: 'due' }), undefined);
  });

  test('say of one that is being canceled that it may still be paid, and of one that was taken back that the money is gone', () => {
    assert.match(
      standText({ ...OPEN, status: 8 }, { ...SLIP, stand: 'other' })?.text ?? '',
      /ainda pode pagá-lo/,
    );
    const taken = standText({ ...OPEN, status: 6 }, { ...SLIP, stand: 'taken_back', paidAmount: 12_500 });
    assert.match(taken?.text ?? '', /R\$\s125,00: o valor não está mais/);
  });
});
