import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Window } from '../load/closed-loop.ts';
import type { ScenarioResult } from '../parts/run-scenario.ts';
import type { ScenarioName } from '../parts/scenarios.ts';
import { judge, type Measured } from './aims.ts';

const window = (perSecond: number): Window => ({
  requests: 1,
  perSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicros: undefined,
  cores: undefined,
});

function result(
  name: ScenarioName,
  speeds: Record<number, [subject: number, floor: number]>,
): ScenarioResult {
  return {
    name,
    title: name,
    warmUp: { firstPerSecond: 1, lastPerSecond: 1 },
    loads: Object.entries(speeds).map(([connections, [subject, floor]]) => ({
      connections: Number(connections),
      subject: window(subject),
      floor: window(floor),
      ofFloor: subject / floor,
      ofFloorRange: [subject / floor, subject / floor],
      ofFloorByCpu: undefined,
    })),
    arrivals: { requests: 1, perSecond: 500, p50Ms: 1, p99Ms: 9, lateP99Ms: 0 },
    idleRssMb: 101,
    loadedRssMb: 200,
    answers: 1,
    bytesPerRow: 1200,
    sizes: [],
  };
}

const NOTHING: Measured = { scenarios: [], dataSize: [], slowAcquirer: undefined, starts: undefined };

const verdicts = (results: readonly ScenarioResult[], rsaMicros = 250) =>
  Object.fromEntries(
    judge({ ...NOTHING, scenarios: results }, { rsaMicros, cores: 2 }).map(({ text, met }) => [text, met]),
  );

test('throughput is judged by the worse of the two busy loads', () => {
  const sqlite = result('clear-sqlite', { 1: [100, 1000], 32: [9000, 20_000], 64: [8000, 21_000] });
  const met = verdicts([sqlite]);
  assert.equal(met['clear card, SQLite: share of the floor'], false);
  assert.equal(met['clear card, SQLite: requests/s'], true);
});

test('a figure at the limit meets the aim, one above it does not', () => {
  const met = verdicts([result('clear-sqlite', { 32: [8000, 16_000], 64: [8000, 16_000] })]);
  assert.equal(met['bytes for each transaction, SQLite'], true);
  assert.equal(met['p99 at 500/s, SQLite, ms'], true);
  assert.equal(met['idle memory, SQLite, MB'], false);
});

test('cardHash is compared with the RSA private operations that all cores can do', () => {
  const cardHash = result('card-hash', { 32: [7200, 10_000], 64: [7300, 10_000] });
  const aim = "cardHash: share of what the cores' RSA allows";
  assert.equal(verdicts([cardHash], 250)[aim], true);
  assert.equal(verdicts([cardHash], 240)[aim], false);
});

test('scenarios that were not run are not judged', () => {
  assert.deepEqual(judge(NOTHING, { rsaMicros: 250, cores: 2 }), []);
  const met = verdicts([result('public-key', { 32: [1, 2], 64: [1, 2] })]);
  assert.deepEqual(met, { 'public key: share of the floor': true });
});

test('of many stored sales the call that loses most counts, each engine by itself', () => {
  const call = (title: string, ...shares: readonly number[]) => ({
    title,
    loads: result('clear-sqlite', Object.fromEntries(shares.map((share, at) => [at + 1, [share, 1]]))).loads,
  });
  const dataSize = [
    { engine: 'sqlite' as const, sales: 10, calls: [call('sale', 1, 0.96), call('GET by id', 0.95)] },
    { engine: 'postgres' as const, sales: 10, calls: [call('sale', 1, 0.96), call('GET by id', 0.94)] },
  ];
  assert.deepEqual(
    judge({ ...NOTHING, dataSize }, { rsaMicros: 250, cores: 2 }).map(({ measured, met }) => [measured, met]),
    [
      [0.95, true],
      [0.94, false],
    ],
  );
});

test('a slow acquirer is judged by rate and memory, a start by its milliseconds', () => {
  const slowAcquirer = {
    connections: 1_000,
    acquirerMs: [120, 600] as const,
    perSecond: 3_000,
    p50Ms: 1,
    p99Ms: 1,
    cores: 1,
    idleRssMb: 97,
    loadedRssMb: 301,
  };
  const starts = { count: 5, newFolderMs: 900, usedFolderMs: 500 };
  assert.deepEqual(
    judge({ ...NOTHING, slowAcquirer, starts }, { rsaMicros: 250, cores: 2 }).map(({ met }) => met),
    [true, false, true],
  );
});
