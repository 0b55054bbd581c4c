import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NOT_COPIED = new Set(['node_modules', '.git', 'dist']);

/** Copies the program as another version into `folder`, and returns the words that start it. */
export async function copyAsVersion(folder: string, version: string): Promise<readonly string[]> {
  await cp(ROOT, folder, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(relative(ROOT, source)),
  });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const manifest = join(folder, 'package.json');
  const own = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(manifest, JSON.stringify({ ...own, version }));
  return [process.execPath, join(folder, 'src', 'main.ts')];
}
