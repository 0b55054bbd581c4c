import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFaultCode, isMissingFile } from '../../platform/files/file-fault.ts';
import { httpRefuse } from '../../platform/http/index.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { PreparedPhoto } from './photo.ts';

/** The two files of a photo. */
export type Size = 'photo' | 'thumbnail';
const SIZES: readonly Size[] = ['photo', 'thumbnail'];

/** Errors of full or failing disks, which may go away. */
const STORAGE_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']);
const RETRY_AFTER_SECONDS = 30;

export interface PhotoFiles {
  /** When it resolves, both sizes are durable on disk. */
  write(photoId: string, photo: PreparedPhoto): Promise<void>;
  /** Undefined when there is no such file. The caller closes it. Refusal: unavailable when it cannot be read. */
  open(photoId: string, size: Size): Promise<FileHandle | undefined>;
  remove(photoId: string): Promise<void>;
}

/** Photos below `GUICHE_DATA_DIR/photos`, spread over 256 folders by the first two characters of their ids. */
export function createPhotoFiles(dataDir: string): PhotoFiles {
  const folderOf = (photoId: string) => folderIn(dataDir, photoId);
  const pathOf = (photoId: string, size: Size) => pathIn(dataDir, photoId, size);

  return {
    write: async (photoId, photo) => {
      try {
        await mkdir(folderOf(photoId), { recursive: true, mode: 0o700 });
        for (const size of SIZES) await writeDurably(pathOf(photoId, size), photo[size]);
        await syncFolder(folderOf(photoId));
      } catch (error) {
        throw STORAGE_ERRORS.has(fileFaultCode(error) ?? '') ? unavailable() : error;
      }
    },
    open: async (photoId, size) => {
      try {
        return await open(pathOf(photoId, size), 'r');
      } catch (error) {
        if (isMissingFile(error)) return undefined;
        throw unavailable();
      }
    },
    remove: async (photoId) => {
      for (const size of SIZES) {
        await rm(pathOf(photoId, size), { force: true });
        await rm(partialPath(pathOf(photoId, size)), { force: true });
      }
    },
  };
}

/** The paths of a photo's files, in a data folder or a copy of one. */
export function photoFilesIn(dataDir: string, photoId: string): readonly string[] {
  return SIZES.map((size) => pathIn(dataDir, photoId, size));
}

function folderIn(dataDir: string, photoId: string): string {
  return join(dataDir, 'photos', photoId.slice(0, 2));
}

function pathIn(dataDir: string, photoId: string, size: Size): string {
  return join(folderIn(dataDir, photoId), size === 'photo' ? photoId : `thumbnail-${photoId}`);
}

/** A file under its final name is always complete. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(partialPath(path), 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partialPath(path), path);
}

/** File names are durable only after the folder itself was synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function partialPath(path: string): string {
  return `${path}.partial`;
}

function unavailable(): Refusal {
  return httpRefuse('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
