import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { BinaryBitmap, HybridBinarizer, ITFReader, RGBLuminanceSource } from '@zxing/library';
import { fc } from '../../../../test/support/property.ts';
import { dueDateOf, dueFactorOf } from './due-factor.ts';
import { barcodeOf, barWidths, groupedLine, readSlipCode, typeableLineOf, writeBarcode } from './index.ts';

const TODAY = '2026-11-25';
const RANDOM_SLIPS = 10_000;

/** Barcodes and lines of banks' own examples and of the clearing house's rules. */
const EXAMPLES = [
  {
    bank: '341',
    dueDate: '2023-07-30',
    amount: 30_000,
    freeField: '1570000796551500572639000',
    barcode: '34191942700000300001570000796551500572639000',
    line: '34191570070079655150505726390007194270000030000',
    readOn: '2023-07-01',
  },
  {
    bank: '341',
    dueDate: '2026-12-10',
    amount: 12_345,
    freeField: '1090000000171500572639000',
    barcode: '34191165600000123451090000000171500572639000',
    line: '34191090080000017150405726390007116560000012345',
    readOn: TODAY,
  },
  {
    bank: '001',
    dueDate: '2026-12-10',
    amount: 12_345,
    freeField: '0000003128557000000000117',
    barcode: '00198165600000123450000003128557000000000117',
    line: '00190000090312855700000000001172816560000012345',
    readOn: TODAY,
  },
] as const;

/** It has no types. Amounts that end in zeros it reads wrongly. */
const boletoUtils = createRequire(import.meta.url)('@mrmgomes/boleto-utils') as {
  validarBoleto(line: string): {
    readonly sucesso: boolean;
    readonly codigoBarras: string;
  };
  codBarras2LinhaDigitavel(barcode: string, formatted: boolean): string;
};

for (const { barcode, line, readOn, ...code } of EXAMPLES) {
  test(`the slip of bank ${code.bank} due on ${code.dueDate} is written and read as in its example`, () => {
    assert.equal(writeBarcode(code), barcode);
    assert.equal(typeableLineOf(barcode), line);
    assert.equal(barcodeOf(line), barcode);
    assert.deepEqual(readSlipCode(barcode, readOn), code);
    assert.deepEqual(readSlipCode(groupedLine(line), readOn), code);
  });
}

test('factors go to 9999 on 21 February 2025, and begin again at 1000 the day after', () => {
  assert.equal(dueFactorOf('2000-07-03'), '1000');
  assert.equal(dueFactorOf('2025-02-21'), '9999');
  assert.equal(dueFactorOf('2025-02-22'), '1000');
  assert.equal(dueFactorOf('2025-02-23'), '1001');
  assert.equal(dueFactorOf('2049-10-13'), '9999');
  assert.equal(dueFactorOf('2049-10-14'), '1000');
});

test('a factor is read as the date that is near the day of reading', () => {
  assert.equal(dueDateOf('1000', '2026-11-25'), '2025-02-22');
  assert.equal(dueDateOf('1000', '2001-01-01'), '2000-07-03');
  assert.equal(dueDateOf('9999', '2026-11-25'), '2025-02-21');
  assert.equal(dueDateOf('9999', '2040-01-01'), '2049-10-13');
  assert.equal(dueDateOf('0000', TODAY), undefined);
});

test('ten thousand slips of any bank, day and amount are read back by two other libraries', () => {
  const days = fc.integer({
    min: Date.UTC(2022, 0, 1) / 86_400_000,
    max: Date.UTC(2028, 11, 31) / 86_400_000,
  });
  const slip = fc.record({
    bank: fc.constantFrom('001', '033', '104', '237', '336', '341', '748', '756'),
    dueDate: days.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
    amount: fc.integer({ min: 1, max: 9_999_999_999 }),
    freeField: fc.stringMatching(/^\d{25}$/),
  });
  fc.assert(
    fc.property(slip, (code) => {
      const barcode = writeBarcode(code);
      const line = typeableLineOf(barcode);
      assert.equal(boletoUtils.codBarras2LinhaDigitavel(barcode, false), line);
      const read = boletoUtils.validarBoleto(line);
      assert.deepEqual([read.sucesso, read.codigoBarras], [true, barcode]);
      assert.ok(isValidBoleto(line));
      const info = getBoletoInfo(line);
      assert.deepEqual([info?.amount, info?.bankCode], [code.amount, code.bank]);
      assert.deepEqual(readSlipCode(line, code.dueDate), { ...code });
    }),
    { numRuns: RANDOM_SLIPS },
  );
});

test('a slip with any one digit changed is refused', () => {
  const line = EXAMPLES[1].line;
  for (const [index, digit] of [...line].entries()) {
    const changed = `${line.slice(0, index)}${(Number(digit) + 1) % 10}${line.slice(index + 1)}`;
    assert.equal(typeof readSlipCode(changed, TODAY), 'string', `digit ${index + 1}`);
  }
});

test('what is no slip of a bank is told apart', () => {
  assert.equal(readSlipCode('123', TODAY), 'no_slip');
  assert.equal(readSlipCode(`8${'3'.repeat(47)}`, TODAY), 'utility_bill');
  const { barcode } = EXAMPLES[1];
  assert.equal(readSlipCode(`${barcode.slice(0, 3)}8${barcode.slice(4)}`, TODAY), 'wrong_currency');
});

test('a drawn barcode is decoded by a reader of pictures', () => {
  for (const { barcode } of EXAMPLES) assert.equal(decoded(barWidths(barcode)), barcode);
});

/** What a scanner sees in bars of these widths, two points to a narrow bar. */
function decoded(widths: readonly number[]): string {
  const quiet = 40;
  const row = [
    ...Array<number>(quiet).fill(255),
    ...widths.flatMap((width, index) => Array<number>(width * 2).fill(index % 2 === 0 ? 0 : 255)),
    ...Array<number>(quiet).fill(255),
  ];
  const height = 20;
  const picture = Uint8ClampedArray.from(Array.from({ length: height }, () => row).flat());
  const source = new RGBLuminanceSource(picture, row.length, height);
  return new ITFReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
}
