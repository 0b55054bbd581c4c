import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isOfNight, partsOf, type TestPart } from './test-parts.ts';

/** Test files that one process runs, one after the other. */
export interface TestGroup {
  readonly name: string;
  readonly files: readonly string[];
  /** Of the night alone: all of their tests run, also those that other files leave to the day. */
  readonly isOfNight: boolean;
}

/** Path of the note with the file that a group is running: a process with a blocked thread could not report it. */
export const runningFile = (entry: string): string => `${entry}.running`;

/** Tests of the runner itself start runs of their own. */
const ONE_PROCESS_EACH = /^test\/[^/]*$/;
/**
 * A process that loads the service takes almost two seconds of processor time before its first test, so many files share
 * one; fewer would be easier to distribute over parallel processes.
 */
const MAX_FILES = 50;
/** Rooms with fewer files share a process with the other small ones of their floor. */
const FEW_FILES = 15;
/** For folders whose files take long; those of test/browser share a browser and what it has compiled. */
const MAX_LONG_FILES = 7;
const LONG =
  /^(bench|test\/(backup|browser|command-line|conformance|crash|faults|release|robustness|story))$/;

/** Their files mostly wait, for a browser, a host or a process of the service. */
const WAITING = new Set([
  ...['test/faults', 'test/conformance', 'test/crash', 'test/browser', 'test/backup', 'bench'],
  ...['test/release', 'test/story'],
]);

/**
 * Groups the test files below these folders: every file is in one group, and the files of a group are from one place of
 * the tree. With a part, only the files that have tests of it. Sorted by the order in which to start them: what waits and
 * what computes by turns, so that both cores have work from the beginning to the end.
 */
export function groupTestFiles(folders: readonly string[], part?: TestPart): readonly TestGroup[] {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => part === undefined || partsOf(file).includes(part))
    .toSorted();
  const rooms = Map.groupBy(files, roomOf);
  const places = [...Map.groupBy(files, (file) => placeOf(file, rooms.get(roomOf(file))?.length ?? 0))];
  const [waiting = [], computing = []] = [true, false].map((waits) =>
    places
      .filter(([place]) => WAITING.has(place) === waits)
      .flatMap(([place, all]) =>
        groupsOf(place, all).map((group, index) => ({ group, index, size: group.files.length })),
      )
      .toSorted((one, other) => (waits ? one.index - other.index : other.size - one.size))
      .map(({ group }) => group),
  );
  return byTurns(waiting, computing);
}

function byTurns<One>(ones: readonly One[], others: readonly One[]): readonly One[] {
  const turns = Math.max(ones.length, others.length);
  return Array.from({ length: turns }, (_, turn) => [
    ...ones.slice(turn, turn + 1),
    ...others.slice(turn, turn + 1),
  ]).flat();
}

function placeOf(file: string, filesOfRoom: number): string {
  if (ONE_PROCESS_EACH.test(file)) return file;
  const room = roomOf(file);
  return filesOfRoom < FEW_FILES && !LONG.test(room) ? floorOf(file) : room;
}

/** `src/gateway/card-data/…` and `src/gateway/history/…` are of one room: most folders are small. */
function roomOf(file: string): string {
  const floor = floorOf(file);
  return floor === 'bench' ? floor : join(floor, file.split('/')[1] ?? '');
}

function floorOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function groupsOf(place: string, files: readonly string[]): readonly TestGroup[] {
  return [
    ...split(place, {
      isOfNight: false,
      files: files.filter((file) => !isOfNight(file)),
    }),
    ...split(place, { isOfNight: true, files: files.filter(isOfNight) }),
  ];
}

function split(place: string, { files, isOfNight }: Omit<TestGroup, 'name'>): readonly TestGroup[] {
  const parts = Math.ceil(files.length / (LONG.test(place) ? MAX_LONG_FILES : MAX_FILES));
  const name = isOfNight ? join(place, 'night') : place;
  return Array.from({ length: parts }, (_, part) => ({
    name: parts === 1 ? name : join(name, String(part + 1)),
    files: files.slice((part * files.length) / parts, ((part + 1) * files.length) / parts),
    isOfNight,
  }));
}
