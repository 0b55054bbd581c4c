import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runningFile } from './groups.ts';

/** Declares the tests of these files, each below its name. With TEST_COSTS, what each costs is added to that file. */
export function runGroup(files: readonly string[]): void {
  for (const file of files) {
    describe(file, async () => {
      before(() => writeFileSync(runningFile(process.argv[1] ?? ''), file));
      noteCosts(file);
      await import(pathToFileURL(resolve(file)).href);
    });
  }
}

function noteCosts(file: string): void {
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

/** Of the processes that this one has started and that have ended, and of theirs. Linux counts in hundredths. */
function cpuMsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}
