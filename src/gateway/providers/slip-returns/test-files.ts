/** Lines of return files, as banks write them. */

export interface TestReturn {
  readonly number: number;
  /** Two digits. */
  readonly occurrence: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly paid: number;
}

/** Puts texts at their columns, from 1. */
function line(width: number, parts: readonly (readonly [from: number, text: string])[]): string {
  const characters = Array.from({ length: width }, () => ' ');
  for (const [from, text] of parts) {
    for (const [index, character] of [...text].entries()) characters[from - 1 + index] = character;
  }
  return characters.join('');
}

const digits = (value: number, width: number) => String(value).padStart(width, '0');

/** CNAB 400 of Itaú, for a beneficiary of agency 4, account 7 and check digit. */
export function itauReturn(beneficiary: string, slips: readonly TestReturn[]): string {
  const sequence = (index: number) => [395, digits(index + 1, 6)] as const;
  const account = `${beneficiary.slice(6, 12)}`;
  const header = line(400, [
    [1, '02RETORNO01COBRANCA'],
    [27, `${beneficiary.slice(0, 4)}00${account}`],
    [77, '341BANCO ITAU SA'],
    sequence(0),
  ]);
  const details = slips.map(({ number, occurrence, day, paid }, index) => {
    const [year = '', month, dayOfMonth] = day.split('-');
    return line(400, [
      [1, '1'],
      [83, '109'],
      [86, `${digits(number, 8)}0`],
      [109, `${occurrence}${dayOfMonth}${month}${year.slice(2)}`],
      [254, digits(paid, 13)],
      sequence(index + 1),
    ]);
  });
  const trailer = line(400, [[1, '9201341'], sequence(slips.length + 1)]);
  return [header, ...details, trailer, ''].join('\r\n');
}

/** CNAB 240 of Banco do Brasil. */
export function bbReturn(slips: readonly TestReturn[]): string {
  const start = (type: string) => [1, `0010000${type}`] as const;
  const details = slips.flatMap(({ number, occurrence, day, paid }) => {
    const [year, month, dayOfMonth] = day.split('-');
    const title = [14, `T ${occurrence}`] as const;
    return [
      line(240, [start('3'), title, [38, `3128557${digits(number, 10)}`]]),
      line(240, [
        start('3'),
        [14, `U ${occurrence}`],
        [78, digits(paid, 15)],
        [138, `${dayOfMonth}${month}${year}`],
      ]),
    ];
  });
  const lines = [line(240, [start('0')]), line(240, [start('1')]), ...details, line(240, [start('5')])];
  return [...lines, line(240, [start('9'), [24, digits(lines.length + 1, 6)]]), ''].join('\r\n');
}
