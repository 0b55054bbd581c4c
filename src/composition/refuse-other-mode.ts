import { type Database, stampOnce } from '../platform/database/index.ts';
import { type Config, ConfigError } from './config/config.ts';

/** Throws ConfigError when the database was made in the other mode. */
export async function refuseOtherMode(database: Database, config: Config): Promise<void> {
  const mode = await stampOnce(database, 'mode', config.mode);
  if (mode !== config.mode) {
    throw new ConfigError(
      'GUICHE_MODE',
      `é ${config.mode}, mas este banco foi feito em ${mode}: use outra pasta de dados (GUICHE_DATA_DIR) ou outro banco (GUICHE_DATABASE_URL)`,
    );
  }
}
