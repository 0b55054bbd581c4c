import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../platform/index.ts';
import type { Config } from './config-settings.ts';

const FILE = 'served-address';

/** Leaves in the data folder what address this service hands out, for commands that make links. */
export function leaveServedAddress(dataDir: string, publicUrl: string): void {
  replaceFile(join(dataDir, FILE), `${publicUrl}\n`);
}

/** The address that links have: the one that was set, or the one of the service that runs on the data folder. */
export function addressOfLinks({
  publicUrl,
  dataDir,
  port,
}: Pick<Config, 'publicUrl' | 'dataDir' | 'port'>): string {
  return publicUrl ?? servedAddress(dataDir) ?? `http://localhost:${port}`;
}

/** The address of the service that runs on this data folder, or ran there last; undefined before its first start. */
function servedAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
