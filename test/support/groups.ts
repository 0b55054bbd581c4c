import { globSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Test files that one process runs, one after the other. */
export interface TestGroup {
  readonly name: string;
  readonly files: readonly string[];
}

/** Where the process of a group writes which file it has come to: whoever blocks its thread can't say so any more. */
export const runningFile = (entry: string): string => `${entry}.running`;

/** Their files start processes, kill them, or ask what a whole process did: each has one of its own. */
const ONE_PROCESS_EACH =
  /^(bench|test\/(backup|browser|command-line|conformance|crash|faults|release|robustness|story))\/|^test\/[^/]*$/;
/** More share the start of a process and warm code; fewer spread better over the processes that run at once. */
const MAX_FILES = 12;

/** They wait for most of their time: begun first, they do so while others compute, and do not come last alone. */
const FIRST = /^test\/(crash|faults|browser|conformance|backup)\/|^bench\//;

/**
 * The test files below these folders, in groups: every file in one group, and files of one group in one place of the
 * tree. In the order in which to begin them.
 */
export function groupTestFiles(folders: readonly string[]): readonly TestGroup[] {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
    .map((file) => file.split(sep).join('/'))
    .toSorted();
  const places = Map.groupBy(files, (file) => (ONE_PROCESS_EACH.test(file) ? file : placeOf(file)));
  const groups = [...places].flatMap(([place, all]) => split(place, all));
  const rankOf = ({ name, files: { length } }: TestGroup) => (FIRST.test(name) ? 0 : length > 1 ? 1 : 2);
  return groups.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** `src/gateway/card-data/…` and `src/gateway/history/…` share a place: most folders are small. */
function placeOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function split(place: string, files: readonly string[]): readonly TestGroup[] {
  if (files.length <= MAX_FILES) return [{ name: place, files }];
  const parts = Math.ceil(files.length / MAX_FILES);
  return Array.from({ length: parts }, (_, part) => ({
    name: join(place, String(part + 1)),
    files: files.slice((part * files.length) / parts, ((part + 1) * files.length) / parts),
  }));
}
