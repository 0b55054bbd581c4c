/**
 * `npm test`: the tests of the day, and beside them the checks; when a check fails the tests are ended. With `--night`
 * (`npm run test:night`) the tests of the night, which hold what those of the day leave out (support/day-and-night.ts).
 * `npm test -- WORDS`: only the files or folders named, whole, or without any the tests of the day, without the checks;
 * with `--day` or `--night` only their tests of the day or of the night. `--costs=FILE` writes a page on where the run's
 * processor time went. Every other word (`--test-name-pattern=…`, `--test-concurrency=1`) goes to Node's test runner as it
 * is, and wins over ours.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { costPage, readCosts } from './support/cost-table.ts';
import { cpuMsBelow } from './support/costs.ts';
import { groupTestFiles, type TestGroup } from './support/groups.ts';
import type { TestPart } from './support/test-parts.ts';
import { testTimeoutMs } from './support/time-limits.ts';

const SUITE = ['src', 'simulators', 'packages', 'web/panel/test', 'test', 'bench'];
/** What keeps two cores busy: half of them mostly wait (support/groups.ts). */
const PROCESSES_AT_ONCE = 5;
/** Tests drop most of what they make: with more room for that, the garbage collector runs less often. */
const SEMI_SPACE_MB = 32;
const FORWARDED = ['SIGINT', 'SIGTERM'] as const;

const COSTS = '--costs=';

const given = process.argv.slice(2);
const costsFile = given.find((word) => word.startsWith(COSTS))?.slice(COSTS.length);
const named = given.filter((word) => word !== '--day' && word !== '--night' && !word.startsWith(COSTS));
const part = partOfRun();
const groupFiles = mkdtempSync(join(tmpdir(), 'guiche-groups-'));
const recorded = join(groupFiles, 'costs');
try {
  const tests = start(process.execPath, testArguments(), false);
  const checks = named.length === 0 && part === 'day' ? start('npm run --silent check', [], true) : undefined;
  const failed = await checks?.ended;
  if (failed) tests.stop();
  const code = await tests.ended;
  if (costsFile !== undefined) writeCosts(costsFile);
  process.exitCode = failed || code;
} finally {
  rmSync(groupFiles, { recursive: true });
}

/** Undefined, for all tests, where files or folders are named and no part is. */
function partOfRun(): TestPart | undefined {
  if (given.includes('--night')) return 'night';
  return given.includes('--day') || !named.some(isFile) ? 'day' : undefined;
}

function writeCosts(path: string): void {
  const ended = {
    wallMs: performance.now(),
    cpuMs: process.cpuUsage().user / 1000 + cpuMsBelow(process.pid),
  };
  writeFileSync(path, costPage(readCosts(recorded), ended));
  process.stdout.write(`Where the processor time went: ${path}\n`);
}

function testArguments(): readonly string[] {
  const words = named.filter((word) => !isFile(word));
  const paths = named.filter(isFile);
  const folders = (paths.length > 0 ? paths : SUITE).filter(isFolder);
  const files = paths.filter((path) => !isFolder(path));
  return [
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    '--test',
    '--import=./test/support/short-resolve.ts',
    '--import=./test/support/promise-tracking.ts',
    '--import=./test/support/watchdog.ts',
    '--test-global-setup=test/support/global-setup.ts',
    `--test-concurrency=${PROCESSES_AT_ONCE}`,
    `--test-timeout=${testTimeoutMs(part ?? 'night')}`,
    ...reporters(words),
    ...words,
    // A process that records its costs has to be a group.
    ...(costsFile === undefined
      ? files
      : files.map((file) => fileOfGroup({ name: file, files: [file], isOfNight: false }, 0))),
    ...groupTestFiles(folders, part).map(fileOfGroup),
  ];
}

/** Node's own, and what was skipped; unless others are asked for. */
function reporters(words: readonly string[]): readonly string[] {
  if (words.some((word) => word.startsWith('--test-reporter'))) return [];
  return ['spec', './test/support/skipped.ts'].flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ]);
}

/** What Node's runner starts a process for. It takes them in the order of their names. */
function fileOfGroup(group: TestGroup, index: number): string {
  const path = join(
    groupFiles,
    `${String(index).padStart(3, '0')}-${group.name.replaceAll(/\W+/g, '-')}.mjs`,
  );
  const runner = JSON.stringify(new URL('./support/run-group.ts', import.meta.url));
  writeFileSync(path, `import { runGroup } from ${runner};\nrunGroup(${JSON.stringify(group)});\n`);
  return path;
}

/** Other random cases every night; a failure prints the seed that repeats it. */
function environmentOf(run: TestPart | undefined): NodeJS.ProcessEnv {
  // Inherited where a test starts a run of its own.
  const { TEST_PART: _part, TEST_COSTS: _costs, ...environment } = process.env;
  return {
    ...(run === 'night' && { TEST_SEED: 'random' }),
    ...environment,
    ...(run !== undefined && { TEST_PART: run }),
    ...(costsFile !== undefined && { TEST_COSTS: recorded }),
  };
}

/** A misspelled file counts too, so that the runner says that it is not there. */
function isFile(word: string): boolean {
  return !word.startsWith('-') && (isFolder(word) || /\.[cm]?[jt]s$/.test(word));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

interface Started {
  /** Its exit code; 128 + the number of the signal that ended it. */
  readonly ended: Promise<number>;
  stop(): void;
}

/** A signal to this process reaches it too. */
function start(program: string, args: readonly string[], shell: boolean): Started {
  const child = spawn(program, args, { stdio: 'inherit', shell, env: environmentOf(part) });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    }),
    stop: () => void child.kill('SIGINT'),
  };
}
