import { loadConfig } from '../config.ts';
import { openRooms, type Rooms } from '../rooms.ts';
import type { CommandContext } from './command.ts';

/** The configuration at once; database and rooms when a command first asks for them. Throws ConfigError. */
export function openCommandContext(environment: NodeJS.ProcessEnv): CommandContext {
  const config = loadConfig(environment);
  let rooms: Promise<Rooms> | undefined;
  return {
    config,
    timeZone: config.timeZone,
    rooms: () => {
      rooms ??= openRooms(config, { publicUrl: () => config.publicUrl ?? `http://localhost:${config.port}` });
      return rooms;
    },
    close: async () => {
      await (await rooms)?.close();
    },
  };
}
