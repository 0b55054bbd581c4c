import { type ImportDependencies, READ_RETURNS, returnFolderJob } from '../../../gateway/kinds/slip/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import { METRICS } from '../../observability/metric-catalogue.ts';
import type { RoomParts } from '../../room.ts';
import type { Rooms } from '../../rooms.ts';

/** What importing a return file stands on. */
export function importsOf({
  slips,
  pixCodes,
  merchantAccounts,
}: Pick<Rooms, 'slips' | 'pixCodes' | 'merchantAccounts'>): ImportDependencies {
  return {
    slips,
    charges: pixCodes.charges,
    settingsOf: async (accountId) => {
      const account = await merchantAccounts.byId(accountId);
      return account && (await merchantAccounts.settings(account)).settings;
    },
  };
}

/** Watches the folder that a setting names. Without it there is nothing to count, and its metric stays 0. */
export function watchReturns({ config, rooms, metrics, log }: RoomParts): readonly Job[] {
  const { slipReturns } = config;
  const files = metrics.counter(METRICS.slipReturnFiles);
  // From 0, so that their first increase is seen.
  for (const result of READ_RETURNS) files.inc({ result }, 0);
  if (slipReturns === undefined) return [];
  return [
    returnFolderJob({
      ...importsOf(rooms),
      folder: slipReturns,
      timeScale: config.simulator.timeScale,
      onRead: ({ result, file, text }) => {
        files.inc({ result });
        if (result === 'failed') log.warn({ file, reason: text }, 'a return file was not imported');
      },
    }),
  ];
}
