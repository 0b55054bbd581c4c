import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { casesOf, fc } from '../../../../test/support/property.ts';
import { readReturnFile } from './read-return-file.ts';
import { ReturnFault } from './return-file.ts';
import { bbReturn, itauReturn, type TestReturn } from './test-files.ts';

const BENEFICIARY = '005700123457';
const RUNS = 200;
const DAY_MS = 86_400_000;

const slip: fc.Arbitrary<TestReturn> = fc.record({
  number: fc.integer({ min: 1, max: 99_999_999 }),
  occurrence: fc.constantFrom('02', '03', '06', '09', '14'),
  day: fc
    .integer({ min: 0, max: 3_000 })
    .map((days) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString().slice(0, 10)),
  paid: fc.integer({ min: 0, max: 9_999_999_999 }),
});
const MEANT = { '02': 'entered', '03': 'refused', '06': 'paid', '09': 'canceled', '14': 'other' };

const FORMS = [
  {
    name: 'CNAB 400 of Itaú',
    write: (slips: readonly TestReturn[]) => itauReturn(BENEFICIARY, slips),
    provider: 'ITAU',
    beneficiary: '0057123457',
    linesOf: (count: number) => count + 2,
  },
  {
    name: 'CNAB 240 of Banco do Brasil',
    write: bbReturn,
    provider: 'BB',
    beneficiary: undefined,
    linesOf: (count: number) => 2 * count + 4,
  },
] as const;

function read(text: string) {
  return readReturnFile(Buffer.from(text, 'latin1'));
}

function faultOf(text: string): ReturnFault {
  try {
    read(text);
  } catch (fault) {
    assert.ok(fault instanceof ReturnFault, String(fault));
    return fault;
  }
  throw new assert.AssertionError({ message: 'it was read' });
}

for (const { name, write, provider, beneficiary, linesOf } of FORMS) {
  describe(`A return file in ${name}`, () => {
    test('is read as it was written', () => {
      fc.assert(
        fc.property(fc.array(slip, { maxLength: 20 }), (slips) => {
          const file = read(write(slips));
          assert.deepEqual(
            [file.provider, file.beneficiary, file.lines],
            [provider, beneficiary, linesOf(slips.length)],
          );
          assert.deepEqual(
            file.slips.map(({ number, occurrence, day, paid }) => ({ number, occurrence, day, paid })),
            slips.map(({ occurrence, ...one }) => ({
              ...one,
              occurrence: MEANT[occurrence as keyof typeof MEANT],
            })),
          );
        }),
        { numRuns: casesOf(RUNS) },
      );
    });

    test('without one of its lines is refused, and so is one with a line twice', () => {
      fc.assert(
        fc.property(
          fc.array(slip, { minLength: 1, maxLength: 6 }),
          fc.nat(),
          fc.boolean(),
          (slips, at, twice) => {
            const lines = write(slips).split('\r\n').slice(0, -1);
            const index = at % lines.length;
            const broken = twice ? lines.toSpliced(index, 0, lines[index] ?? '') : lines.toSpliced(index, 1);
            const { line } = faultOf(broken.join('\r\n'));
            assert.ok(line >= 1 && line <= broken.length);
          },
        ),
        { numRuns: casesOf(RUNS) },
      );
    });

    test('with a line that is too short is refused with its number', () => {
      fc.assert(
        fc.property(fc.array(slip, { minLength: 1, maxLength: 6 }), fc.nat(), (slips, at) => {
          const lines = write(slips).split('\r\n').slice(0, -1);
          const index = 1 + (at % (lines.length - 1));
          const broken = lines.with(index, (lines[index] ?? '').slice(0, -1));
          assert.equal(faultOf(broken.join('\r\n')).line, index + 1);
        }),
        { numRuns: casesOf(RUNS) },
      );
    });

    test('may end with the mark of old systems', () => {
      assert.equal(read(`${write([])}\x1a`).slips.length, 0);
    });
  });
}

test('an amount that is no number is refused with its line', () => {
  const text = itauReturn(BENEFICIARY, [{ number: 7, occurrence: '06', day: '2026-11-26', paid: 12_303 }]);
  const fault = faultOf(text.replace('0000000012303', '00000000x2303'));
  assert.deepEqual([fault.line, fault.message], [2, 'linha 2: o valor recebido deve ter só números']);
});

test('a day that no calendar has is refused with its line', () => {
  const text = itauReturn(BENEFICIARY, [{ number: 7, occurrence: '06', day: '2026-11-26', paid: 12_303 }]);
  assert.equal(faultOf(text.replace('06261126', '06310226')).line, 2);
});

test('anything else is refused, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      try {
        readReturnFile(Buffer.from(bytes));
      } catch (fault) {
        assert.ok(fault instanceof ReturnFault, String(fault));
        return;
      }
      assert.fail('it was read');
    }),
    { numRuns: casesOf(RUNS) },
  );
});
