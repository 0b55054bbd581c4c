/** A return file that cannot be read: nothing of it is used. */
export class ReturnFault extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`linha ${line}: ${reason}`);
    this.name = 'ReturnFault';
    this.line = line;
  }
}

/** What a bank tells of one slip. */
export interface ReturnedSlip {
  readonly line: number;
  /** Ours, as the bank's number of the slip has it. */
  readonly number: number;
  readonly occurrence: Occurrence;
  /** Of the occurrence, local, `YYYY-MM-DD`. */
  readonly day: string | undefined;
  /** Centavos that were paid. */
  readonly paid: number;
}

export type Occurrence = 'entered' | 'refused' | 'paid' | 'canceled' | 'other';

/** A return file, checked. It proves nothing of a slip: the bank is asked. */
export interface ReturnFile {
  readonly provider: 'ITAU' | 'BB';
  /** Agency, and account with its check digit, of five and one digits; undefined where the file does not say. */
  readonly beneficiary: string | undefined;
  readonly lines: number;
  readonly slips: readonly ReturnedSlip[];
}

/** A line of fixed columns, counted from 1 as banks write them. */
export interface Columns {
  readonly number: number;
  text(from: number, to: number): string;
  /** Throws ReturnFault for anything but digits. */
  whole(from: number, to: number, name: string): number;
  /** `DDMMAA` or `DDMMAAAA`; undefined for zeros or blanks. Throws ReturnFault for what is no day. */
  day(from: number, to: number, name: string): string | undefined;
}

export function columnsOfLine(line: string, number: number): Columns {
  const text = (from: number, to: number) => line.slice(from - 1, to);
  return {
    number,
    text,
    whole: (from, to, name) => {
      const digits = text(from, to);
      if (!/^\d+$/.test(digits)) throw new ReturnFault(number, `${name} deve ter só números`);
      return Number(digits);
    },
    day: (from, to, name) => {
      const digits = text(from, to);
      if (/^[0 ]*$/.test(digits)) return undefined;
      const [, day, month, year] = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(digits) ?? [];
      const written = `${year?.length === 2 ? `20${year}` : year}-${month}-${day}`;
      const at = new Date(`${written}T00:00:00Z`);
      if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written) {
        throw new ReturnFault(number, `${name} não é um dia`);
      }
      return written;
    },
  };
}
