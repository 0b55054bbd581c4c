import { statusText, wordText } from '../transactions/index.ts';
import { reasonText } from './reason-text.ts';

const REASONS: ReadonlySet<string> = new Set(['reason', 'found', 'existed']);
const STATUSES: ReadonlySet<string> = new Set(['status', 'from', 'target']);
const WORD_DETAILS: ReadonlySet<string> = new Set(['outcome', 'state', 'movement']);

/** The value of a detail of the history for people, in Portuguese. */
export function detailText(name: string, value: unknown): string {
  if (STATUSES.has(name)) return statusText(value);
  if (REASONS.has(name)) return reasonText(String(value));
  return WORD_DETAILS.has(name) ? wordText(String(value)) : String(value);
}
