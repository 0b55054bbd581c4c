import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGuicheProcess } from '../support/service-process.ts';
import type { Provocation } from './provoke.ts';

const TWO_DAYS_MS = 48 * 3_600_000;

/** What an operator forgets: space, a backup, the second half of an upgrade. It ends with both instances up. */
export const UPKEEP_PROVOCATIONS: readonly Provocation[] = [
  {
    alerts: ['GuicheDiskAlmostFull'],
    provoke: ({ disk }) => disk.fill(),
  },
  {
    alerts: ['GuicheBackupTooOld'],
    provoke: async ({ disk, folder }) => {
      await disk.empty();
      const place = { dataDir: disk.folder, url: undefined, remove: async () => undefined };
      const backup = await runGuicheProcess(place, ['backup', '--to', join(folder, 'backup')]);
      if (backup.code !== 0) throw new Error(backup.error);
      // The time at which the command says that it finished.
      const record = join(disk.folder, 'last-backup.json');
      const { at, ...rest } = JSON.parse(await readFile(record, 'utf8')) as { readonly at: number };
      await writeFile(record, JSON.stringify({ ...rest, at: at - TWO_DAYS_MS }));
    },
  },
  {
    alerts: ['GuicheVersionsDiffer'],
    provoke: async ({ database, startSecondAs }) => {
      await database.kill();
      await database.start();
      await startSecondAs('0.0.0-other');
    },
  },
];
