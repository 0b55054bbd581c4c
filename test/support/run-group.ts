import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { recordCostsOfFile, recordCostsOfProcess } from './costs.ts';
import { runningFile, type TestGroup } from './groups.ts';
import { stopTrackingPromises } from './promise-tracking.ts';
import { startSharing } from './shared.ts';

/** Declares the tests of these files, each under its name. */
export function runGroup({ name, files, isOfNight }: TestGroup): void {
  // Before the first file is loaded: those of the night alone leave nothing to the day (day-and-night.ts).
  if (isOfNight) delete process.env.TEST_PART;
  recordCostsOfProcess(name);
  let declaring = files.length;
  after(startSharing());
  for (const file of files) {
    describe(file, async () => {
      const umask = process.umask();
      before(() => writeFileSync(runningFile(process.argv[1] ?? ''), file));
      // A service that a test starts in this process makes new files private.
      after(() => process.umask(umask));
      recordCostsOfFile(file);
      await import(pathToFileURL(resolve(file)).href);
      declaring -= 1;
      // Earlier, the tests of the other files would not belong to their file.
      if (declaring === 0) stopTrackingPromises();
    });
  }
}
