import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyStoredAudit } from '../../accounts/audit/index.ts';
import { type Config, MASTER_KEY_FILE } from '../../composition/config/config.ts';
import type { Database } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { openVault, type Vault, VaultLocked } from '../../platform/vault/index.ts';
import { auditFaultText } from '../line/audit-fault-text.ts';
import type { Finding } from './finding.ts';

/** Whether a master key at hand opens the secrets of a copy, and then whether its audit is as it was written. */
export async function checkCopiedSecrets(
  database: Database,
  { folder, config }: { readonly folder: string; readonly config: Pick<Config, 'masterKeys'> },
): Promise<readonly Finding[]> {
  const vault = await openWithAny(database, [...config.masterKeys, ...keyBeside(folder)]);
  if (!vault) return [LOCKED];
  return [
    { title: 'Chave mestra', state: 'good', text: 'abre os segredos desta cópia', advice: null },
    await checkAudit(database, vault),
  ];
}

const LOCKED: Finding = {
  title: 'Chave mestra',
  state: 'bad',
  text: 'não abre os segredos desta cópia, e a auditoria não pôde ser conferida',
  advice:
    'Dê em GUICHE_MASTER_KEY a chave do dia da cópia: sem ela, chaves de adquirentes e de avisos se perdem.',
};

/** One after the other: a vault that had to be sealed anew could not be, in a copy. */
async function openWithAny(database: Database, keys: readonly Secret[]): Promise<Vault | undefined> {
  for (const key of keys) {
    try {
      return await openVault({ database, masterKeys: [key], clock: systemClock });
    } catch (error) {
      if (!(error instanceof VaultLocked)) throw error;
    }
  }
  return undefined;
}

/** Copies of a sandbox hold the key that was generated for it. */
function keyBeside(folder: string): readonly Secret[] {
  const file = join(folder, MASTER_KEY_FILE);
  return existsSync(file) ? [new Secret(readFileSync(file, 'utf8').trim())] : [];
}

async function checkAudit(database: Database, vault: Vault): Promise<Finding> {
  const { rows, head, fault } = await verifyStoredAudit({ database, vault, clock: systemClock });
  const title = 'Auditoria';
  if (fault) {
    return {
      title,
      state: 'bad',
      text: auditFaultText(fault),
      advice: 'Confira o banco de origem com guiche audit verify, e guarde esta cópia como prova.',
    };
  }
  const point = head ? `, até o ponto ${head.seq}:${head.link}` : '';
  return { title, state: 'good', text: `${rows} linhas conferem${point}`, advice: null };
}
