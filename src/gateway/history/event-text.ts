import { isUuid } from '../../platform/index.ts';

/** What every event says, as it is stored and as it is read. */
interface EventText<Details> {
  readonly id: string;
  readonly kind: string;
  readonly cause: string;
  readonly requestId: string | undefined;
  readonly details: Details;
}

/** What nearly every event has, and what is stored in its place. Rows have these codes: they never change. */
const KINDS = codes({ answered: 'a', sent: 's' });
const CAUSES = codes({ merchant: 'm', sale: 's' });
/** Names of details. The others keep their own, which must not be among these codes. */
const NAMES = codes({
  subject: 's',
  outcome: 'o',
  from: 'f',
  status: 't',
  code: 'c',
  amount: 'a',
  tookMs: 'ms',
});

/** Of the detail `outcome`. */
const OUTCOMES = codes({ approved: 'a', denied: 'd', done: 'o' });

/** Before the end of a reference that begins as the event's own id does: no reference has this character. */
const AS_THE_ID = '~';

/** In short words, because every sale has an event. */
export function writeEventText({
  id,
  kind,
  cause,
  requestId,
  details,
}: EventText<object>): EventText<string> {
  return {
    id,
    kind: KINDS.write(kind),
    cause: CAUSES.write(cause),
    requestId: requestId && writeRequestId(requestId),
    details: JSON.stringify(
      rewritten(details, NAMES.write, (name, text) => {
        if (name === 'subject') return withoutSharedPart(text, id);
        return name === 'outcome' ? OUTCOMES.write(text) : text;
      }),
    ),
  };
}

/** Also of events that were stored in whole words. */
export function readEventText({
  id,
  kind,
  cause,
  requestId,
  details,
}: EventText<string>): EventText<Readonly<Record<string, unknown>>> {
  return {
    id,
    kind: KINDS.read(kind),
    cause: CAUSES.read(cause),
    requestId: requestId && readRequestId(requestId),
    details: rewritten(JSON.parse(details), NAMES.read, (name, text) => {
      if (name === 'subject') return withSharedPart(text, id);
      return name === 'outcome' ? OUTCOMES.read(text) : text;
    }),
  };
}

function codes(pairs: Readonly<Record<string, string>>) {
  const codeOf = new Map(Object.entries(pairs));
  const wordOf = new Map([...codeOf].map(([word, code]) => [code, word]));
  return {
    write: (word: string): string => codeOf.get(word) ?? word,
    read: (stored: string): string => wordOf.get(stored) ?? stored,
  };
}

function rewritten(
  details: object,
  rename: (name: string) => string,
  /** Of a text, with the whole name of its detail. */
  rewrite: (name: string, text: string) => string,
): Record<string, unknown> {
  const given = details as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  // Each sale writes one: a list of entries would take four times as long.
  for (const name in given) {
    const value = given[name];
    result[rename(name)] = typeof value === 'string' ? rewrite(NAMES.read(name), value) : value;
  }
  return result;
}

/** References and ids of events are counted up by the same generator: those of a sale differ in their last characters. */
function withoutSharedPart(reference: string, id: string): string {
  if (reference.length !== id.length) return reference;
  let shared = 0;
  while (shared < id.length && reference[shared] === id[shared]) shared += 1;
  return shared > AS_THE_ID.length ? AS_THE_ID + reference.slice(shared) : reference;
}

function withSharedPart(stored: string, id: string): string {
  if (!stored.startsWith(AS_THE_ID)) return stored;
  const end = stored.slice(AS_THE_ID.length);
  return id.slice(0, id.length - end.length) + end;
}

const SHORT_UUID = /^[\w-]{22}$/;

const bytes = Buffer.alloc(16);

/** A UUID in 22 characters of base64url. */
function writeRequestId(id: string): string {
  if (!isUuid(id)) return id;
  bytes.write(id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24), 'hex');
  return bytes.toString('base64url');
}

function readRequestId(stored: string): string {
  if (!SHORT_UUID.test(stored)) return stored;
  const digits = Buffer.from(stored, 'base64url').toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
