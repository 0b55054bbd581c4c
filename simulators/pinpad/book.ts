import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Movement = 'charge' | 'refund' | 'reverse';

interface Entry {
  readonly work: number;
  readonly moved: Movement;
  /** Centavos. */
  readonly amount: number;
}

/** The book of the simulated acquirer for one terminal: money is moved once for each piece of work. */
export interface Book {
  /** Whether the acquirer has charged, or given back, for this work; still so after a reversal. */
  has(workId: number): boolean;
  /** The money has moved, and stands in the book, when this returns. */
  move(workId: number, moved: 'charge' | 'refund', amount: number): void;
  /** Gives back what was charged for the work; once, however often it is called. */
  reverse(workId: number): void;
}

export function openBook(folder: string, terminalId: number): Book {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = bookFile(folder, terminalId);
  const find = (workId: number, moved: (one: Movement) => boolean) =>
    readBook(file).find((entry) => entry.work === workId && moved(entry.moved));
  const write = (entry: Entry) =>
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true });
  return {
    has: (workId) => find(workId, (moved) => moved !== 'reverse') !== undefined,
    move: (work, moved, amount) => {
      if (!find(work, (one) => one !== 'reverse')) write({ work, moved, amount });
    },
    reverse: (work) => {
      const charge = find(work, (moved) => moved === 'charge');
      if (!charge || find(work, (moved) => moved === 'reverse')) return;
      write({ work, moved: 'reverse', amount: charge.amount });
    },
  };
}

export function bookFile(folder: string, terminalId: number): string {
  return join(folder, `terminal-${terminalId}.book`);
}

/** A line that a crash cut short stands for nothing: its movement was not made. */
export function readBook(file: string): readonly Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Entry] : []));
}
