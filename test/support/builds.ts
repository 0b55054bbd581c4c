import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm ci` builds is tested as built. */
const BUILT = [
  {
    folder: '.',
    script: 'bin/build.mjs',
    sources: ['src/**/*.*', 'bin/build.mjs'],
    built: 'dist/service/main.js',
  },
  ...['web/panel', 'packages/checkout'].map((folder) => ({
    folder,
    script: 'build.mjs',
    sources: ['src/**/*.*', '*.{html,mjs,ts}'],
    built: folder === 'web/panel' ? 'dist/index.html' : 'dist/guiche.js',
  })),
];

/** Builds the service and the front ends anew whose sources changed. Throws with the output of a failed build. */
export function buildChanged(root: string): void {
  for (const { folder, script, sources, built } of BUILT) {
    const place = join(root, folder);
    const changed = globSync([...sources, 'package.json'], { cwd: place }).map((file) =>
      changedAt(join(place, file)),
    );
    if (Math.max(...changed) > changedAt(join(place, built))) build(join(place, script));
  }
}

function build(script: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} fails:\n${stdout}${stderr}`);
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
