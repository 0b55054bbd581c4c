import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { Secret } from '../secret.ts';
import type { Clock } from '../time/clock.ts';
import { KEY_BYTES, openBox, sealBox } from './sealed-box.ts';
import { insertVaultKey, readVaultKeys, replaceSealedKey, type VaultKeyRow } from './store.ts';
import type { Vault } from './vault.ts';

const MASTER_ID_BYTES = 6;
/** A fixed name, so that of two instances starting on an empty database only one creates the data key. */
const FIRST_DATA_KEY = '1';

export class VaultLocked extends Error {
  constructor(keyId: string) {
    super(
      `a chave de dados ${keyId} foi selada sob uma chave mestra que não está em GUICHE_MASTER_KEY: dê a que sela este banco; depois de uma troca é a nova, e durante uma vão as duas, separadas por vírgula`,
    );
    this.name = 'VaultLocked';
  }
}

/**
 * Opens the vault: reads the data key of this database, or creates it at the first start. Data keys under an
 * older master key are sealed again under the first one, so that the older one can be dropped after a start.
 */
export async function openVault(options: {
  database: Database;
  /** 32 bytes each; the first encrypts, all decrypt. */
  masterKeys: readonly Secret[];
  clock: Clock;
}): Promise<Vault> {
  const masters = options.masterKeys.map((key) => Buffer.from(key.reveal(), 'base64'));
  const [first] = masters;
  if (!first) throw new Error('a vault needs a master key');

  let rows = await readVaultKeys(options.database);
  if (rows.length === 0) {
    await insertVaultKey(
      options.database,
      sealDataKey(first, FIRST_DATA_KEY, randomBytes(KEY_BYTES), options.clock),
    );
    rows = await readVaultKeys(options.database);
  }
  const dataKeys = new Map<string, Buffer>();
  for (const row of rows) {
    const dataKey = openDataKey(masters, row);
    dataKeys.set(row.id, dataKey);
    if (row.master_id !== masterId(first)) {
      await replaceSealedKey(options.database, sealDataKey(first, row.id, dataKey, options.clock));
    }
  }
  const current = rows[0]?.id ?? '';
  return makeVault(dataKeys, current);
}

function makeVault(dataKeys: ReadonlyMap<string, Buffer>, current: string): Vault {
  const keyOf = (id: string): Buffer => {
    const key = dataKeys.get(id);
    if (!key) throw new Error(`no data key ${id} in this database`);
    return key;
  };
  return {
    seal: (plaintext, context) => {
      const box = sealBox(keyOf(current), Buffer.from(plaintext), context);
      return `1.${current}.${box.toString('base64')}`;
    },
    open: (sealed, context) => {
      const [version, id, box] = sealed.split('.');
      if (version !== '1' || !id || !box) throw new Error('not a sealed text');
      return new Secret(openBox(keyOf(id), Buffer.from(box, 'base64'), context).toString());
    },
    deriveKey: (purpose) =>
      Buffer.from(hkdfSync('sha256', keyOf(current), '', `guiche:${purpose}`, KEY_BYTES)),
  };
}

function sealDataKey(master: Buffer, id: string, dataKey: Buffer, clock: Clock): VaultKeyRow {
  return {
    id,
    sealed_key: sealBox(master, dataKey, `vault_key:${id}`).toString('base64'),
    master_id: masterId(master),
    created_at: clock.now(),
  };
}

function openDataKey(masters: readonly Buffer[], row: VaultKeyRow): Buffer {
  const master = masters.find((candidate) => masterId(candidate) === row.master_id);
  if (!master) throw new VaultLocked(row.id);
  return openBox(master, Buffer.from(row.sealed_key, 'base64'), `vault_key:${row.id}`);
}

function masterId(master: Buffer): string {
  return createHash('sha256').update(master).digest().subarray(0, MASTER_ID_BYTES).toString('hex');
}
