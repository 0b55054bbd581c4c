import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runningFile } from './groups.ts';
import { stopTrackingPromises } from './promise-tracking.ts';

/** Declares the tests of these files, each under its name. With TEST_COSTS, the costs of each are appended to that file. */
export function runGroup(files: readonly string[]): void {
  let declaring = files.length;
  for (const file of files) {
    describe(file, async () => {
      before(() => writeFileSync(runningFile(process.argv[1] ?? ''), file));
      recordCosts(file);
      await import(pathToFileURL(resolve(file)).href);
      declaring -= 1;
      // Earlier, the tests of the other files would not belong to their file.
      if (declaring === 0) stopTrackingPromises();
    });
  }
}

function recordCosts(file: string): void {
  const { TEST_COSTS } = process.env;
  if (TEST_COSTS === undefined) return;
  let startedAt = 0;
  let usedBefore: NodeJS.CpuUsage | undefined;
  let childrenBefore = 0;
  before(() => {
    startedAt = performance.now();
    usedBefore = process.cpuUsage();
    childrenBefore = cpuMsOfChildren();
  });
  after(() => {
    const { user, system } = process.cpuUsage(usedBefore);
    const cost = {
      file,
      wallMs: Math.round(performance.now() - startedAt),
      cpuMs: Math.round((user + system) / 1000),
      childrenCpuMs: cpuMsOfChildren() - childrenBefore,
    };
    appendFileSync(TEST_COSTS, `${JSON.stringify(cost)}\n`);
  });
}

/** CPU time of ended child processes and their descendants. Linux counts in hundredths of a second. */
function cpuMsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}
