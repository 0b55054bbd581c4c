import { writeSync } from 'node:fs';

/** A reader that stalls must not stop payments: what waits beyond this is dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const RETRY_AFTER_MS = 100;
/** How long the end of the process waits for a reader that takes nothing, and for one that is slow. */
const PATIENCE_AT_EXIT_MS = 1_000;
const LONGEST_AT_EXIT_MS = 2_000;
const PAUSE_AT_EXIT_MS = 10;
const LINE_END = 10;
/** What the system says of a pipe that is full. */
const FULL = new Set(['EAGAIN', 'EBUSY']);

/**
 * Returns what writes a line on standard error. A reader that stalls holds up nothing but the end of the process, and that for a
 * second: meanwhile lines wait. Lines that cannot be written, because nobody reads any more or the disk is full, are dropped.
 */
export function linesToStandardError(): (line: string) => void {
  let bytes: Buffer = Buffer.alloc(0);
  /** Lines that come after these bytes. */
  let gathered = '';
  let retry: NodeJS.Timeout | undefined;
  /** Part of a line was written. */
  let isLineOpen = false;

  const isWaiting = (): boolean => bytes.length > 0 || gathered !== '';
  /** Writes some of what waits, or drops it if it can never be written. Returns false while the reader takes nothing. */
  const writeSome = (): boolean => {
    if (bytes.length === 0) {
      bytes = Buffer.from(gathered);
      gathered = '';
    }
    try {
      const written = writeWithoutBlocking(bytes);
      if (written > 0) isLineOpen = bytes[written - 1] !== LINE_END;
      bytes = bytes.subarray(written);
    } catch (error) {
      if (isFull(error)) return false;
      bytes = bytes.subarray(bytes.length);
      if (isLineOpen) gathered = `\n${gathered}`;
      isLineOpen = false;
    }
    return true;
  };
  const writeAll = (): void => {
    retry = undefined;
    while (isWaiting()) {
      if (writeSome()) continue;
      retry = setTimeout(writeAll, RETRY_AFTER_MS).unref();
      return;
    }
  };

  process.on('exit', () => {
    const latest = performance.now() + LONGEST_AT_EXIT_MS;
    let deadline = performance.now() + PATIENCE_AT_EXIT_MS;
    while (isWaiting() && performance.now() < Math.min(deadline, latest)) {
      if (writeSome()) deadline = performance.now() + PATIENCE_AT_EXIT_MS;
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_AT_EXIT_MS);
    }
    // Lines of those who end after this one are written at once.
    clearTimeout(retry);
    retry = undefined;
  });
  return (line) => {
    if (bytes.length + gathered.length + line.length > MAX_WAITING_BYTES) return;
    gathered += line;
    if (retry === undefined) writeAll();
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
