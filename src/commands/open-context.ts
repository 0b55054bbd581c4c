import { type Config, databasePlace, loadConfig, requireDatabase } from '../composition/config.ts';
import { readEnvironment } from '../composition/environment.ts';
import { openRooms, type Rooms } from '../composition/rooms.ts';
import { servedAddress } from '../composition/served-address.ts';
import { banner } from './banner.ts';
import type { Command, CommandContext } from './command.ts';
import { lineOf } from './setting-value.ts';

/** The configuration at once; database and rooms when a command first asks for them. Throws ConfigError. */
export function openCommandContext(
  command: Pick<Command, 'makesDatabase'>,
  environment: NodeJS.ProcessEnv,
  writeError: (text: string) => void,
): CommandContext {
  const makesDatabase = command.makesDatabase === true;
  const config = loadConfig(readEnvironment(environment, process.cwd()), { make: makesDatabase });
  let rooms: Promise<Rooms> | undefined;
  return {
    config,
    timeZone: config.timeZone,
    rooms: () => {
      rooms ??= openAnnounced(config, makesDatabase, writeError);
      return rooms;
    },
    readInput: () => lineOf(process.stdin),
    close: async () => {
      await (await rooms)?.close();
    },
  };
}

/**
 * Says which database it is, for a command typed in the wrong shell means another one. Whoever makes the demo accounts
 * shows them, once. All on standard error, for the answer may be read by a program.
 */
async function openAnnounced(
  config: Config,
  makesDatabase: boolean,
  writeError: (text: string) => void,
): Promise<Rooms> {
  if (!makesDatabase) requireDatabase(config);
  writeError(`guiche: ${config.mode}, ${databasePlace(config)}\n`);
  const publicUrl = config.publicUrl ?? servedAddress(config.dataDir) ?? `http://localhost:${config.port}`;
  const rooms = await openRooms(config, { publicUrl: () => publicUrl, make: makesDatabase });
  if (rooms.demo) writeError(banner(rooms.demo, publicUrl));
  return rooms;
}
