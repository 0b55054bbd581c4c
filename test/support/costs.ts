import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { after, before } from 'node:test';

/** What one file of tests took, or a process of the run whole: its tests, the loading of modules, its start. */
export interface Cost {
  readonly of: 'file' | 'process' | 'database server';
  readonly name: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Of processes that it started, and their descendants. */
  readonly childrenCpuMs: number;
}

/** File to which the processes of a run append their costs, one JSON object a line. Undefined without `--costs`. */
const { TEST_COSTS } = process.env;

/** Of the files so far: the system forgets processes whose parent ended before them, as those of a browser. */
let seenOfChildren = 0;

/** Within the `describe` of a file. */
export function recordCostsOfFile(name: string): void {
  if (TEST_COSTS === undefined) return;
  let startedAt = 0;
  let usedBefore: NodeJS.CpuUsage | undefined;
  let childrenBefore = 0;
  before(() => {
    startedAt = performance.now();
    usedBefore = process.cpuUsage();
    childrenBefore = cpuMsBelow(process.pid);
  });
  after(() => {
    const childrenCpuMs = Math.max(0, cpuMsBelow(process.pid) - childrenBefore);
    seenOfChildren += childrenCpuMs;
    const wallMs = Math.round(performance.now() - startedAt);
    record({ of: 'file', name, wallMs, cpuMs: cpuMs(usedBefore), childrenCpuMs });
  });
}

/** When this process ends. */
export function recordCostsOfProcess(name: string): void {
  if (TEST_COSTS === undefined) return;
  process.once('exit', () =>
    record({
      ...{ of: 'process', name, wallMs: Math.round(performance.now()) },
      ...{ cpuMs: cpuMs(), childrenCpuMs: Math.max(cpuMsBelow(process.pid), seenOfChildren) },
    }),
  );
}

/** Of the server that the files of a run share, before it stops. */
export function recordCostsOfServer(pid: number): void {
  if (TEST_COSTS === undefined) return;
  record({ of: 'database server', name: 'PostgreSQL', wallMs: 0, cpuMs: 0, childrenCpuMs: cpuMsOf(pid) });
}

/** CPU time of the descendants of a process, also of those that have ended. Linux counts in hundredths of a second. */
export function cpuMsBelow(pid: number): number {
  return (hundredthsOfTree(pid) - (statOf(pid)?.[1].own ?? 0)) * 10;
}

function cpuMsOf(pid: number): number {
  return hundredthsOfTree(pid) * 10;
}

function cpuMs(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

function record(cost: Cost): void {
  if (TEST_COSTS !== undefined) appendFileSync(TEST_COSTS, `${JSON.stringify(cost)}\n`);
}

interface ProcessStat {
  readonly parent: number;
  /** Hundredths of a second of the process, and of its ended descendants. */
  readonly own: number;
  readonly ended: number;
}

function hundredthsOfTree(root: number): number {
  if (process.platform !== 'linux') return 0;
  const processes = new Map(
    readdirSync('/proc').flatMap((name) => {
      const stat = statOf(Number(name));
      return stat ? [stat] : [];
    }),
  );
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  const tree = [...processes].filter(([pid]) => pid === root || isBelow(pid));
  return tree.reduce((sum, [, { own, ended }]) => sum + own + ended, 0);
}

/** Undefined for what is no process, or has ended. */
function statOf(pid: number): readonly [pid: number, stat: ProcessStat] | undefined {
  if (!Number.isInteger(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return [pid, { parent, own: user + system, ended: endedUser + endedSystem }];
  } catch {
    return undefined;
  }
}
