import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What browsers run is built by `npm ci`, and tested as it was built: sources that changed since are built again. */
const FRONT_ENDS = [
  { folder: 'web/panel', built: 'dist/index.html' },
  { folder: 'packages/checkout', built: 'dist/guiche.js' },
] as const;

/** Throws with what the build said when one fails. */
export function buildChangedFrontEnds(root: string): void {
  for (const { folder, built } of FRONT_ENDS) {
    const place = join(root, folder);
    const sources = globSync(['src/**/*.*', '*.{html,mjs,ts}'], { cwd: place });
    if (Math.max(...sources.map((file) => changedAt(join(place, file)))) <= changedAt(join(place, built)))
      continue;
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(place, 'build.mjs')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${folder} can't be built:\n${stdout}${stderr}`);
  }
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
