import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissingFile } from '../files/file-fault.ts';
import { replaceFile } from '../files/replace-file.ts';

const FILE = 'last-backup.json';

/** The last copy that the backup command finished. */
export interface LastBackup {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly databaseBytes: number;
  readonly files: number;
}

/** Leaves in the data folder when it was last copied, for people who look after the service. */
export function leaveLastBackup(dataDir: string, backup: LastBackup): void {
  replaceFile(join(dataDir, FILE), `${JSON.stringify(backup)}\n`);
}

/** Undefined: no copy was finished since this data folder was made. */
export function readLastBackup(dataDir: string): LastBackup | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as LastBackup;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
