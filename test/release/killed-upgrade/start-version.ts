import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../../support/databases.ts';
import { type Guardian, startGuardian } from '../../support/guardian.ts';
import { LISTENS, placeEnvironment } from '../../support/service-process.ts';

const POLL_MS = 5;

/** A start of one version of the service, which may take as long as its migrations do. */
export interface Start {
  /** Its address, once it listens. Rejects when it ends before. */
  readonly listening: Promise<StartedVersion>;
  /** Most resident memory so far. 0 where the system has no /proc, or once it ended. */
  memoryMb(): Promise<number>;
  kill(): Promise<void>;
}

export interface StartedVersion {
  readonly address: string;
  readonly afterMs: number;
  stop(): Promise<void>;
}

let guardian: Guardian | undefined;

/** Starts the version in `folder` on a database; what it says goes to a file beside the data. */
export function startVersion(folder: string, place: DatabasePlace): Start {
  const startedAt = performance.now();
  const log = join(place.dataDir, '..', 'service.log');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['bin/guiche.js', 'serve'], {
    cwd: folder,
    env: { PATH, HOME, ...placeEnvironment(place), GUICHE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  guardian ??= startGuardian();
  guardian.watch(child.pid ?? 0);
  child.stderr.pipe(createWriteStream(log, { flags: 'a' }));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      process.kill(signal === 'SIGKILL' ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
      await exited;
    }
    guardian?.forget(child.pid ?? 0);
  };
  const listening = addressOf(child, log).then((address) => ({
    address,
    afterMs: performance.now() - startedAt,
    stop: () => end('SIGTERM'),
  }));
  listening.catch(() => undefined);
  return { listening, memoryMb: () => memoryMb(child.pid), kill: () => end('SIGKILL') };
}

async function addressOf(child: ChildProcess, log: string): Promise<string> {
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (;;) {
    const [, address] = LISTENS.exec(said) ?? [];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null) {
      const end = (await readFile(log, 'utf8')).slice(-2_000);
      throw new Error(`the service ended (${child.exitCode ?? child.signalCode}): ${end}`);
    }
    await sleep(POLL_MS);
  }
}

async function memoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  return (Number(kilobytes ?? 0) * 1_024) / 1e6;
}
