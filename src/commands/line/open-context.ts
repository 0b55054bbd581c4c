import { type Config, databasePlace, loadConfig, requireDatabase } from '../../composition/config/config.ts';
import { readCheckedEnvironment } from '../../composition/config/environment.ts';
import { addressOfLinks } from '../../composition/config/served-address.ts';
import { openRooms, type Rooms } from '../../composition/rooms.ts';
import { banner } from '../banner.ts';
import type { Command, CommandContext } from './command.ts';
import { allOf, lineOf } from './setting-value.ts';

/** The configuration at once; database and rooms on first use. Throws ConfigError. */
export function openCommandContext(
  command: Pick<Command, 'makesDatabase'>,
  environment: NodeJS.ProcessEnv,
  writeError: (text: string) => void,
): CommandContext {
  const makesDatabase = command.makesDatabase === true;
  const settings = readCheckedEnvironment(environment, process.cwd());
  const config = loadConfig(settings.environment, { make: makesDatabase });
  let rooms: Promise<Rooms> | undefined;
  return {
    config,
    looseFiles: settings.looseFiles,
    timeZone: config.timeZone,
    rooms: () => {
      rooms ??= openAnnounced(config, makesDatabase, writeError);
      return rooms;
    },
    readInput: () => lineOf(process.stdin),
    readAll: () => allOf(process.stdin),
    close: async () => {
      await (await rooms)?.close();
    },
  };
}

/**
 * Says which database is used, since the same command in another shell may mean another one, and shows the demo
 * accounts once when it creates them. All on standard error, because a program may read the output.
 */
async function openAnnounced(
  config: Config,
  makesDatabase: boolean,
  writeError: (text: string) => void,
): Promise<Rooms> {
  if (!makesDatabase) requireDatabase(config);
  writeError(`guiche: ${config.mode}, ${databasePlace(config)}\n`);
  const publicUrl = addressOfLinks(config);
  const rooms = await openRooms(config, {
    publicUrl: () => publicUrl,
    make: makesDatabase,
    onMigrationWait: (holder) => writeError(`guiche: espera por quem migra o banco: ${holder}\n`),
  });
  if (rooms.demo) writeError(banner(rooms.demo, { publicUrl, docs: config.docs }));
  return rooms;
}
