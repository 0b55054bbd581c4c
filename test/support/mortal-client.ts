import { type Book, openBook } from '../../simulators/pinpad/book.ts';
import { createHeadlessPad } from '../../simulators/pinpad/headless-pad.ts';
import { type Journal, openJournal } from '../../simulators/pinpad/journal.ts';
import { runClient } from '../../simulators/pinpad/run-client.ts';
import type { Service } from '../../simulators/pinpad/service.ts';

/** Moments at which a payment client can die, in their order. */
export const DEATHS = [
  'before it takes the work',
  'before it knows that it has the work',
  'before it moves the money',
  'before it writes down the result',
  'before it sends the result',
  'before it is answered',
  'before it forgets the result',
  'before it reverses the charge',
  'before it writes down the reversal',
] as const;
export type Death = (typeof DEATHS)[number];

class Died extends Error {}

/**
 * The reference payment client, which dies as if killed where `diesAt` says so. Its files are what a crash would leave:
 * nothing runs after its death. Resolves to how it ended; undefined: `signal` was aborted.
 */
export async function runMortalClient(options: {
  readonly service: Service;
  readonly key: string;
  readonly terminalId: number;
  /** Of its journal; another one for a client that was installed anew. */
  readonly folder: string;
  /** Of the acquirer's book. */
  readonly bookFolder: string;
  readonly afterMs: number;
  readonly signal: AbortSignal;
  diesAt(death: Death): boolean;
}): Promise<Death | undefined> {
  const { terminalId, folder, diesAt } = options;
  const over = new AbortController();
  options.signal.addEventListener('abort', () => over.abort());
  let died: Death | undefined;
  const mayDie = (death: Death) => {
    if (died === undefined && !diesAt(death)) return;
    died ??= death;
    over.abort();
    throw new Died(death);
  };
  const journal = openJournal(folder, terminalId);
  if (journal.key === undefined) journal.saveKey(options.key);
  try {
    await runClient({
      service: mortalService(options.service, mayDie),
      journal: mortalJournal(journal, mayDie),
      book: mortalBook(openBook(options.bookFolder, terminalId), mayDie),
      pad: createHeadlessPad({ afterMs: options.afterMs, write: () => undefined }),
      terminalId,
      version: 'mortal 1',
      unknownAfterCrash: 'not charged',
      signal: over.signal,
    });
  } catch (error) {
    if (!(error instanceof Died)) throw error;
  }
  return died;
}

type MayDie = (death: Death) => void;

function mortalService(service: Service, mayDie: MayDie): Service {
  return {
    post: async (path, request) => {
      const [, step] = /\/(take|result)$/.exec(path) ?? [];
      if (step === 'take') mayDie('before it takes the work');
      if (step === 'result') mayDie('before it sends the result');
      const answer = await service.post(path, request);
      if (step === 'take') mayDie('before it knows that it has the work');
      if (step === 'result') mayDie('before it is answered');
      return answer;
    },
  };
}

function mortalBook(book: Book, mayDie: MayDie): Book {
  return {
    has: book.has,
    move: (...movement) => {
      mayDie('before it moves the money');
      book.move(...movement);
      mayDie('before it writes down the result');
    },
    reverse: (workId) => {
      mayDie('before it reverses the charge');
      book.reverse(workId);
      mayDie('before it writes down the reversal');
    },
  };
}

function mortalJournal(journal: Journal, mayDie: MayDie): Journal {
  return {
    get key() {
      return journal.key;
    },
    saveKey: journal.saveKey,
    resultOf: journal.resultOf,
    results: journal.results,
    saveResult: journal.saveResult,
    forget: (workId) => {
      mayDie('before it forgets the result');
      journal.forget(workId);
    },
  };
}
