import type { ReceivablePlace } from './receivable-reader.ts';

const PLACE = /^(\d{4}-\d{2}-\d{2})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,9})$/;

/** Where a page of receivables ends, as its cursor. */
export function writeReceivablePlace({ dueDay, transactionId, line }: ReceivablePlace): string {
  return `${dueDay}_${transactionId}_${line}`;
}

/** Undefined: no page ends like this. */
export function readReceivablePlace(cursor: string): ReceivablePlace | undefined {
  const [, dueDay, transactionId, line] = PLACE.exec(cursor) ?? [];
  return dueDay === undefined || transactionId === undefined
    ? undefined
    : { dueDay, transactionId, line: Number(line) };
}
