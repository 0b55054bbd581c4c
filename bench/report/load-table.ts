import type { Compared } from './compare.ts';
import { fixed, table } from './text-table.ts';

const loadHeadings = (other: string): readonly string[] => [
  'load',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'cores',
  `${other} req/s`,
  'CPU µs',
  'cores',
  `of ${other}`,
  'from–to',
  'by CPU',
];

/** What is compared, by the number of connections. `other`: what it is compared with. */
export function loadTable(
  loads: readonly Compared[],
  more: readonly string[][] = [],
  other = 'floor',
): string {
  const rows = loads.map(({ connections, subject, floor, ofFloor, ofFloorRange, ofFloorByCpu }) => [
    `${connections} connection${connections === 1 ? '' : 's'}`,
    fixed(subject.perSecond, 0),
    fixed(subject.p50Ms, 2),
    fixed(subject.p99Ms, 2),
    fixed(subject.cpuMicros, 0),
    fixed(subject.cores, 2),
    fixed(floor.perSecond, 0),
    fixed(floor.cpuMicros, 0),
    fixed(floor.cores, 2),
    fixed(ofFloor, 2),
    ofFloorRange.map((share) => fixed(share, 2)).join('–'),
    fixed(ofFloorByCpu, 2),
  ]);
  return table(loadHeadings(other), [...rows, ...more]);
}
