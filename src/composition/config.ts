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
import { FolderNotPrivate, makePrivateFolder, Secret } from '../platform/index.ts';
import type { Config } from './config-settings.ts';
import { ConfigError, readSettings } from './config-settings.ts';

export { type Config, ConfigError, settingsHelp } from './config-settings.ts';

const MASTER_KEY_FILE = 'master-key';

/**
 * Reads and checks every `GUICHE_*` setting (docs/contract/decided.md 1). The result is frozen.
 * In the sandbox a missing master key is made and kept in the data folder, mode 0600.
 * Throws ConfigError with one line that says which setting is wrong and what to do.
 */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = readSettings(environment);
  const dataDir = resolve(settings.dataDir);
  makeFolder(dataDir);
  const masterKeys = settings.masterKeys.length > 0 ? settings.masterKeys : [sandboxMasterKey(dataDir)];
  return Object.freeze({ ...settings, dataDir, masterKeys: Object.freeze(masterKeys) });
}

function makeFolder(dataDir: string): void {
  try {
    makePrivateFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderNotPrivate) throw new ConfigError('GUICHE_DATA_DIR', error.message);
    throw error;
  }
}

function sandboxMasterKey(dataDir: string): Secret {
  const file = join(dataDir, MASTER_KEY_FILE);
  if (!existsSync(file)) makeMasterKey(dataDir, file);
  const key = readFileSync(file, 'utf8').trim();
  if (Buffer.from(key, 'base64').length !== 32) {
    throw new ConfigError('GUICHE_DATA_DIR', `${MASTER_KEY_FILE} there does not hold 32 bytes in base64`);
  }
  return new Secret(key);
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
