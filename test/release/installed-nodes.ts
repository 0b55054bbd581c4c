import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The major versions of Node.js that the packages are for. */
export const MAJOR_VERSIONS = [20, 22, 26] as const;

const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node';

/** The programs of Node.js by major version: the one that runs this, and those on PATH. */
export function installedNodes(): ReadonlyMap<number, string> {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, PROGRAM))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  const programs = [process.execPath, ...new Set(found)].reverse();
  return new Map(programs.map((path) => [majorOf(path), path]));
}

/** `v22.11.0` is 22. */
function majorOf(path: string): number {
  if (path === process.execPath) return Number.parseInt(process.versions.node, 10);
  return Number.parseInt(execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1), 10);
}
