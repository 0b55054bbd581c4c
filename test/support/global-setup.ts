import { type ChildProcess, fork } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildChanged } from './builds.ts';
import { runningFile } from './groups.ts';
import { startTestRun, type TestRun } from './test-run.ts';
import { fileTimeoutMs } from './time-limits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A process that still ends by itself once the tests are through may take this long, on a busy machine too. */
const PROCESSES_END_WITHIN_MS = 60_000;
const INTERRUPTED_END_WITHIN_MS = 1_000;
/** A file that outlives its own watchdog by so much has a blocked thread. */
const BLOCKED_AFTER = 1.1;

let run: TestRun | undefined;
let server: ChildProcess | undefined;
let interrupted = false;
let ended: Promise<void> | undefined;

/** Temporary folders and one PostgreSQL for the whole run; each test makes a database of its own in it. */
export function globalSetup(): Promise<void> {
  return setUp({ onDisk: false });
}

/** On disk, databases are as slow and as safe as a shop's; otherwise they are in memory where the system can do that. */
export async function setUp({ onDisk }: { readonly onDisk: boolean }): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      interrupted = true;
    });
  }
  buildChanged(ROOT);
  run = await startTestRun({ onDisk });
  process.env.TEST_RUNNER_PID = String(process.pid);
  // Otherwise the process of each file strips and compiles anew all that it imports.
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'guiche-tests');
  process.env.TEST_POSTGRES_ADDRESS ??= await startServer(onDisk ? [] : ['--no-sync']);
  subscribe('child_process', (message) => killWhenBlocked((message as { process: ChildProcess }).process));
}

/** A second signal of an interruption calls it again. */
export async function globalTeardown(): Promise<void> {
  ended ??= endRun();
  await ended;
}

async function endRun(): Promise<void> {
  await stopServer();
  const left = (await run?.end(interrupted ? INTERRUPTED_END_WITHIN_MS : PROCESSES_END_WITHIN_MS)) ?? [];
  // Files that are interrupted can't clean up: it is done for them.
  if (left.length === 0 || interrupted) return;
  process.stderr.write(`\nThe tests left behind (it is removed now):\n  ${left.join('\n  ')}\n`);
  process.exitCode = 1;
}

async function startServer(options: readonly string[]): Promise<string> {
  const child = fork(fileURLToPath(new URL('./run-postgres.ts', import.meta.url)), options, {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  server = child;
  return new Promise((resolve, reject) => {
    child.once('message', (address) => resolve(String(address)));
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code} instead of starting`)));
  });
}

async function stopServer(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.disconnect();
  await exited;
}

/** The file that a group has come to, or the one that is run by itself. */
function runningIn(entry: string): string {
  const note = runningFile(entry);
  return existsSync(note) ? readFileSync(note, 'utf8') : entry;
}

function killWhenBlocked(file: ChildProcess): void {
  const timer = setTimeout(() => {
    process.stderr.write(`${runningIn(String(file.spawnargs.at(-1)))} blocks its thread: it is killed.\n`);
    file.kill('SIGKILL');
  }, fileTimeoutMs() * BLOCKED_AFTER).unref();
  file.once('exit', () => clearTimeout(timer));
}
