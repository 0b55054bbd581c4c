import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawn } from '@lydell/node-pty';
import type { DatabasePlace } from './databases.ts';
import { startGuardian } from './guardian.ts';
import type { Environment } from './service-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LISTENS = /escuta em (http:\/\/\S+)/;
const PROMPT = '<prompt>';
const FIRST_PROMPT = new RegExp(`^(${PROMPT})`);
const NEXT_PROMPT = new RegExp(`npm start\\r[^]*(${PROMPT})`);
const ENDED = /npm start ended with (\d+)/;
const CTRL_C = '\x03';
const COLUMNS = 200;

/** A terminal with an interactive shell that runs `npm start`. */
export interface Terminal {
  /** `http://host:port`, from the start line. */
  readonly address: string;
  /** The terminal's content so far. */
  text(): string;
  pressCtrlC(): void;
  /** Signals npm, its shell and the service, like a supervisor that stops a process group. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Npm's exit code, once the shell has its prompt back. */
  readonly ended: Promise<number>;
  close(): void;
}

/** Resolves once the service listens; rejects when it ends before. */
export async function startInTerminal(place: DatabasePlace, more: Environment = {}): Promise<Terminal> {
  const { PATH = '', HOME = '' } = process.env;
  const databaseUrl = place.url === undefined ? {} : { GUICHE_DATABASE_URL: place.url };
  const settings = { GUICHE_PORT: '0', GUICHE_DATA_DIR: place.dataDir, ...databaseUrl, ...more };
  const env = { PATH, HOME, PS1: PROMPT, ...settings };
  const shell = spawn('sh', ['-i'], { cwd: ROOT, cols: COLUMNS, env });
  const guardian = startGuardian();
  guardian.watch(shell.pid);
  let text = '';
  const seen = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const listening = shell.onData(() => {
        const found = pattern.exec(text)?.[1];
        if (found === undefined) return;
        listening.dispose();
        resolve(found);
      });
    });
  shell.onData((data) => {
    text += data;
  });
  const close = () => shell.kill('SIGKILL');
  await seen(FIRST_PROMPT);
  shell.write('npm start\r');
  // Typed only now, because Ctrl-C would discard it.
  const ended = seen(NEXT_PROMPT).then(() => {
    shell.write('echo npm start ended with $?\r');
    return seen(ENDED).then(Number);
  });
  const address = await Promise.race([seen(LISTENS), ended]);
  if (typeof address === 'number') {
    close();
    throw new Error(`npm start ended with ${address}: ${text}`);
  }
  const group = await foregroundGroup(shell.pid);
  guardian.watch(group);
  return {
    address,
    text: () => text,
    pressCtrlC: () => shell.write(CTRL_C),
    signalGroup: (signal) => process.kill(-group, signal),
    ended,
    close: () => {
      try {
        process.kill(-group, 'SIGKILL');
      } catch (error) {
        // The group has ended.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
      guardian.forget(group);
      close();
      guardian.forget(shell.pid);
    },
  };
}

/** The foreground process group of a terminal, which receives its signals. */
async function foregroundGroup(shellPid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'tpgid=', '-p', String(shellPid)]);
  return Number(stdout);
}
