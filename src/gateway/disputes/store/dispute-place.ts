import type { DisputePlace } from './dispute-reader.ts';

const PLACE = /^(\d{4}-\d{2}-\d{2})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Where a page of disputes ends, as its cursor. */
export function writeDisputePlace({ notifiedDay, id }: DisputePlace): string {
  return `${notifiedDay}_${id}`;
}

/** Undefined: no page ends like this. */
export function readDisputePlace(cursor: string): DisputePlace | undefined {
  const [, notifiedDay, id] = PLACE.exec(cursor) ?? [];
  return notifiedDay === undefined || id === undefined ? undefined : { notifiedDay, id };
}
