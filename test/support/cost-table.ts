import { existsSync, readFileSync } from 'node:fs';
import type { Cost } from './costs.ts';

const DEAREST_FILES = 60;

/** What the processes of a run recorded, as a page of Markdown: where its processor time goes, the dearest first. */
export function costPage(
  recorded: readonly Cost[],
  { wallMs, cpuMs: counted }: { wallMs: number; cpuMs: number },
): string {
  const of = (kind: Cost['of']) => recorded.filter((cost) => cost.of === kind);
  const files = of('file').toSorted((one, other) => allCpuMs(other) - allCpuMs(one));
  const processes = of('process').toSorted((one, other) => allCpuMs(other) - allCpuMs(one));
  const inFiles = sumOfCpu(files);
  const inProcesses = sumOfCpu(processes);
  const inServer = sumOfCpu(of('database server'));
  // The system does not count every process of a browser.
  const cpuMs = Math.max(counted, inProcesses + inServer);
  return [
    '# Costs of a test run',
    '',
    `${seconds(wallMs)} s, and ${seconds(cpuMs)} s of processor time: ${seconds(inFiles)} s in the files of tests, ` +
      `${seconds(inProcesses - inFiles)} s to start their processes and to load modules, ` +
      `${seconds(inServer)} s in PostgreSQL, ${seconds(cpuMs - inProcesses - inServer)} s in the runner, the builds and the checks.`,
    '',
    ...table('Folder', byFolder(files)),
    ...table(`File, the dearest ${DEAREST_FILES} of ${files.length}`, files.slice(0, DEAREST_FILES)),
    ...table('Process', processes),
  ].join('\n');
}

export function readCosts(path: string): readonly Cost[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Cost);
}

function table(title: string, costs: readonly Cost[]): readonly string[] {
  return [
    `| ${title} | Processor time, s | of it in child processes | Wall time, s |`,
    '|---|---|---|---|',
    ...costs.map(
      (cost) =>
        `| ${cost.name} | ${seconds(allCpuMs(cost))} | ${seconds(cost.childrenCpuMs)} | ${seconds(cost.wallMs)} |`,
    ),
    '',
  ];
}

/** The first two folders of a path, such as `test/contract`. */
function byFolder(files: readonly Cost[]): readonly Cost[] {
  const folders = Map.groupBy(files, ({ name }) => name.split('/').slice(0, -1).slice(0, 2).join('/'));
  return [...folders]
    .map(([name, costs]) => ({
      ...{ of: 'file' as const, name: `${name} (${costs.length})` },
      ...{ wallMs: sum(costs, 'wallMs'), cpuMs: sum(costs, 'cpuMs') },
      childrenCpuMs: sum(costs, 'childrenCpuMs'),
    }))
    .toSorted((one, other) => allCpuMs(other) - allCpuMs(one));
}

function sum(costs: readonly Cost[], member: 'wallMs' | 'cpuMs' | 'childrenCpuMs'): number {
  return costs.reduce((total, cost) => total + cost[member], 0);
}

const allCpuMs = ({ cpuMs, childrenCpuMs }: Cost): number => cpuMs + childrenCpuMs;

const sumOfCpu = (costs: readonly Cost[]): number => sum(costs, 'cpuMs') + sum(costs, 'childrenCpuMs');

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
