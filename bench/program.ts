import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const ADDRESS = /\b(?:http|postgres):\/\/\S+/;
const CLOCK_TICKS_PER_SECOND = 100;
const MAX_LOG_CHARACTERS = 2_000;

/** A child process that serves at an address. */
export interface Program {
  readonly address: string;
  /** Rejects when the program ends before it is stopped; never resolves. */
  readonly died: Promise<never>;
  /** Of the program and its child processes. Undefined where the system has no /proc. */
  usage(): Usage | undefined;
}

interface Usage {
  /** CPU time of all threads since the start, in steps of 10 ms. */
  readonly cpuMs: number;
  /** Resident memory in megabytes (10^6). */
  readonly rssMb: number;
}

/**
 * Starts `node ARGUMENTS` in a process group of its own, so that Ctrl-C only reaches the bench, which then stops the
 * program. The program is stopped when `cleanup` is disposed of: by SIGTERM or, when it was started with a `message`, by
 * closing the IPC channel, which also happens when the bench is killed.
 */
export async function startProgram(
  cleanup: AsyncDisposableStack,
  args: readonly string[],
  options: {
    environment: NodeJS.ProcessEnv;
    logFile: { fd: number; path: string };
    message?: object;
    /** Instead of this repository. */
    folder?: string | undefined;
  },
): Promise<Program> {
  if (cleanup.disposed) throw new Error('the bench is being stopped');
  const child = spawn(process.execPath, args, {
    cwd: options.folder ?? REPOSITORY,
    detached: true,
    env: options.environment,
    stdio: ['ignore', 'pipe', options.logFile.fd, ...(options.message ? (['ipc'] as const) : [])],
  });
  let stopping = false;
  const exited = once(child, 'exit');
  cleanup.defer(async () => {
    stopping = true;
    await stop(child, exited);
  });
  const died = exited.then(([code, signal]) => {
    if (stopping) return new Promise<never>(() => undefined);
    const log = readFileSync(options.logFile.path, 'utf8').slice(-MAX_LOG_CHARACTERS);
    throw new Error(`node ${args.join(' ')} ended unexpectedly (${code ?? signal}):\n${log}`);
  });
  died.catch(() => undefined);
  if (options.message) child.send(options.message);
  const address = await Promise.race([addressFrom(child), died]);
  return { address, died, usage: () => familyUsage(child.pid) };
}

async function addressFrom(child: ChildProcess): Promise<string> {
  let output = '';
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  while (child.stdout) {
    const [chunk] = await once(child.stdout, 'data', { signal });
    output += chunk;
    const address = ADDRESS.exec(output.slice(0, output.lastIndexOf('\n') + 1))?.[0];
    if (address === undefined) continue;
    child.stdout.resume();
    return address;
  }
  throw new Error('the program has no standard output');
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) child.disconnect();
  else child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(kill);
}

function usageOf(pid: number | undefined): Usage | undefined {
  try {
    // The program's name, in brackets, may contain anything; the fields after it are numbers (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    const rss = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { cpuMs: (ticks * 1000) / CLOCK_TICKS_PER_SECOND, rssMb: (Number(rss) * 1024) / 1e6 };
  } catch {
    return undefined;
  }
}

function familyUsage(pid: number | undefined): Usage | undefined {
  const own = usageOf(pid);
  if (own === undefined) return undefined;
  return childrenOf(pid)
    .map((child) => familyUsage(child) ?? { cpuMs: 0, rssMb: 0 })
    .reduce((sum, { cpuMs, rssMb }) => ({ cpuMs: sum.cpuMs + cpuMs, rssMb: sum.rssMb + rssMb }), own);
}

function childrenOf(pid: number | undefined): readonly number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const texts = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}
