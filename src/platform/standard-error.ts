import { writeSync } from 'node:fs';

/** Some 75 lines of answers: under load each write costs as much as several of them. */
const CHUNK_CHARACTERS = 15 * 1024;
/** A reader that stalls must not stop payments: what waits beyond this is dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FLUSH_EVERY_MS = 500;
const RETRY_AFTER_MS = 100;
/** How long the end of the process waits for a reader that takes nothing, and for one that is slow. */
const PATIENCE_AT_EXIT_MS = 1_000;
const LONGEST_AT_EXIT_MS = 2_000;
const PAUSE_AT_EXIT_MS = 10;
const LINE_END = Buffer.from('\n');
/** What the system says of a pipe that is full. */
const FULL = new Set(['EAGAIN', 'EBUSY']);

export interface ErrorLines {
  /** Takes a line with its end. */
  write(line: string): void;
  /** Writes what was taken so far, unless the reader stalls. */
  flush(): void;
}

/**
 * Lines on standard error, many in one write, in their order. What waits is written half a second later at the latest, or when the
 * process ends. A reader that stalls holds up nothing but the end of the process, and that for a second. Lines that
 * cannot be written, because nobody reads any more or the disk is full, are dropped.
 */
export function linesToStandardError(): ErrorLines {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let gathered = '';
  let state: 'open' | 'paused' | 'ended' = 'open';
  /** The first of them is the rest of a chunk. */
  let isRest = false;
  /** What was written last was not the end of a line. */
  let isLineOpen = false;

  const enqueue = (): void => {
    const chunk = Buffer.from(gathered);
    gathered = '';
    if (waitingBytes + chunk.length > MAX_WAITING_BYTES) return;
    waiting.push(chunk);
    waitingBytes += chunk.length;
  };
  /** Writes some of the first chunk, or drops it if it can never be written. Returns false while the reader takes nothing. */
  const writeNext = (): boolean => {
    const [chunk = Buffer.alloc(0)] = waiting;
    const bytes = isLineOpen && !isRest ? Buffer.concat([LINE_END, chunk]) : chunk;
    let rest: Buffer = Buffer.alloc(0);
    try {
      const written = writeWithoutBlocking(bytes);
      isLineOpen = bytes[written - 1] !== LINE_END[0];
      rest = bytes.subarray(written);
    } catch (error) {
      if (isFull(error)) return false;
    }
    isRest = rest.length > 0;
    waitingBytes -= chunk.length - rest.length;
    if (isRest) waiting[0] = rest;
    else waiting.shift();
    return true;
  };
  const flush = (): void => {
    // Meanwhile lines gather, so that there are few chunks, however many errors there are.
    if (state === 'paused' && gathered.length < CHUNK_CHARACTERS) return;
    if (gathered !== '') enqueue();
    if (state === 'paused') return;
    while (waiting.length > 0) {
      if (writeNext()) continue;
      if (state === 'open') pause();
      return;
    }
  };
  const pause = (): void => {
    state = 'paused';
    setTimeout(() => {
      if (state === 'paused') state = 'open';
      flush();
    }, RETRY_AFTER_MS).unref();
  };
  const end = (): void => {
    state = 'ended';
    const latest = performance.now() + LONGEST_AT_EXIT_MS;
    let deadline = performance.now() + PATIENCE_AT_EXIT_MS;
    flush();
    while (waiting.length > 0 && performance.now() < Math.min(deadline, latest)) {
      if (writeNext()) deadline = performance.now() + PATIENCE_AT_EXIT_MS;
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_AT_EXIT_MS);
    }
  };

  setInterval(flush, FLUSH_EVERY_MS).unref();
  process.on('exit', end);
  return {
    write: (line) => {
      gathered += line;
      if (gathered.length >= CHUNK_CHARACTERS || state === 'ended') flush();
    },
    flush,
  };
}

/**
 * In this thread, because of a write in another one nobody knows at the end of the process what it has written. Pipes and terminals
 * are told each time not to block: all processes that have the same one share that setting, and each that ends resets it.
 */
function writeWithoutBlocking(bytes: Buffer): number {
  const { fd, _handle: handle } = process.stderr as typeof process.stderr & StreamHandle;
  handle?.setBlocking?.(false);
  return writeSync(fd, bytes);
}

/** What Node.js has for pipes and terminals, undocumented but unchanged for ten years; not for files. */
interface StreamHandle {
  readonly _handle?: { setBlocking?(blocking: boolean): void };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}
