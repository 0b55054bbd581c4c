import { type ChildProcess, fork } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildChanged } from './builds.ts';
import { recordCostsOfServer } from './costs.ts';
import { runningFile } from './groups.ts';
import { startTestRun, type TestRun } from './test-run.ts';
import { fileTimeoutMs } from './time-limits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** How long processes may take to end after the last test, even on a busy machine. */
const PROCESS_END_TIMEOUT_MS = 60_000;
const INTERRUPTED_END_TIMEOUT_MS = 1_000;
/** Multiple of the file timeout after which a file that its own watchdog did not end has a blocked thread. */
const BLOCKED_FACTOR = 1.1;

let run: TestRun | undefined;
let server: ChildProcess | undefined;
let interrupted = false;
let ended: Promise<void> | undefined;

/** Creates temporary folders and starts one PostgreSQL server for the whole run; each test creates its own databases in it. */
export async function globalSetup(): Promise<void> {
  await setUp({ onDisk: false });
  subscribe('child_process', (message) => killWhenBlocked((message as { process: ChildProcess }).process));
}

/** With `onDisk`, databases are as durable as in production; otherwise they are in memory where the system allows it. */
export async function setUp({ onDisk }: { readonly onDisk: boolean }): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      interrupted = true;
    });
  }
  buildChanged(ROOT);
  run = await startTestRun({ onDisk });
  process.env.TEST_RUNNER_PID = String(process.pid);
  // Without it, the process of each file would strip and compile all its imports again.
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'guiche-tests');
  process.env.TEST_POSTGRES_ADDRESS ??= await startServer(onDisk ? [] : ['--no-sync']);
}

/** May be called twice: a second interrupt signal calls it again. */
export async function globalTeardown(): Promise<void> {
  ended ??= endRun();
  await ended;
}

async function endRun(): Promise<void> {
  await stopServer();
  const left = (await run?.end(interrupted ? INTERRUPTED_END_TIMEOUT_MS : PROCESS_END_TIMEOUT_MS)) ?? [];
  // Interrupted files cannot clean up: `end` has done it for them.
  if (left.length === 0 || interrupted) return;
  process.stderr.write(`\nThe tests left the following behind (it was removed):\n  ${left.join('\n  ')}\n`);
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
  if (server.pid !== undefined) recordCostsOfServer(server.pid);
  const exited = once(server, 'exit');
  server.disconnect();
  await exited;
}

/** The file that a group is running, or the file that has a process of its own. */
function currentFileOf(entry: string): string {
  const note = runningFile(entry);
  return existsSync(note) ? readFileSync(note, 'utf8') : entry;
}

function killWhenBlocked(file: ChildProcess): void {
  const timer = setTimeout(() => {
    process.stderr.write(
      `${currentFileOf(String(file.spawnargs.at(-1)))} blocks its thread: its process is killed.\n`,
    );
    file.kill('SIGKILL');
  }, fileTimeoutMs() * BLOCKED_FACTOR).unref();
  file.once('exit', () => clearTimeout(timer));
}
