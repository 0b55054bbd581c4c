import { type DeclineClass, isDeclineClass } from '../outcome.ts';

export const COLUMNS = ['elo', 'visa', 'mastercard', 'amex'] as const;
export type Column = (typeof COLUMNS)[number];

/** The codes of one brand in one line of the table. */
interface Codes {
  /** What the issuer sends, the usual one first. */
  readonly issuer: readonly string[];
  /** Names that acquirers use instead. */
  readonly acquirer: readonly string[];
}

/** A reason for a refusal, the code each brand has for it, and what follows from it. */
export interface CodeLine {
  readonly situation: string;
  /** The three digits by which test cards name it; empty for none. */
  readonly scenario: string;
  readonly codes: Readonly<Record<Column, Codes>>;
  readonly reversible: boolean;
  readonly declineClass: DeclineClass;
  readonly message: string;
}

export interface CodeTable {
  readonly version: string;
  readonly lines: readonly CodeLine[];
}

const HEADER = `situation,scenario,${COLUMNS.join(',')},reversible,class,text`;
const FIELDS = HEADER.split(',').length;

/**
 * Reads the data file: comment lines (`#`, the first one gives the version), the header, then one refusal per line.
 * Throws with the number of the faulty line: operators may replace the file, and a faulty one must stop the start.
 */
export function parseCodeTable(text: string): CodeTable {
  const rows = text.split(/\r?\n/);
  const version = /^# version: (\S+)$/.exec(rows[0] ?? '')?.[1];
  if (version === undefined) throw new Error('ABECS table, line 1: no version');

  const lines: CodeLine[] = [];
  let headerSeen = false;
  for (const [index, row] of rows.entries()) {
    if (row === '' || row.startsWith('#')) continue;
    if (headerSeen) lines.push(parseLine(row, index + 1));
    else if (row === HEADER) headerSeen = true;
    else throw new Error(`ABECS table, line ${index + 1}: expected ${HEADER}`);
  }
  return { version, lines };
}

function parseLine(row: string, lineNumber: number): CodeLine {
  const fields = row.split(',');
  const [situation = '', scenario = '', elo, visa, mastercard, amex, ...rest] = fields;
  const [reversible = '', declineClass = '', message = ''] = rest;
  const wellFormed =
    fields.length === FIELDS && situation !== '' && message !== '' && /^[RI]$/.test(reversible);
  if (!wellFormed || !isDeclineClass(declineClass))
    throw new Error(`ABECS table, line ${lineNumber}: ${row}`);
  return {
    situation,
    scenario,
    codes: {
      elo: parseCodes(elo),
      visa: parseCodes(visa),
      mastercard: parseCodes(mastercard),
      amex: parseCodes(amex),
    },
    reversible: reversible === 'R',
    declineClass,
    message,
  };
}

function parseCodes(cell = ''): Codes {
  const words = cell.split(' ').filter((word) => word !== '');
  return {
    issuer: words.filter((word) => !word.startsWith('(')),
    acquirer: words.filter((word) => word.startsWith('(')).map((word) => word.slice(1, -1)),
  };
}
