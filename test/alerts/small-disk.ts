import { spawnSync } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SIZE = '256m';
/** Below the tenth at which the alert fires. */
const LEFT_FREE = 0.05;
const FILL_FILE = 'filled';

/** A small file system in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves this part of it free, a twentieth by default. */
  fill(leftFree?: number): Promise<void>;
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts it. Only root may do that. */
export async function mountSmallDisk(folder: string, size = SIZE): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'guiche-alerts', folder]);
  const file = join(folder, FILL_FILE);
  return {
    folder,
    fill: async (leftFree = LEFT_FREE) => {
      const { bavail, blocks, bsize } = await statfs(folder);
      await writeFile(file, Buffer.alloc(Math.floor(bavail - blocks * leftFree) * bsize));
    },
    empty: () => rm(file),
    unmount: async () => run('umount', [folder]),
  };
}

function run(program: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(
    `A small disk could not be mounted or unmounted (${error?.message ?? stderr.trim()}): run this check as root.`,
  );
}
