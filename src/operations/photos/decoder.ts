import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DecodeAnswer, DecodeRequest } from './decode-process.ts';
import type { DrawnPdf } from './draw-pdf.ts';
import type { DecodeLimits, PreparedPhoto } from './photo.ts';

const ENTRY = fileURLToPath(new URL('./decode-process.ts', import.meta.url));
/** Limits V8's own memory; the process itself watches that of libvips. */
const HEAP_FLAGS = ['--max-old-space-size=96', '--max-semi-space-size=2'];
/**
 * A large picture takes a second or two, on a busy machine many times that; after this time the process is considered
 * hung.
 */
export const MAX_DECODE_MS = 60_000;
/** Of a PDF: its process ends by itself long before, unless the machine is very busy. */
const MAX_DRAW_MS = 5 * 60_000;
/** Of a core, for a PDF: twenty pages take some seconds. */
const MAX_PDF_CPU_MS = 15_000;
/** A process without work ends after this time: most services decode rarely. */
const IDLE_MS = 10_000;
/** A process that still holds more than this after a picture is replaced. */
const RECYCLE_ABOVE_BYTES = 192 * 1024 * 1024;
/** More than the largest accepted picture needs (about 370 MB). */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
/** A lower priority than the service's own, whatever that is, because payments come first. */
const NICER_BY = 5;
const NICEST = 19;

export interface Decoder {
  /**
   * Undefined for what `decodeImage` refuses, and for a picture whose process had to end because of memory or time.
   */
  decode(bytes: Buffer, limits: DecodeLimits): Promise<PreparedPhoto | undefined>;
  /** The pages of a PDF, or why nothing is taken: `heavy` where its process had to end because of memory or time. */
  draw(bytes: Buffer): Promise<DrawnPdf>;
  /** Ends the processes; pictures in progress are dropped. */
  close(): Promise<void>;
}

interface Decoding {
  readonly child: ChildProcess;
  idleTimer?: NodeJS.Timeout;
}

/** Decodes pictures in separate processes, one picture at a time in each. The callers decide how many run at once. */
export function createDecoder(options: {
  onError(error: unknown): void;
  startProcess(): ChildProcess;
}): Decoder {
  const { onError, startProcess } = options;
  const all = new Set<Decoding>();
  const idle: Decoding[] = [];
  let closed = false;

  const start = (): Decoding => {
    const child = startProcess();
    const decoding: Decoding = { child };
    const forget = () => {
      all.delete(decoding);
      const index = idle.indexOf(decoding);
      if (index >= 0) idle.splice(index, 1);
    };
    child.once('exit', forget);
    child.on('error', (error) => {
      onError(error);
      // A process that could not be started never emits `exit`.
      if (child.pid === undefined) forget();
    });
    all.add(decoding);
    return decoding;
  };

  /** A process that was disconnected stays in the list until its exit is known. */
  const takeIdle = (): Decoding | undefined => {
    const decoding = idle.pop();
    clearTimeout(decoding?.idleTimer);
    return decoding === undefined || decoding.child.connected ? decoding : takeIdle();
  };

  const rest = (decoding: Decoding, memoryBytes: number): void => {
    const { child } = decoding;
    if (closed || memoryBytes > RECYCLE_ABOVE_BYTES) {
      child.disconnect();
      return;
    }
    // An idle process must not keep the service, or a test, alive.
    child.unref();
    child.channel?.unref();
    decoding.idleTimer = setTimeout(() => child.connected && child.disconnect(), IDLE_MS).unref();
    idle.push(decoding);
  };

  const ask = async (request: DecodeRequest): Promise<DecodeAnswer | undefined> => {
    if (closed) return undefined;
    const decoding = takeIdle() ?? start();
    decoding.child.ref();
    decoding.child.channel?.ref();
    const answer = await answerOf(decoding.child, request);
    if (answer) rest(decoding, answer.memoryBytes);
    else if (!closed) onError(new Error('a picture or PDF took too much memory or time to decode'));
    return answer;
  };

  return {
    decode: async (bytes, limits) => (await ask({ bytes, limits }))?.photo,
    draw: async (bytes) => {
      const answer = await ask({ bytes });
      return answer ? (answer.pdf ?? { problem: 'broken' }) : { problem: 'heavy' };
    },
    close: async () => {
      closed = true;
      await Promise.all(
        [...all].map(({ child }) => {
          const gone = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGKILL');
          return gone;
        }),
      );
    },
  };
}

/** Resident memory, and time of a core for a PDF, at which it exits. */
export function startDecodeProcess(
  maxMemoryBytes = MAX_MEMORY_BYTES,
  maxPdfCpuMs = MAX_PDF_CPU_MS,
): ChildProcess {
  const child = fork(ENTRY, [String(maxMemoryBytes), String(maxPdfCpuMs)], {
    serialization: 'advanced',
    execArgv: HEAP_FLAGS,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of the service's environment, which contains its secrets.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() ?? '' },
  });
  child.once('spawn', () => lowerPriority(child));
  return child;
}

/** Undefined when the process ends without an answer, or has to be killed. */
function answerOf(child: ChildProcess, request: DecodeRequest): Promise<DecodeAnswer | undefined> {
  return new Promise((resolve) => {
    const longest = request.limits ? MAX_DECODE_MS : MAX_DRAW_MS;
    const hung = setTimeout(() => child.kill('SIGKILL'), longest);
    const settle = (answer: DecodeAnswer | undefined) => {
      clearTimeout(hung);
      child.off('message', settle);
      child.off('exit', gone);
      child.off('error', gone);
      resolve(answer);
    };
    const gone = () => settle(undefined);
    child.on('message', settle);
    child.on('exit', gone);
    child.on('error', gone);
    child.send(request, (error) => error && gone());
  });
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICER_BY, NICEST));
  } catch {
    // It has just ended, or the system does not allow it: decoding works anyway.
  }
}
