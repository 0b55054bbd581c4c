import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

let server: ChildProcess | undefined;

/** One PostgreSQL for the whole run; each test makes a database of its own in it. */
export async function globalSetup(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./run-postgres.ts', import.meta.url)), {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  server = child;
  process.env.TEST_POSTGRES_ADDRESS = await new Promise<string>((resolve, reject) => {
    child.once('message', (address) => resolve(String(address)));
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code} instead of starting`)));
  });
}

export async function globalTeardown(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
}
