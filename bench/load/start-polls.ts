import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LoadFailed } from './load.ts';

const OPEN_TIMEOUT_MS = 180_000;
/** Files of the service besides the connections of the polls. */
const OTHER_FILES = 1_000;

/** What one client asks for again and again, over a connection of its own. */
export interface HeldPoll {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PollsToHold {
  readonly address: string;
  readonly polls: readonly HeldPoll[];
  /** The usual answer. */
  readonly status: number;
  /** From an answer to the next request. */
  readonly pauseMs: number;
}

export interface PollsHeld {
  /** Clients whose last answer was the usual one, or is still awaited. */
  readonly open: number;
  /** Polls that ended and were sent again. */
  readonly repeated: number;
  /** Of those that ask how something stands: answered only with when to ask again. */
  readonly putOff: number;
  /** Answers that were not expected, by status, and lost connections, by their error. */
  readonly refused: Readonly<Record<string, number>>;
  /** Of the newest answers, how long half of them, and 99 of 100, took. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The service has accepted the connections of all of them. */
  readonly ready: boolean;
}

export interface Polls {
  held(): PollsHeld;
  close(): Promise<void>;
}

/** Opens polls from a process of its own. Resolves once the service has accepted all of them. */
export async function startPolls(cleanup: AsyncDisposableStack, polls: PollsToHold): Promise<Polls> {
  checkFileLimit(polls.polls.length);
  const child = fork(fileURLToPath(new URL('./hold-polls.ts', import.meta.url)), { detached: true });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await ended;
  };
  cleanup.defer(close);
  let held: PollsHeld = { open: 0, repeated: 0, putOff: 0, refused: {}, p50Ms: 0, p99Ms: 0, ready: false };
  child.on('message', (message) => {
    held = message as PollsHeld;
  });
  child.send(polls);
  await allAccepted(child);
  return { held: () => held, close };
}

async function allAccepted(child: ChildProcess): Promise<void> {
  for await (const [held] of on(child, 'message', {
    signal: AbortSignal.timeout(OPEN_TIMEOUT_MS),
    close: ['exit'],
  })) {
    if ((held as PollsHeld).ready) return;
  }
  throw new LoadFailed('the process that holds the polls ended');
}

/** Node raises its limit to the highest allowed one; more connections than that would be refused by the system. */
function checkFileLimit(polls: number): void {
  const limit = maxOpenFiles();
  if (limit !== undefined && limit < polls + OTHER_FILES) {
    throw new LoadFailed(
      `${polls} polls need ${polls + OTHER_FILES} open files, but the limit is ${limit}: raise it (ulimit -Hn)`,
    );
  }
}

/** Undefined where there is no /proc, or no limit. */
function maxOpenFiles(): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}
