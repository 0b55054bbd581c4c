import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { SQLITE_FILE_NAME, serverUrls } from '../../platform/database/index.ts';
import { FolderNotPrivate, makePrivateFolder } from '../../platform/files/private-folder.ts';
import { Secret } from '../../platform/secret.ts';
import { ConfigError } from './config-error.ts';
import { type Config, readSettings } from './config-settings.ts';

export { ConfigError } from './config-error.ts';
export type { Config } from './config-settings.ts';
export { settingsHelp } from './settings-table.ts';

/** In the data folder of a sandbox. */
export const MASTER_KEY_FILE = 'master-key';

/**
 * Reads and checks every `GUICHE_*` setting (docs/contract/decided.md 1). The result is frozen.
 * In the sandbox a missing master key is made and kept in the data folder, mode 0600. With `make` false nothing is made,
 * and without that key there is none (`requireDatabase`).
 * Throws ConfigError with one line that says which setting is wrong and what to do.
 */
export function loadConfig(environment: NodeJS.ProcessEnv, { make = true }: { make?: boolean } = {}): Config {
  const settings = readSettings(environment);
  const dataDir = resolve(settings.dataDir);
  if (make || existsSync(dataDir)) makeFolder(dataDir);
  const { masterKeys: given } = settings;
  const masterKeys = given.length > 0 ? given : sandboxMasterKeys(dataDir, make);
  return Object.freeze({ ...settings, dataDir, masterKeys: Object.freeze(masterKeys) });
}

/** Which database the settings mean, without user and password. */
export function databasePlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `SQLite em ${join(dataDir, SQLITE_FILE_NAME)}`;
  const servers = serverUrls(databaseUrl).filter((server) => URL.canParse(server));
  const hosts = servers.map((server) => new URL(server).host).join(',');
  return `PostgreSQL em ${hosts}${new URL(servers[0] ?? 'postgres://').pathname}`;
}

/** For a command that finds no database: it makes none, for it was most likely typed without the service's settings. */
export function noDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode'>): ConfigError {
  return new ConfigError(
    config.databaseUrl === undefined ? 'GUICHE_DATA_DIR' : 'GUICHE_DATABASE_URL',
    `não há banco do Guichê (${config.mode}, ${databasePlace(config)}), e só guiche serve faz um: ` +
      'dê a este comando os ajustes do serviço (guiche.env, GUICHE_CONFIG), ou inicie-o ali primeiro',
  );
}

/** Throws ConfigError without the embedded database, or without the key that opens what another one holds. */
export function requireDatabase(config: Config): void {
  const { databaseUrl, dataDir, masterKeys } = config;
  const missing = databaseUrl === undefined && !existsSync(join(dataDir, SQLITE_FILE_NAME));
  if (missing) throw noDatabase(config);
  if (masterKeys.length > 0) return;
  throw new ConfigError(
    'GUICHE_MASTER_KEY',
    `falta a chave que abre ${databasePlace(config)}: dê a do serviço, ou GUICHE_DATA_DIR com o arquivo ${MASTER_KEY_FILE} dele`,
  );
}

function makeFolder(dataDir: string): void {
  try {
    makePrivateFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderNotPrivate) throw new ConfigError('GUICHE_DATA_DIR', error.message);
    throw error;
  }
}

function sandboxMasterKeys(dataDir: string, make: boolean): readonly Secret[] {
  const file = join(dataDir, MASTER_KEY_FILE);
  if (!existsSync(file)) {
    if (!make) return [];
    makeMasterKey(dataDir, file);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (Buffer.from(key, 'base64').length !== 32) {
    throw new ConfigError('GUICHE_DATA_DIR', `o arquivo ${MASTER_KEY_FILE} ali não tem 32 bytes em base64`);
  }
  return [new Secret(key)];
}

/** Written and synced under another name first: a file of this name is always whole, also after a power cut. */
function makeMasterKey(dataDir: string, file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process that starts at the same moment was faster: its key is the one.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
