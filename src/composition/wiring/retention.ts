import { oldHistory } from '../../gateway/history/index.ts';
import { oldPostbacks } from '../../gateway/postbacks/index.ts';
import { oldCharges, oldPixCharges } from '../../gateway/providers/index.ts';
import { closedAmong } from '../../gateway/transactions/index.ts';
import { oldPrintJobs } from '../../operations/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { createArchive, type RetainedRows, retentionJob } from '../../platform/retention/index.ts';
import type { RoomParts } from '../room.ts';

const simulated = [oldCharges, oldPixCharges];

/** Archives and deletes what is older than the settings say (docs/operating.md). Photos have a job of their own. */
export function retention({ config, rooms, instance }: RoomParts): Job {
  const { database, clock, accounts } = rooms;
  const { keptDays } = config;
  const kinds: readonly RetainedRows[] = [
    oldHistory({ database, clock, keptDays: keptDays.history, closedAmong }),
    oldPostbacks({ database, clock, keptDays: keptDays.postbacks }),
    oldPrintJobs({ database, clock, keptDays: keptDays.prints }),
    ...(config.mode === 'sandbox'
      ? simulated.map((old) => old({ database, clock, keptDays: keptDays.simulator }))
      : []),
    accounts.oldAudit(keptDays.audit),
  ];
  const archive = createArchive({ dataDir: config.dataDir, instanceId: instance.id, clock });
  return retentionJob(kinds, config.archive ? archive : undefined);
}
