import {
  type Command,
  type CommandContext,
  openCommandContext,
  runGuiche as run,
} from '../../src/commands/index.ts';
import type { Config } from '../../src/composition/config/config.ts';
import type { Rooms } from '../../src/composition/rooms.ts';
import type { DatabasePlace } from './databases.ts';
import { type Environment, type Finished, placeEnvironment, withoutPlace } from './service-process.ts';

let lastCommand: Promise<unknown> = Promise.resolve();

/**
 * Runs one command of the command line in this process, with its own configuration and database connections: a separate
 * process would take a second. Not for commands that keep running, such as a successful `serve`. Commands run one at a
 * time: while it opens SQLite, a command blocks its thread until it gets the lock, so the lock's holder must not be on the
 * same thread.
 */
export function runGuiche(
  place: DatabasePlace,
  argv: readonly string[],
  more: Environment = {},
): Promise<Finished> {
  const environment = { ...placeEnvironment(place), ...more };
  const command = lastCommand.then(() =>
    finished(argv, async (command, writeError) => openCommandContext(command, environment, writeError)),
  );
  lastCommand = command.catch(() => undefined);
  return command;
}

/** Runs a command on rooms that are already open. Returns the command's JSON output. */
export async function runOnRooms(
  argv: readonly string[],
  config: Config,
  rooms: Rooms,
): Promise<Record<string, unknown>> {
  const { code, out, error } = await finished([...argv, '--json'], async () => ({
    config,
    timeZone: config.timeZone,
    rooms: async () => rooms,
    looseFiles: [],
    readInput: async () => {
      throw new Error('standard input is not available: pass secrets as arguments');
    },
    readAll: async () => {
      throw new Error('standard input is not available: pass a file');
    },
    close: async () => undefined,
  }));
  if (code !== 0) throw new Error(`guiche ${argv.slice(0, 2).join(' ')}: ${error}`);
  return JSON.parse(out) as Record<string, unknown>;
}

async function finished(
  argv: readonly string[],
  open: (command: Command, writeError: (text: string) => void) => Promise<CommandContext>,
): Promise<Finished> {
  let out = '';
  let error = '';
  const writeError = (text: string) => {
    error += text;
  };
  const code = await run(argv, {
    openContext: (command) => open(command, writeError),
    writeOut: (text) => {
      out += text;
    },
    writeError,
  });
  return { code, out, ...withoutPlace(error) };
}
