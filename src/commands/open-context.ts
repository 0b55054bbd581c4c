import { type Config, loadConfig } from '../composition/config.ts';
import { readEnvironment } from '../composition/environment.ts';
import { openRooms, type Rooms } from '../composition/rooms.ts';
import { servedAddress } from '../composition/served-address.ts';
import { banner } from './banner.ts';
import type { CommandContext } from './command.ts';
import { lineOf } from './setting-value.ts';

/** The configuration at once; database and rooms when a command first asks for them. Throws ConfigError. */
export function openCommandContext(
  environment: NodeJS.ProcessEnv,
  writeError: (text: string) => void,
): CommandContext {
  const config = loadConfig(readEnvironment(environment, process.cwd()));
  let rooms: Promise<Rooms> | undefined;
  return {
    config,
    timeZone: config.timeZone,
    rooms: () => {
      rooms ??= openAnnounced(config, writeError);
      return rooms;
    },
    readInput: () => lineOf(process.stdin),
    close: async () => {
      await (await rooms)?.close();
    },
  };
}

/** Whoever makes the demo accounts shows them, once; on standard error, for the answer may be read by a program. */
async function openAnnounced(config: Config, writeError: (text: string) => void): Promise<Rooms> {
  const publicUrl = config.publicUrl ?? servedAddress(config.dataDir) ?? `http://localhost:${config.port}`;
  const rooms = await openRooms(config, { publicUrl: () => publicUrl });
  if (rooms.demo) writeError(banner(rooms.demo, publicUrl));
  return rooms;
}
