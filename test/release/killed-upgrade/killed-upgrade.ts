import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { multiplySettledSales } from '../../../bench/data/fill-sales.ts';
import type { TestEngine } from '../../support/databases.ts';
import { type Kill, killStarts } from './killed-starts.ts';
import { type MeasuredStart, measureStart } from './measured-start.ts';
import { sellOriginals } from './old-sales.ts';
import { openPlaces, type Places } from './places.ts';
import { startVersion } from './start-version.ts';
import {
  assertSound,
  pickSales,
  readAnswers,
  readColumns,
  readStored,
  readUnfinished,
  readUntold,
} from './stored-data.ts';
import { endUnfinished, sellUnfinished } from './unfinished-sales.ts';

const SAMPLE = 1_000;
const POLL_MS = 1_000;

export interface KilledUpgrade {
  readonly engine: TestEngine;
  readonly sales: number;
  readonly kills: number;
  /** Folders of the two versions. */
  readonly from: string;
  readonly to: string;
  readonly random: () => number;
  tell(line: string): void;
}

/**
 * Fills a database of version `from`, starts version `to` on it and kills that again and again. Throws when the start that is left
 * alone in the end finds other data than before, when it answers otherwise than the old version, or when the database is damaged.
 */
export async function upgradeWithKills(options: KilledUpgrade): Promise<void> {
  const own = new AsyncDisposableStack();
  try {
    await upgradeIn(await openPlaces(options.engine, own), options, own);
  } finally {
    await own.disposeAsync();
  }
}

async function upgradeIn(places: Places, options: KilledUpgrade, own: AsyncDisposableStack): Promise<void> {
  const { engine, sales, kills, from, to, random, tell } = options;
  const { place } = places;
  const since = stopwatch();
  const start = (folder: string) => {
    const started = startVersion(folder, place);
    own.defer(() => started.kill());
    return started.listening;
  };

  const selling = await start(from);
  await sellOriginals(selling, async () => (await readUntold(place)) === 0);
  await selling.stop();
  await multiplySettledSales({ dataDir: place.dataDir, databaseUrl: place.url }, sales);
  const before = await readStored(place);
  const paths = await pickSales(place, SAMPLE / 2);
  const old = await start(from);
  const answers = await readAnswers(old, paths);
  const unfinished = await sellUnfinished(old);
  await old.stop();
  tell(`${engine}: ${sales} sales of the old version, ${mb(await places.diskMb())}, ready after ${since()}`);
  tell(before.statuses.map((line) => `  ${line}`).join('\n'));

  const measured = await measureStart(places, to);
  tell(`a start without kills: ${describeStart(measured)}`);
  await killStarts(places, to, { kills, duringMs: measured.ms, random }, (kill) => tell(describeKill(kill)));
  const killed = await start(to);
  tell(`the start that was left alone listened after ${seconds(killed.afterMs)}`);
  for (const [path, answer] of await readAnswers(killed, paths)) {
    assert.partialDeepStrictEqual(answer, answers.get(path), path);
  }
  const waiting = stopwatch();
  while ((await readUnfinished(place)) > 0) await sleep(POLL_MS);
  tell(`all sales were searchable and counted by day another ${waiting()} later`);
  tell(
    `${await endUnfinished(killed, unfinished)} sales in the middle (${unfinished.map(({ what }) => what).join(', ')}) ended as they must`,
  );
  await killed.stop();
  assert.deepEqual(await readStored(place), before);
  await assertSound(place);
  await assertFreshColumns(places, to);
  tell('its columns are those of a new database');
  tell(`all rows are as before, ${answers.size} reads answer as before, all indexes are sound (${since()})`);
  tell(`the files of the engine take ${mb(await places.diskMb())}`);
}

/** What migrations made of the old database is what they make of an empty one. */
async function assertFreshColumns(places: Places, to: string): Promise<void> {
  const fresh = await places.fresh();
  const start = startVersion(to, fresh);
  try {
    await start.listening;
    assert.deepEqual(await readColumns(places.place), await readColumns(fresh));
  } finally {
    await start.kill();
    await fresh.remove();
  }
}

function stopwatch(): () => string {
  const startedAt = performance.now();
  return () => seconds(performance.now() - startedAt);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const mb = (size: number) => `${Math.round(size)} MB`;

function describeStart({ ms, memoryMb, diskMb }: MeasuredStart): string {
  return `${seconds(ms)}, at most ${mb(memoryMb)} of memory and ${mb(diskMb)} more on the disk`;
}

function describeKill({ afterMs, victim, during }: Kill): string {
  return `killed ${victim} after ${seconds(afterMs)}: ${during}`;
}
