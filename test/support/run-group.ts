import { appendFileSync, writeFileSync } from 'node:fs';
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
  before(() => {
    startedAt = performance.now();
    usedBefore = process.cpuUsage();
  });
  after(() => {
    const { user, system } = process.cpuUsage(usedBefore);
    const wallMs = Math.round(performance.now() - startedAt);
    appendFileSync(
      TEST_COSTS,
      `${JSON.stringify({ file, wallMs, cpuMs: Math.round((user + system) / 1000) })}\n`,
    );
  });
}
