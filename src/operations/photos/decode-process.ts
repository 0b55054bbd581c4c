import { writeFile } from 'node:fs/promises';
import { decodeImage } from './decode.ts';
import type { DecodeLimits, PreparedPhoto } from './photo.ts';

// The decoding process: pictures come from strangers and libvips is native code. It has no environment, opens no files,
// and can be killed at the cost of the current picture only.

export interface DecodeRequest {
  readonly bytes: Buffer;
  readonly limits: DecodeLimits;
}

export interface DecodeAnswer {
  readonly photo: PreparedPhoto | undefined;
  /** Resident memory after the picture, in bytes: libvips does not release everything. */
  readonly memoryBytes: number;
}

const LOOK_AT_MEMORY_EVERY_MS = 10;
const TOO_MUCH_MEMORY = 3;
const FIRST_TO_BE_KILLED = '1000';

if (process.send) serve(process.send.bind(process), Number(process.argv[2]));

/** Decodes one picture after the other, and exits when its memory grows beyond the limit. */
function serve(send: (answer: DecodeAnswer) => void, maxMemoryBytes: number): void {
  // A signal to the whole process group is meant for the service, which ends this process once no picture is left.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  // If the machine still runs out of memory, Linux kills this process instead of the service.
  writeFile('/proc/self/oom_score_adj', FIRST_TO_BE_KILLED).catch(() => undefined);
  process.on('message', async ({ bytes, limits }: DecodeRequest) => {
    // libvips works in other threads, so this one is free to watch the memory.
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(TOO_MUCH_MEMORY);
    }, LOOK_AT_MEMORY_EVERY_MS);
    const photo = await decodeImage(bytes, limits);
    clearInterval(watch);
    send({ photo, memoryBytes: process.memoryUsage.rss() });
  });
}
