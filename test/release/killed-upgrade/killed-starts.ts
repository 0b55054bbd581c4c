import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnPostgres } from '../../support/own-postgres.ts';
import { type Places, walMb } from './places.ts';
import { type Start, startVersion } from './start-version.ts';

const POLL_MS = 20;
/** Of the sessions that the service has at the server. */
const SERVICE_SESSIONS = `from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** When a start was killed, and what it was doing. */
export interface Kill {
  readonly afterMs: number;
  readonly victim: 'service' | 'service and server';
  readonly during: string;
}

/**
 * Starts the version and kills it, once in each of `kills` equal parts of `duringMs`, at a moment that `random` chooses. On
 * PostgreSQL every second time the server is killed too. Ends early when a start is through.
 */
export async function killStarts(
  places: Places,
  folder: string,
  { kills, duringMs, random }: { kills: number; duringMs: number; random: () => number },
  tell: (kill: Kill) => void,
): Promise<void> {
  for (let part = 0; part < kills; part++) {
    const start = startVersion(folder, places.place);
    const afterMs = ((part + random()) * duringMs) / kills;
    const isThrough = await Promise.race([sleep(afterMs, false), start.listening.then(() => true)]);
    const alsoServer = part % 2 === 1;
    tell({ afterMs, ...(await killDuring(places, start, alsoServer)) });
    if (isThrough) return;
  }
}

async function killDuring(
  { place, server }: Places,
  start: Start,
  alsoServer: boolean,
): Promise<Pick<Kill, 'victim' | 'during'>> {
  if (!server) {
    await start.kill();
    return { victim: 'service', during: `${Math.round(await walMb(place))} MB in its log` };
  }
  const [statement] = await server.query(`select query ${SERVICE_SESSIONS} and state <> 'idle'
    order by xact_start limit 1`);
  const during = String(statement?.query ?? 'nothing').slice(0, 100);
  if (alsoServer) {
    await Promise.all([server.kill(), start.kill()]);
    await server.start();
    return { victim: 'service and server', during };
  }
  await start.kill();
  const killedAt = performance.now();
  await untilSessionsEnd(server);
  const ms = Math.round(performance.now() - killedAt);
  return { victim: 'service', during: `${during} (the server went on with it for ${ms} ms)` };
}

/** The server notices only between two statements that its client is gone; until then the next start waits for its lock. */
async function untilSessionsEnd(server: OwnPostgres): Promise<void> {
  while ((await server.query(`select 1 ${SERVICE_SESSIONS}`)).length > 0) await sleep(POLL_MS);
}
