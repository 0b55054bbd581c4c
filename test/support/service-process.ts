import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from './databases.ts';
import { type Guardian, startGuardian } from './guardian.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The line with the address, once the service listens. */
export const LISTENS = /escuta em (http:\/\/\S+)\n/;
const START_TIMEOUT_MS = 120_000;
const COMMAND_TIMEOUT_MS = 120_000;
/** The service promises ten seconds on an idle machine. */
const END_TIMEOUT_MS = 60_000;
const POLL_MS = 5;

/** How the command line is started: directly, which is faster, or through npm as in the README. */
const DIRECTLY = [process.execPath, 'bin/guiche.js'] as const;
export const THROUGH_NPM = ['npm', 'run', '-s', 'guiche', '--'] as const;

export type Environment = Readonly<Record<string, string>>;

export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** The line of standard error with the database of the command; undefined when the command did not get that far. */
  readonly place: string | undefined;
}

export interface ServiceProcess {
  /** `http://host:port`, from the start line. */
  readonly address: string;
  /** Process id of the service, or of npm when it was started through npm. */
  readonly pid: number;
  readonly startedInMs: number;
  readonly finished: Promise<Finished>;
  /** Standard output so far: the start line, and the banner of a first start in the sandbox. */
  output(): string;
  /** Standard error so far: the log. */
  log(): string;
  /** Freezes the process, like a stalled machine, until `resume`. */
  pause(): void;
  resume(): void;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Finished>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Child>();
let guardian: Guardian | undefined;
process.once('exit', killStarted);

/** Kills all running processes that this file started: for `after`, also when a test failed. */
export function killStarted(): void {
  for (const child of running) killGroup(child);
}

/** Ends the process that guards the started ones, for a program that itself looks at what is left behind. */
export function endGuardian(): void {
  guardian?.end();
  guardian = undefined;
}

/** Each child leads a process group: processes started by npm are killed with it. */
function killGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has just ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Starts the service as its user does, on a free port; resolves once it listens. Rejects when it ends before. */
export async function startService(
  place: DatabasePlace,
  more: Environment = {},
  launcher: readonly string[] = DIRECTLY,
): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const { child, said, finished } = startProcess([...launcher, 'serve'], {
    ...placeEnvironment(place),
    GUICHE_PORT: '0',
    ...more,
  });
  let ended = false;
  const end = async (signal: NodeJS.Signals): Promise<Finished> => {
    child.kill(signal);
    return endedWithin(END_TIMEOUT_MS, child, finished);
  };
  finished.then(() => {
    ended = true;
  });
  while (!LISTENS.test(said.out)) {
    if (ended || performance.now() - startedAt > START_TIMEOUT_MS) {
      const { code, error } = await end('SIGKILL');
      throw new Error(`the service did not start (exit code ${code}): ${error}`);
    }
    await sleep(POLL_MS);
  }
  return {
    address: LISTENS.exec(said.out)?.[1] ?? '',
    pid: child.pid ?? 0,
    startedInMs: performance.now() - startedAt,
    finished,
    output: () => said.out,
    log: () => said.error,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    end,
  };
}

/** Runs a command, or a start that should be refused. Where the process itself is not tested, `runGuiche` is faster. */
export async function runGuicheProcess(
  place: DatabasePlace,
  words: readonly string[],
  more: Environment = {},
  launcher: readonly string[] = DIRECTLY,
): Promise<Finished> {
  const environment = { ...placeEnvironment(place), ...more };
  const { child, finished } = startProcess([...launcher, ...words], environment);
  return endedWithin(COMMAND_TIMEOUT_MS, child, finished);
}

/** Separates the line that names the database from the rest of standard error. */
export function withoutPlace(error: string): Pick<Finished, 'error' | 'place'> {
  const [line] = /^guiche: \w+, .+\n/m.exec(error) ?? [];
  return { error: line === undefined ? error : error.replace(line, ''), place: line?.trim() };
}

/** Kills a process that does not end in time, which then fails by its exit code. */
async function endedWithin(ms: number, child: Child, finished: Promise<Finished>): Promise<Finished> {
  const tooLong = setTimeout(() => killGroup(child), ms);
  const result = await finished;
  clearTimeout(tooLong);
  return result;
}

export function placeEnvironment({ dataDir, url }: DatabasePlace): Environment {
  return { GUICHE_DATA_DIR: dataDir, ...(url === undefined ? {} : { GUICHE_DATABASE_URL: url }) };
}

/** Starts a process with only the given environment, PATH and HOME. */
function startProcess(words: readonly string[], environment: Environment) {
  const [program = '', ...rest] = words;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  guardian ??= startGuardian();
  if (child.pid !== undefined) guardian.watch(child.pid);
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.error += text;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.once('error', (error) => {
      said.error += error.message;
    });
    child.once('close', (code) => {
      running.delete(child);
      if (child.pid !== undefined) guardian?.forget(child.pid);
      resolve({ code, out: said.out, ...withoutPlace(said.error) });
    });
  });
  return { child, said, finished };
}
