import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from './databases.ts';
import { type Guardian, startGuardian } from './guardian.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LISTENS = /escuta em (http:\/\/\S+)\n/;
const START_WITHIN_MS = 120_000;
const COMMAND_WITHIN_MS = 120_000;
/** Ten seconds are promised, on a machine that is not busy. */
const END_WITHIN_MS = 60_000;
const POLL_MS = 5;

/** The words that start the command line: at once, which saves npm's own time, or as the README says. */
const DIRECTLY = [process.execPath, 'bin/guiche.js'] as const;
export const THROUGH_NPM = ['npm', 'run', '-s', 'guiche', '--'] as const;

export type Environment = Readonly<Record<string, string>>;

export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** The line of standard error in which a command says what database it means; undefined when it came to none. */
  readonly place: string | undefined;
}

export interface ServiceProcess {
  /** `http://host:port`, as the start line says. */
  readonly address: string;
  /** Of the service itself, unless npm stands before it. */
  readonly pid: number;
  readonly startedInMs: number;
  readonly finished: Promise<Finished>;
  /** What it wrote so far to standard output: the start line, and the banner of a first start in the sandbox. */
  said(): string;
  /** What it wrote so far to standard error: its log. */
  log(): string;
  /** Stops it where it is, without its knowing, as a machine that stands still does; `resume` lets it go on. */
  pause(): void;
  resume(): void;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Finished>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Child>();
let guardian: Guardian | undefined;
process.once('exit', killStarted);

/** Kills whatever this file started and is still running: for `after`, also when a test failed. */
export function killStarted(): void {
  for (const child of running) killGroup(child);
}

/** Each is the head of a group of its own: what npm started goes with it. */
function killGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It ended at this very moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The service as its user starts it, on a free port; resolves once it listens. Rejects when it ends before. */
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
    return endedWithin(END_WITHIN_MS, child, finished);
  };
  finished.then(() => {
    ended = true;
  });
  while (!LISTENS.test(said.out)) {
    if (ended || performance.now() - startedAt > START_WITHIN_MS) {
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
    said: () => said.out,
    log: () => said.error,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    end,
  };
}

/** A command, or a start that is expected to be refused. Where the process is not the subject, `runGuiche` is quicker. */
export async function runGuicheProcess(
  place: DatabasePlace,
  words: readonly string[],
  more: Environment = {},
  launcher: readonly string[] = DIRECTLY,
): Promise<Finished> {
  const environment = { ...placeEnvironment(place), ...more };
  const { child, finished } = startProcess([...launcher, ...words], environment);
  return endedWithin(COMMAND_WITHIN_MS, child, finished);
}

/** Takes the line that names the database from what a command wrote to standard error. */
export function withoutPlace(error: string): Pick<Finished, 'error' | 'place'> {
  const [line] = /^guiche: \w+, .+\n/m.exec(error) ?? [];
  return { error: line === undefined ? error : error.replace(line, ''), place: line?.trim() };
}

/** What does not end in time is killed, and then fails by its exit code. */
async function endedWithin(ms: number, child: Child, finished: Promise<Finished>): Promise<Finished> {
  const tooLong = setTimeout(() => killGroup(child), ms);
  const result = await finished;
  clearTimeout(tooLong);
  return result;
}

export function placeEnvironment({ dataDir, url }: DatabasePlace): Environment {
  return { GUICHE_DATA_DIR: dataDir, ...(url === undefined ? {} : { GUICHE_DATABASE_URL: url }) };
}

/** In an environment that holds only what it is given, and what finds programs. */
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
