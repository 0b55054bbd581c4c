import type { StoredEvent } from './tables.ts';

/** Version 0.2 stored these words as the codes on the left. Rows have them for ever; new ones hold whole words. */
const KINDS: Readonly<Record<string, string>> = { a: 'answered', s: 'sent' };
const CAUSES: Readonly<Record<string, string>> = { m: 'merchant', s: 'sale' };
const NAMES: Readonly<Record<string, string>> = {
  s: 'subject',
  o: 'outcome',
  f: 'from',
  t: 'status',
  c: 'code',
  a: 'amount',
  ms: 'tookMs',
};
const OUTCOMES: Readonly<Record<string, string>> = { a: 'approved', d: 'denied', o: 'done' };

/** Before the end of a reference that begins as the event's own id does: no reference has this character. */
const AS_THE_ID = '~';
const SHORT_UUID = /^[\w-]{22}$/;

type EventText = Pick<StoredEvent, 'id' | 'kind' | 'cause' | 'requestId' | 'details'>;

/** A stored event in whole words, whichever version wrote it. */
export function readEventText<Event extends EventText>(
  event: Event,
): Omit<Event, 'details'> & { readonly details: Readonly<Record<string, unknown>> } {
  const { id, kind, cause, requestId, details } = event;
  return {
    ...event,
    kind: wordOf(KINDS, kind),
    cause: wordOf(CAUSES, cause),
    requestId: requestId && readRequestId(requestId),
    details: Object.fromEntries(
      Object.entries(JSON.parse(details) as object).map(([stored, value]) => {
        const name = wordOf(NAMES, stored);
        return [name, typeof value === 'string' ? readDetail(name, value, id) : value];
      }),
    ),
  };
}

function wordOf(words: Readonly<Record<string, string>>, stored: string): string {
  return Object.hasOwn(words, stored) ? (words[stored] ?? stored) : stored;
}

function readDetail(name: string, text: string, id: string): string {
  if (name === 'outcome') return wordOf(OUTCOMES, text);
  return name === 'subject' ? withSharedPart(text, id) : text;
}

function withSharedPart(stored: string, id: string): string {
  if (!stored.startsWith(AS_THE_ID)) return stored;
  const end = stored.slice(AS_THE_ID.length);
  return id.slice(0, id.length - end.length) + end;
}

/** A UUID, or one in 22 characters of base64url. */
function readRequestId(stored: string): string {
  if (!SHORT_UUID.test(stored)) return stored;
  const digits = Buffer.from(stored, 'base64url').toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
