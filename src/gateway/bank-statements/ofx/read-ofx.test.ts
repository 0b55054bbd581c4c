import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyCharacter, casesOf, fc } from '../../../../test/support/property.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import { type BankLine, MAX_OFX_BYTES, readOfx } from './read-ofx.ts';

const HEADER = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

`;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n';

type Written = Pick<BankLine, 'fitId' | 'day' | 'amount' | 'type' | 'memo'>;

const money = (amount: number) =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function written(lines: readonly Written[], form: 'sgml' | 'xml'): string {
  const value = (name: string, text: string) =>
    form === 'xml' ? `<${name}>${escaped(text)}</${name}>` : `<${name}>${escaped(text)}\n`;
  const rows = lines.map(
    ({ fitId, day, amount, type, memo }) =>
      `<STMTTRN>${value('TRNTYPE', type)}${value('DTPOSTED', `${day.replaceAll('-', '')}100000[-03:EST]`)}` +
      `${value('TRNAMT', money(amount))}${value('FITID', fitId)}${value('CHECKNUM', '000123')}${value('MEMO', memo)}</STMTTRN>\n`,
  );
  return (
    `${form === 'xml' ? XML : HEADER}<OFX><BANKMSGSRSV1><STMTTRNRS>${value('TRNUID', '1001')}<STMTRS>${value('CURDEF', 'BRL')}` +
    `<BANKACCTFROM>${value('BANKID', '0341')}${value('BRANCHID', '1234')}${value('ACCTID', '12345-6')}${value('ACCTTYPE', 'CHECKING')}` +
    `</BANKACCTFROM>\n<BANKTRANLIST>${value('DTSTART', '20261101')}${value('DTEND', '20261130')}${rows.join('')}</BANKTRANLIST>` +
    `<LEDGERBAL>${value('BALAMT', '1.00')}${value('DTASOF', '20261130')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  );
}

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));
const LINE: Written = {
  fitId: '1',
  day: '2026-11-26',
  amount: 123_456,
  type: 'CREDIT',
  memo: 'REDE VISA CRÉDITO & CIA',
};

const aWord = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9&<>.,/-]{1,12}$/);
const aLine = fc.record({
  fitId: fc.stringMatching(/^[A-Z0-9]{1,12}$/),
  day: fc.integer({ min: 0, max: 3_000 }).map((days) => daysAfter('2020-01-01', days)),
  amount: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
  type: fc.constantFrom('CREDIT', 'DEBIT', 'OTHER'),
  memo: fc.array(aWord, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
});
const someLines = fc.uniqueArray(aLine, { selector: ({ fitId }) => fitId, maxLength: 20 });

describe('A bank statement', () => {
  test('is read as it was written, in both forms and every encoding', () => {
    const ways = fc.constantFrom(
      ['sgml', 'utf8'] as const,
      ['sgml', 'latin1'] as const,
      ['xml', 'utf8'] as const,
      ['sgml', 'utf16le'] as const,
    );
    fc.assert(
      fc.property(someLines, ways, (lines, [form, encoding]) => {
        const text = written(lines, form);
        const read = readOfx(bytes(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding));
        assert.ok(typeof read !== 'string', String(read));
        const [statement] = read;
        // Those of the generator have no prototype.
        assert.deepEqual(
          statement?.lines,
          lines.map((line) => ({ ...line })),
        );
        assert.deepEqual(
          [
            statement.bank,
            statement.branch,
            statement.account,
            statement.from,
            statement.to,
            statement.unread,
          ],
          ['0341', '1234', '12345-6', '2026-11-01', '2026-11-30', 0],
        );
      }),
      { numRuns: casesOf(300) },
    );
  });

  test('that is cut, mixed up or no statement at all never breaks the reader', () => {
    const whole = written([LINE, { ...LINE, fitId: '2' }], 'sgml');
    const anyText = fc
      .array(
        fc.oneof(
          anyCharacter,
          fc.constantFrom(
            '<',
            '>',
            '/',
            '&#',
            '<OFX>',
            '<STMTRS>',
            '<STMTTRN>',
            '</STMTRS>',
            '<TRNAMT>',
            '&lol;',
          ),
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.nat(whole.length), anyText, fc.uint8Array({ maxLength: 20 }), (at, between, noise) => {
        const text = `${whole.slice(0, at)}${between}${whole.slice(at)}`;
        for (const file of [
          bytes(text),
          bytes(whole.slice(0, at)),
          new Uint8Array([...bytes(text), ...noise]),
        ]) {
          const read = readOfx(file);
          if (typeof read === 'string') continue;
          for (const { lines } of read) {
            assert.ok(lines.every(({ amount, day }) => Number.isSafeInteger(amount) && day.length === 10));
            assert.equal(new Set(lines.map(({ fitId }) => fitId)).size, lines.length);
          }
        }
      }),
      { numRuns: casesOf(400) },
    );
  });

  test('of a bank that gives no numbers, or one number twice, has lines that can be told apart', () => {
    const read = readOfx(bytes(written([{ ...LINE, fitId: '7' }, { ...LINE, fitId: '7' }, LINE], 'xml')));
    assert.ok(typeof read !== 'string');
    assert.deepEqual(
      read[0]?.lines.map(({ fitId }) => fitId),
      ['7', '7#2', '1'],
    );
  });

  test('has amounts with points and commas, and none of less than a centavo', () => {
    const amounts = ['1.234,56', '1,234.56', '-12,3', '+5', '0,001', '12x', '1.5.5'];
    const rows = amounts.map(
      (amount, index) => `<STMTTRN><DTPOSTED>20261126<TRNAMT>${amount}<FITID>${index}</STMTTRN>`,
    );
    const read = readOfx(bytes(`<OFX><STMTRS><BANKTRANLIST>${rows.join('')}</BANKTRANLIST></STMTRS></OFX>`));
    assert.ok(typeof read !== 'string');
    assert.deepEqual(
      read[0]?.lines.map(({ amount }) => amount),
      [123_456, 123_456, -1_230, 500],
    );
    assert.equal(read[0]?.unread, 3);
  });

  test('that is none, or too large or too deep, is refused by what it is', () => {
    assert.equal(readOfx(bytes('%PDF-1.7')), 'not_ofx');
    assert.equal(readOfx(bytes('<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>')), 'no_statement');
    assert.equal(readOfx(bytes(`<OFX>${'<A>'.repeat(100)}`)), 'too_large');
    assert.equal(readOfx(new Uint8Array(MAX_OFX_BYTES + 1)), 'too_large');
  });
});
