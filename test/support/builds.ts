import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findFreshBundle } from '../../bin/bundle.js';

/** Browser code is built by `npm ci`, and tested as built. */
const FRONT_ENDS = [
  { folder: 'web/panel', built: 'dist/index.html' },
  { folder: 'packages/checkout', built: 'dist/guiche.js' },
] as const;

/** Rebuilds the service's bundle and the front ends whose sources changed. Throws with the output of a failed build. */
export function buildChanged(root: string): void {
  if (!findFreshBundle()) build(join(root, 'bin/build.mjs'));
  for (const { folder, built } of FRONT_ENDS) {
    const place = join(root, folder);
    const sources = globSync(['src/**/*.*', '*.{html,mjs,ts}'], { cwd: place });
    if (Math.max(...sources.map((file) => changedAt(join(place, file)))) <= changedAt(join(place, built)))
      continue;
    build(join(place, 'build.mjs'));
  }
}

function build(script: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} fails:\n${stdout}${stderr}`);
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
