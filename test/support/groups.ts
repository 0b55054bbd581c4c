import { globSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Test files that one process runs, one after the other. */
export interface TestGroup {
  readonly name: string;
  readonly files: readonly string[];
}

/** Path of the note with the file that a group is running: a process with a blocked thread could not report it. */
export const runningFile = (entry: string): string => `${entry}.running`;

/** Files that kill processes, observe a whole process, or take long: each runs in its own process. */
const ONE_PROCESS_EACH = /^(bench|test\/(conformance|crash|faults|release|robustness|story))\/|^test\/[^/]*$/;
/** More files share the start of a process and warm code; fewer are easier to distribute over parallel processes. */
const MAX_FILES = 20;
/** For folders whose files take long; those of test/browser share a browser and what it has compiled. */
const MAX_LONG_FILES = 4;
const LONG = /^test\/(backup|browser|command-line)$/;

/** These files mostly wait: started first, they wait while others compute, instead of running alone at the end. */
const FIRST = /^test\/(crash|faults|browser|conformance|backup)\b|^bench\//;

/**
 * Groups the test files below these folders: every file is in one group, and the files of a group are from one place of
 * the tree. Sorted by the order in which to start them.
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
  const parts = Math.ceil(files.length / (LONG.test(place) ? MAX_LONG_FILES : MAX_FILES));
  if (parts === 1) return [{ name: place, files }];
  return Array.from({ length: parts }, (_, part) => ({
    name: join(place, String(part + 1)),
    files: files.slice((part * files.length) / parts, ((part + 1) * files.length) / parts),
  }));
}
