import { statfs } from 'node:fs/promises';

/** Of the file system that a folder is on, as its owner may use it. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
