/**
 * `npm run check:alerts-live`: two instances on PostgreSQL, a real Prometheus that scrapes both, and each alert that can be
 * provoked fires on purpose; with names of alerts, only those. Needs `prometheus` (Debian's package of that name); takes about four minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOwnPostgres, urlOn } from '../support/own-postgres.ts';
import { endGuardian, startService } from '../support/service-process.ts';
import { startPrometheus } from './prometheus.ts';
import { PROVOCATIONS } from './provoke.ts';

/** Recovery and waits of the simulator are faster; its slowest answer still takes more than eight seconds. */
const SETTINGS = {
  GUICHE_SIM_TIME_SCALE: '2.5',
  GUICHE_MASTER_KEY: Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('base64'),
};
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 500;

const asked = process.argv.slice(2);
const chosen = PROVOCATIONS.filter(
  ({ alerts }) => asked.length === 0 || alerts.some((name) => asked.includes(name)),
);

const folder = await mkdtemp(join(tmpdir(), 'guiche-alerts-'));
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
const say = (text: string) => process.stdout.write(`${text}\n`);
try {
  const database = await startOwnPostgres();
  closing.push(database.remove);
  const start = (name: string) =>
    startService(
      { dataDir: join(folder, name), url: urlOn([database]), remove: async () => undefined },
      SETTINGS,
    );
  const first = await start('first');
  closing.push(() => first.end('SIGKILL'));
  const second = await start('second');
  closing.push(() => second.end('SIGKILL'));
  const prometheus = await startPrometheus(join(folder, 'prometheus'), [first.address, second.address]);
  closing.push(prometheus.close);

  const fired = new Set<string>();
  const look = setInterval(async () => {
    for (const name of await prometheus.firing()) fired.add(name);
  }, LOOK_EVERY_MS);
  closing.push(async () => clearInterval(look));
  // Two samples of each counter before anything happens: otherwise there is no increase.
  await sleep(8_000);
  for (const { alerts, provoke } of chosen) {
    await provoke({ first, second, database });
    const end = performance.now() + PATIENCE_MS;
    while (alerts.some((name) => !fired.has(name)) && performance.now() < end) await sleep(LOOK_EVERY_MS);
    for (const name of alerts) say(`${fired.has(name) ? '✔' : '✖'} ${name}`);
  }
  const wanted = new Set(chosen.flatMap(({ alerts }) => alerts));
  const silent = [...wanted].filter((name) => !fired.has(name));
  say(`${wanted.size - silent.length} of ${prometheus.alerts.length} alerts fired in a real Prometheus.`);
  say(
    `Not provoked, only fired by promtool: ${prometheus.alerts.filter((name) => !wanted.has(name)).join(', ')}`,
  );
  if (silent.length > 0) process.exitCode = 1;
} finally {
  for (const close of closing.reverse()) await close();
  endGuardian();
}
