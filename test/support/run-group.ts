import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runningFile } from './groups.ts';
import { stopTrackingPromises } from './promise-tracking.ts';
import { startSharing } from './shared.ts';

/** Declares the tests of these files, each under its name. With TEST_COSTS, the costs of each are appended to that file. */
export function runGroup(files: readonly string[]): void {
  let declaring = files.length;
  after(startSharing());
  for (const file of files) {
    describe(file, async () => {
      const umask = process.umask();
      before(() => writeFileSync(runningFile(process.argv[1] ?? ''), file));
      // A service that a test starts in this process makes new files private.
      after(() => process.umask(umask));
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

/**
 * CPU time of child processes and their descendants, also of those that run on for later files. Linux counts in hundredths
 * of a second.
 */
function cpuMsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const processes = new Map(readdirSync('/proc').flatMap((name) => statOf(name) ?? []));
  const isOurs = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  const running = [...processes].filter(([pid]) => isOurs(pid)).map(([, { own, ended }]) => own + ended);
  return running.reduce((sum, hundredths) => sum + hundredths, statOf('self')?.[0]?.[1].ended ?? 0) * 10;
}

interface ProcessStat {
  readonly parent: number;
  /** Hundredths of a second of the process, and of its ended descendants. */
  readonly own: number;
  readonly ended: number;
}

/** Undefined for what is no process, or has ended. */
function statOf(name: string): readonly [[pid: number, ProcessStat]] | undefined {
  if (!/^(\d+|self)$/.test(name)) return undefined;
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return [[Number.parseInt(stat, 10), { parent, own: user + system, ended: endedUser + endedSystem }]];
  } catch {
    return undefined;
  }
}
