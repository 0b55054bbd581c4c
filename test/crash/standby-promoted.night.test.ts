import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type OwnPostgres, startOwnPostgres, startStandby, urlOn } from '../support/own-postgres.ts';
import { testSeed } from '../support/seed.ts';
import { killStarted } from '../support/service-process.ts';
import { openLink, type SeverableLink } from '../support/severable-link.ts';
import { until } from '../support/waiting.ts';
import { outcomeOf, sellThroughOutages } from './outage.ts';

/** They restart servers, and take minutes. */
const LONG = { timeout: 10 * 60_000 };

const LOAD_MS = 2_000;
/** Commits wait for the disconnected standby, and are lost with the primary. */
const CUT_OFF_MS = 500;

describe('a PostgreSQL that is killed while merchants sell, and whose synchronous standby takes over', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let link: SeverableLink;
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'guiche-test-'));
    primary = await startOwnPostgres();
    link = await openLink(urlOn([primary]));
    standby = await startStandby(primary, Number(new URL(link.url).port));
  });
  after(async () => {
    killStarted();
    await link?.sever();
    await standby?.remove();
    await primary?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('is replaced by the standby, and nothing is lost or charged twice', LONG, async (context) => {
    const remove = async () => undefined;
    const place = { dataDir, url: urlOn([primary, standby]), remove };
    const left = { dataDir, url: urlOn([standby]), remove };
    const outcome = await sellThroughOutages(
      { place, left, seed: testSeed },
      async ({ runLoad, untilServed }) => {
        await runLoad(LOAD_MS);
        await link.sever();
        await runLoad(CUT_OFF_MS);
        const waiting = await until('a commit waits for the standby', async () => {
          const found = await primary.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'");
          return found.length > 0 && found;
        });
        await primary.kill();
        await standby.query('select pg_promote()');
        context.diagnostic(`${waiting.length} commits waited for the standby when the primary was killed`);
        context.diagnostic(`served ${Math.round(await untilServed())} ms after the promotion`);
        await runLoad(LOAD_MS);
      },
    );
    context.diagnostic(outcomeOf(outcome));
  });
});
