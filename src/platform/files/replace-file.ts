import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file under another name and renames it: a reader sees the whole old text or the whole new one. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.partial`, text);
  renameSync(`${path}.partial`, path);
}
