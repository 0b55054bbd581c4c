import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkOut } from '../../../bench/report/against.ts';
import { createRandom } from '../../crash/kill-test/random.ts';
import { buildChanged } from '../../support/builds.ts';
import { ENGINES } from '../../support/databases.ts';
import { testSeed } from '../../support/seed.ts';
import { upgradeWithKills } from './killed-upgrade.ts';

// Upgrades a large database of an older version while starts are killed (docs/releasing.md).

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    engine: { type: 'string', multiple: true, default: [...ENGINES] },
    sales: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '10' },
  },
});
if (values.from === undefined)
  throw new Error('--from TAG: name the tag, branch or commit of the version that made the database');

const cleanup = new AsyncDisposableStack();
try {
  buildChanged(REPOSITORY);
  const { folder } = await checkOut(values.from, cleanup);
  for (const engine of ENGINES.filter((one) => values.engine.includes(one))) {
    await upgradeWithKills({
      engine,
      sales: Number(values.sales),
      kills: Number(values.kills),
      from: folder,
      to: REPOSITORY,
      random: createRandom(testSeed, 'kills of an upgrade').next,
      tell: (line) => process.stdout.write(`${line}\n`),
    });
  }
} finally {
  await cleanup.disposeAsync();
}
