import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { startPixHost } from '../../simulators/pix-host/pix-host.ts';
import { runGuicheProcess } from '../support/service-process.ts';
import type { Provocation, Scene } from './provoke.ts';

const TEN_DAYS_MS = 10 * 24 * 3_600_000;
const TWO_DAYS_MS = 48 * 3_600_000;

/** A certificate that ends soon, at a bank that tells payments to another service; and a secret that is not taken. */
async function addTroubledAccounts({ command, commandAlone }: Scene): Promise<void> {
  const soon = await startPixHost({ profile: 'ITAU' });
  const refusing = await startPixHost({ profile: 'C6BANK' });
  const [client] = soon.clients;
  if (!client || !soon.authority) throw new Error('a bank without a customer, or without TLS');
  const to = new Date(Date.now() + TEN_DAYS_MS);
  const { certificate, key: certificateKey } = await soon.authority.issue({ name: client.clientId, to });
  const ending = { ...(await accountSettings(soon)), certificate, certificateKey };
  for (const add of [command, commandAlone]) await add(addAccount('ITAU', ending));
  await command(addAccount('C6BANK', { ...(await accountSettings(refusing)), clientSecret: 'outro' }));
}

function addAccount(provider: string, settings: Readonly<Record<string, string>>): readonly string[] {
  const words = Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
  return ['acquirer', 'add', '--person', '1', '--provider', provider, ...words];
}

/** What an operator forgets: space, a backup, the second half of an upgrade. It ends with both instances up. */
export const UPKEEP_PROVOCATIONS: readonly Provocation[] = [
  {
    alerts: ['GuicheDiskAlmostFull'],
    provoke: ({ disk }) => disk.fill(),
  },
  {
    alerts: ['GuicheBackupTooOld'],
    provoke: async ({ disk, folder }) => {
      await disk.empty();
      const place = { dataDir: disk.folder, url: undefined, remove: async () => undefined };
      const backup = await runGuicheProcess(place, ['backup', '--to', join(folder, 'backup')]);
      if (backup.code !== 0) throw new Error(backup.error);
      // The time at which the command says that it finished.
      const record = join(disk.folder, 'last-backup.json');
      const { at, ...rest } = JSON.parse(await readFile(record, 'utf8')) as { readonly at: number };
      await writeFile(record, JSON.stringify({ ...rest, at: at - TWO_DAYS_MS }));
    },
  },
  {
    // The certificates of accounts are looked at by an instance that has just started.
    alerts: [
      'GuicheVersionsDiffer',
      'GuicheBankCertificateEnds',
      'GuicheBankRefusesToken',
      'GuicheBankNoticesElsewhere',
    ],
    provoke: async (scene) => {
      await scene.database.kill();
      await scene.database.start();
      await addTroubledAccounts(scene);
      await scene.startSecondAs('0.0.0-other');
    },
  },
];
