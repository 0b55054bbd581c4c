import { write, writeSync } from 'node:fs';

/** Some 75 lines of answers: under load each write costs as much as several of them. */
const CHUNK_CHARACTERS = 15 * 1024;
/** A reader that stalls must not stop payments: what waits beyond this is dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FLUSH_EVERY_MS = 500;
const RETRY_AFTER_MS = 100;
/** How long the end of the process waits for a reader that takes nothing at all. */
const PATIENCE_AT_EXIT_MS = 1_000;
const PAUSE_AT_EXIT_MS = 10;
/** What the system says of a pipe that is full. */
const FULL = new Set(['EAGAIN', 'EBUSY']);

export interface ErrorLines {
  /** Takes a line with its end. */
  write(line: string): void;
  /** What was taken so far is written when this turn ends, and does not wait for more. */
  flush(): void;
}

/**
 * Lines on standard error, many in one write. What waits is written half a second later at the latest, or when the process
 * ends. A reader that stalls holds up nothing but the end of the process, for a second. Lines that cannot be written, because
 * nobody reads any more or the disk is full, are dropped.
 */
export function linesToStandardError(): ErrorLines {
  // Asking for the stream makes a pipe say when it is full; otherwise a write would hold up its thread, and the end of the process.
  const { fd } = process.stderr;
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let gathered = '';
  let state: 'idle' | 'starting' | 'writing' | 'pausing' = 'idle';

  const enqueue = (): void => {
    const chunk = Buffer.from(gathered);
    gathered = '';
    if (chunk.length === 0 || waitingBytes + chunk.length > MAX_WAITING_BYTES) return;
    waiting.push(chunk);
    waitingBytes += chunk.length;
  };
  const remove = (bytes: number): void => {
    const chunk = waiting.shift();
    if (chunk && bytes < chunk.length) waiting.unshift(chunk.subarray(bytes));
    waitingBytes -= bytes;
  };
  const writeNext = (): void => {
    const [chunk] = waiting;
    state = chunk ? 'writing' : 'idle';
    if (!chunk) return;
    write(fd, chunk, (error, written) => {
      if (error && isFull(error)) {
        state = 'pausing';
        setTimeout(writeNext, RETRY_AFTER_MS).unref();
        return;
      }
      remove(error ? chunk.length : written);
      writeNext();
    });
  };
  const flush = (): void => {
    enqueue();
    if (state !== 'idle' || waiting.length === 0) return;
    // Not at once: if the process ends in this turn, all is written at the end, in its order.
    state = 'starting';
    queueMicrotask(writeNext);
  };

  setInterval(flush, FLUSH_EVERY_MS).unref();
  process.on('exit', () => {
    enqueue();
    // The first is in a background thread, which ends before the process does.
    writeAtExit(fd, Buffer.concat(state === 'writing' ? waiting.slice(1) : waiting));
  });
  return {
    write: (line) => {
      gathered += line;
      if (gathered.length >= CHUNK_CHARACTERS) flush();
    },
    flush,
  };
}

function writeAtExit(fd: number, bytes: Buffer): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let rest = bytes;
  let deadline = performance.now() + PATIENCE_AT_EXIT_MS;
  while (rest.length > 0 && performance.now() < deadline) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
      deadline = performance.now() + PATIENCE_AT_EXIT_MS;
    } catch (error) {
      if (!isFull(error)) return;
      Atomics.wait(pause, 0, 0, PAUSE_AT_EXIT_MS);
    }
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}
