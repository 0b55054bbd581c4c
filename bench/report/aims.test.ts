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

/** By connections. */
type Speeds = Record<number, [subject: number, floor: number]>;

const loadsOf = (speeds: Speeds): ScenarioResult['loads'] =>
  Object.entries(speeds).map(([connections, [subject, floor]]) => ({
    connections: Number(connections),
    subject: window(subject),
    floor: window(floor),
    ofFloor: subject / floor,
    ofFloorRange: [subject / floor, subject / floor],
    ofFloorByCpu: undefined,
  }));

function result(name: ScenarioName, speeds: Speeds, minimum?: Speeds): ScenarioResult {
  return {
    name,
    title: name,
    warmUp: { firstPerSecond: 1, lastPerSecond: 1 },
    loads: loadsOf(speeds),
    arrivals: { requests: 1, perSecond: 500, p50Ms: 1, p99Ms: 8, lateP99Ms: 0 },
    minimum: minimum && {
      loads: loadsOf(minimum),
      arrivals: { requests: 1, perSecond: 500, p50Ms: 1, p99Ms: 2, lateP99Ms: 0 },
    },
    idleRssMb: 121,
    loadedRssMb: 200,
    answers: 1,
    bytesPerRow: 1400,
    sizes: [],
  };
}

const NOTHING: Measured = {
  scenarios: [],
  dataSize: [],
  pix: [],
  openCodes: undefined,
  openPages: undefined,
  slowAcquirer: undefined,
};

const verdicts = (results: readonly ScenarioResult[], rsaMicros = 250) =>
  Object.fromEntries(
    judge({ ...NOTHING, scenarios: results }, { rsaMicros, cores: 2 }).map(({ text, met }) => [text, met]),
  );

test('throughput is judged by its share of the durable minimum, of two busy loads by the worse one', () => {
  const minimum: Speeds = { 1: [500, 1_000], 32: [800, 1_000], 64: [740, 1_000] };
  const met = verdicts([result('clear-sqlite', { 32: [1, 1], 64: [1, 1] }, minimum)]);
  assert.equal(met['SQLite: share of the durable minimum, 32 and 64 connections'], false);
  assert.equal(met['SQLite: share of the durable minimum, one connection'], true);
});

test('a figure at the limit meets the aim, one above it does not', () => {
  const met = verdicts([result('clear-sqlite', { 32: [1, 1] }, { 1: [1, 1], 32: [1, 1] })]);
  assert.equal(met["SQLite: p99 at 500/s, times the minimum's"], true);
  assert.equal(met['bytes for each transaction, SQLite'], true);
  assert.equal(met['idle memory, SQLite, MB'], false);
});

test('without the durable minimum nothing is judged by it', () => {
  const met = verdicts([result('clear-sqlite', { 32: [1, 1] })]);
  assert.deepEqual(
    Object.keys(met).filter((text) => text.includes('minimum')),
    [],
  );
});

test('cardHash is compared with the RSA private operations that all cores can do', () => {
  const cardHash = result('card-hash', { 32: [3600, 10_000], 64: [3700, 10_000] });
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

test('a slow acquirer is judged by its memory', () => {
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
  assert.deepEqual(
    judge({ ...NOTHING, slowAcquirer }, { rsaMicros: 250, cores: 2 }).map(({ met }) => met),
    [false],
  );
});
