import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Another version of the service, ready to be started. */
export interface OtherVersion {
  /** As given: a tag, a branch or a commit. */
  readonly name: string;
  readonly folder: string;
}

/**
 * Checks out another version beside this one, in a temporary folder that is removed in the end. It uses the modules that are
 * installed here, which is said where it was made for others. Throws for a name that the repository does not have.
 */
export async function checkOut(name: string, cleanup: AsyncDisposableStack): Promise<OtherVersion> {
  const git = (...args: readonly string[]) => run('git', [...args], { cwd: REPOSITORY });
  const commit = await git('rev-parse', '--verify', '--end-of-options', `${name}^{commit}`).catch(() => {
    throw new Error(`${name}: this repository has no such tag, branch or commit`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'guiche-bench-'));
  cleanup.defer(async () => {
    await git('worktree', 'remove', '--force', folder).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  await git('worktree', 'add', '--detach', folder, commit.stdout.trim());
  const [theirs, ours] = await Promise.all([folder, REPOSITORY].map(dependenciesOf));
  if (theirs !== ours) {
    process.stderr.write(
      `${name} was made for other versions of its modules: it runs with those of this one\n`,
    );
  }
  await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  // The first versions run their source.
  if (existsSync(join(folder, 'bin/build.mjs')))
    await run(process.execPath, ['bin/build.mjs'], { cwd: folder });
  return { name, folder };
}

async function dependenciesOf(folder: string): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return JSON.stringify(dependencies);
}
