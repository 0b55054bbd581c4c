import manifest from '../../../package.json' with { type: 'json' };
import type { RoomParts } from '../room.ts';
import { METRICS } from './metric-catalogue.ts';
import { storedHealth } from './stored-health.ts';

/** What the whole service tells of itself: its build, database, disk and backup. */
export function measureService({ config, rooms, metrics, instance }: RoomParts): void {
  const { database, accounts } = rooms;
  const health = storedHealth(rooms, config.dataDir);
  metrics.gauges(METRICS.build, () => [
    {
      labels: {
        version: manifest.version,
        node: process.version,
        mode: config.mode,
        database: database.engine,
        instance_id: instance.id,
      },
      value: 1,
    },
  ]);
  metrics.gauges(METRICS.databaseConnections, () =>
    database.pools().flatMap(({ name: pool, busy, idle }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  );
  metrics.gauges(METRICS.databaseMaxConnections, () =>
    database.pools().map(({ name: pool, max: value }) => ({ labels: { pool }, value })),
  );
  metrics.gauges(METRICS.databaseWaiting, () =>
    database.pools().map(({ name: pool, waiting: value }) => ({ labels: { pool }, value })),
  );
  metrics.gauge(METRICS.registrationsWaiting, () => accounts.countRegistrations());
  metrics.gauge(METRICS.certificateEnd, async () => {
    const [first] = await health.certificates();
    return first && first.endsAt / 1_000;
  });
  metrics.gauge(METRICS.diskFree, async () => (await health.disk()).freeBytes);
  metrics.gauge(METRICS.diskSize, async () => (await health.disk()).totalBytes);
  metrics.gauge(METRICS.lastBackup, () => {
    const backup = health.lastBackup();
    return backup && backup.at / 1_000;
  });
}
