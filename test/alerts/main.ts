/**
 * `npm run check:alerts-live`: two instances on PostgreSQL and one on SQLite, a real Prometheus that scrapes them, and each
 * alert fires on purpose; with names of alerts, only those. Needs `prometheus` (Debian's package of that name) and root,
 * because it mounts a small disk; takes about five minutes.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../support/databases.ts';
import { startOwnPostgres, urlOn } from '../support/own-postgres.ts';
import { endGuardian, runGuicheProcess, startService } from '../support/service-process.ts';
import { copyAsVersion } from './other-version.ts';
import { startPrometheus } from './prometheus.ts';
import { PROVOCATIONS, RETURNS } from './provoke.ts';
import { UPKEEP_PROVOCATIONS } from './provoke-upkeep.ts';
import { mountSmallDisk } from './small-disk.ts';

/** Recovery and waits of the simulator are faster; its slowest answer still takes more than eight seconds. */
const SETTINGS = {
  GUICHE_SIM_TIME_SCALE: '2.5',
  GUICHE_MASTER_KEY: Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('base64'),
};
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 500;

const asked = process.argv.slice(2);
const chosen = [...PROVOCATIONS, ...UPKEEP_PROVOCATIONS].filter(
  ({ alerts }) => asked.length === 0 || alerts.some((name) => asked.includes(name)),
);

const folder = await mkdtemp(join(tmpdir(), 'guiche-alerts-'));
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
const say = (text: string) => process.stdout.write(`${text}\n`);
try {
  const database = await startOwnPostgres();
  closing.push(database.remove);
  const placeOf = (name: string) => ({
    dataDir: join(folder, name),
    url: urlOn([database]),
    remove: async () => undefined,
  });
  const returns = join(folder, RETURNS);
  await mkdir(returns);
  const start = (name: string) => startService(placeOf(name), { ...SETTINGS, GUICHE_SLIP_RETURNS: returns });
  const first = await start('first');
  closing.push(() => first.end('SIGKILL'));
  const second = await start('second');
  closing.push(() => second.end('SIGKILL'));
  const disk = await mountSmallDisk(join(folder, 'disk'));
  closing.push(disk.unmount);
  const alone = await startService({ ...placeOf('disk'), url: undefined }, SETTINGS);
  closing.push(() => alone.end('SIGKILL'));
  const startSecondAs = async (version: string) => {
    const launcher = await copyAsVersion(join(folder, version), version);
    const port = new URL(second.address).port;
    await second.end('SIGKILL');
    const other = await startService(placeOf('second'), { ...SETTINGS, GUICHE_PORT: port }, launcher);
    closing.push(() => other.end('SIGKILL'));
  };
  const commandAt = (place: DatabasePlace) => async (words: readonly string[]) => {
    const { code, error } = await runGuicheProcess(place, words, SETTINGS);
    if (code !== 0) throw new Error(error);
  };
  const command = commandAt(placeOf('first'));
  const commandAlone = commandAt({ ...placeOf('disk'), url: undefined });
  const instances = [first, second, alone].map(({ address }) => address);
  const prometheus = await startPrometheus(join(folder, 'prometheus'), instances);
  closing.push(prometheus.close);

  const fired = new Set<string>();
  const look = setInterval(async () => {
    for (const name of await prometheus.firing()) fired.add(name);
  }, LOOK_EVERY_MS);
  closing.push(async () => clearInterval(look));
  // Two samples of each counter before anything happens: otherwise there is no increase.
  await sleep(8_000);
  for (const { alerts, provoke } of chosen) {
    await provoke({ first, second, database, disk, folder, command, commandAlone, startSecondAs });
    const end = performance.now() + PATIENCE_MS;
    while (alerts.some((name) => !fired.has(name)) && performance.now() < end) await sleep(LOOK_EVERY_MS);
    for (const name of alerts) say(`${fired.has(name) ? '✔' : '✖'} ${name}`);
  }
  const wanted = new Set(chosen.flatMap(({ alerts }) => alerts));
  const silent = [...wanted].filter((name) => !fired.has(name));
  say(`${wanted.size - silent.length} of ${prometheus.alerts.length} alerts fired in a real Prometheus.`);
  const missing = prometheus.alerts.filter((name) => asked.length === 0 && !wanted.has(name));
  if (missing.length > 0) say(`Not provoked: ${missing.join(', ')}`);
  if (silent.length + missing.length > 0) process.exitCode = 1;
} finally {
  for (const close of closing.reverse()) await close();
  endGuardian();
}
