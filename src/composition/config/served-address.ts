import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../platform/files/replace-file.ts';
import type { Config } from './config-settings.ts';

const FILE = 'served-address';

/**
 * Leaves in the data folder what address this service hands out, for commands that make links. A convenience: a full disk
 * keeps no service from serving.
 */
export function leaveServedAddress(
  dataDir: string,
  publicUrl: string,
  onError: (error: unknown) => void,
): void {
  try {
    replaceFile(join(dataDir, FILE), `${publicUrl}\n`);
  } catch (error) {
    onError(error);
  }
}

/** The address that links have: the one that was set, or the one of the service that runs on the data folder. */
export function addressOfLinks({
  publicUrl,
  dataDir,
  port,
}: Pick<Config, 'publicUrl' | 'dataDir' | 'port'>): string {
  return publicUrl ?? servedAddress(dataDir) ?? `http://localhost:${port}`;
}

/** The address of the service that runs on this data folder, or ran there last; undefined where none was left. */
function servedAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
