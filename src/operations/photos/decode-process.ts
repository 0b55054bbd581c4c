import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { decodeImage } from './decode.ts';
import type { DrawnPdf } from './draw-pdf.ts';
import type { DecodeLimits, PreparedPhoto } from './photo.ts';

// The decoding process: pictures and PDFs come from strangers, and libvips is native code. It has no environment, opens no files,
// and can be killed at the cost of the current one only.

export interface DecodeRequest {
  readonly bytes: Buffer;
  /** Absent: the bytes are a PDF. */
  readonly limits?: DecodeLimits;
}

export interface DecodeAnswer {
  readonly photo?: PreparedPhoto | undefined;
  readonly pdf?: DrawnPdf | undefined;
  /** Resident memory after the picture, in bytes: libvips does not release everything. */
  readonly memoryBytes: number;
}

const LOOK_AT_MEMORY_EVERY_MS = 10;
const TOO_MUCH = 3;
/** Of a picture, by all threads: what is honest takes a few seconds, however long it waits for them on a busy machine. */
const MAX_PICTURE_CPU_MS = 60_000;
const FIRST_TO_BE_KILLED = '1000';

/** Both as arguments, in this order. */
interface ProcessLimits {
  readonly maxMemoryBytes: number;
  /** Time of a core, by all threads. */
  readonly maxPdfCpuMs: number;
}

if (process.send) {
  const [maxMemoryBytes = 0, maxPdfCpuMs = 0] = process.argv.slice(2).map(Number);
  serve(process.send.bind(process), { maxMemoryBytes, maxPdfCpuMs });
}

/** Decodes one picture, or PDF, after the other, and exits when its memory, or its time of a core, grows beyond the limit. */
function serve(send: (answer: DecodeAnswer) => void, { maxMemoryBytes, maxPdfCpuMs }: ProcessLimits): void {
  // A signal to the whole process group is meant for the service, which ends this process once no picture is left.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  // If the machine still runs out of memory, Linux kills this process instead of the service.
  writeFile('/proc/self/oom_score_adj', FIRST_TO_BE_KILLED).catch(() => undefined);
  process.on('message', async ({ bytes, limits }: DecodeRequest) => {
    const before = process.cpuUsage();
    const maxCpuMicroseconds = (limits ? MAX_PICTURE_CPU_MS : maxPdfCpuMs) * 1_000;
    // libvips and the PDF's reader work in other threads, so this one is free to watch the memory.
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      const isTooMuch = process.memoryUsage.rss() > maxMemoryBytes || user + system > maxCpuMicroseconds;
      if (isTooMuch) process.exit(TOO_MUCH);
    }, LOOK_AT_MEMORY_EVERY_MS);
    const decoded = limits ? { photo: await decodeImage(bytes, limits) } : { pdf: await drawInThread(bytes) };
    clearInterval(watch);
    send({ ...decoded, memoryBytes: process.memoryUsage.rss() });
  });
}

/** Undefined: the thread ended without an answer. */
function drawInThread(bytes: Buffer): Promise<DrawnPdf | undefined> {
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData: bytes });
  return new Promise((resolve) => {
    thread.once('message', (drawn: DrawnPdf) =>
      // Buffers come out of a thread as plain arrays of bytes.
      resolve('pages' in drawn ? { pages: drawn.pages.map((page) => Buffer.from(page)) } : drawn),
    );
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => resolve(undefined));
  });
}
