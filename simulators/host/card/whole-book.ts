import type { BookEntry } from '../../../src/gateway/providers/issuer/index.ts';

/** A whole book as JSON, in pieces: it may have more charges than fit into one string. */
export function* wholeBook(counts: object, entries: Iterable<BookEntry>): Generator<string> {
  yield `${JSON.stringify(counts).slice(0, -1)},"charges":[`;
  let separator = '';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield ']}';
}
