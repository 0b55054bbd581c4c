/** What an error of the server means for who asked. */
export type StateMeaning =
  /** Unreachable, going down, or out of something: nothing is known of what was sent. */
  | 'unavailable'
  /** The transaction did nothing and may run again. */
  | 'again'
  /** The commit was sent, and whether it happened is unknown. */
  | 'commit_unknown'
  /** A standby, or set to be read only. */
  | 'read_only'
  /** An operator has to change the server: rights, schema. Nothing was written. */
  | 'setup'
  /** Of our own making: a step of a script did not write all of its rows (`checkedStatement`). */
  | 'unwritten'
  /** No such prepared statement, another one, or one of before a migration: a pooler changes connections between transactions. */
  | 'not_prepared'
  /** Failed because of an earlier statement, whose error is the cause. */
  | 'consequence'
  /** A fault of this program. */
  | 'bug';

/** By code, before those of its class. */
const CODES: Readonly<Record<string, StateMeaning>> = {
  '0A000': 'not_prepared',
  '22012': 'unwritten',
  '25006': 'read_only',
  '25P02': 'consequence',
  '25P03': 'unavailable',
  '25P04': 'unavailable',
  '26000': 'not_prepared',
  '3D000': 'unavailable',
  '3F000': 'setup',
  '40002': 'bug',
  '40003': 'commit_unknown',
  '42501': 'setup',
  '42P05': 'not_prepared',
  '55006': 'again',
  '55P03': 'again',
  // Cancelled by an administrator or by statement_timeout.
  '57014': 'again',
};

/** Every class of PostgreSQL's appendix A, by its two characters. */
const CLASSES: Readonly<Record<string, StateMeaning>> = {
  ...each('00 01 02 03 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27', 'bug'),
  ...each('2B 2D 2F 34 38 39 3B 3D 3F 42 44 54 55 HV P0 XX', 'bug'),
  '08': 'unavailable',
  '28': 'unavailable',
  '40': 'again',
  '53': 'unavailable',
  '57': 'unavailable',
  '58': 'unavailable',
  '72': 'again',
  F0: 'unavailable',
};

const CODE = /^[0-9A-Z]{5}$/;

/** Undefined for what is no SQLSTATE; a class that the table does not know is a bug. */
export function meaningOfState(code: string): StateMeaning | undefined {
  if (!CODE.test(code)) return undefined;
  return CODES[code] ?? CLASSES[code.slice(0, 2)] ?? 'bug';
}

/** For the test that none is forgotten. */
export const decidedClasses: readonly string[] = Object.keys(CLASSES);

function each(classes: string, meaning: StateMeaning): Record<string, StateMeaning> {
  return Object.fromEntries(classes.split(' ').map((name) => [name, meaning]));
}
