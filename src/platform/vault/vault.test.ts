import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../database/database.ts';
import { Secret } from '../secret.ts';
import { systemClock } from '../time/clock.ts';
import { openVault, VaultLocked } from './open.ts';
import { vaultMigrations } from './store.ts';

const newKey = () => new Secret(randomBytes(32).toString('base64'));

for (const engine of ENGINES) {
  describe(`the vault on ${engine}`, () => {
    let database: Database;
    let close: () => Promise<void>;
    before(async () => {
      ({ database, close } = await newDatabase(engine));
      await database.migrate(vaultMigrations);
    });
    after(() => close());

    const first = newKey();
    const open = (...masterKeys: Secret[]) => openVault({ database, masterKeys, clock: systemClock });

    test('opens what it sealed, in the same context only', async () => {
      const vault = await open(first);
      const sealed = vault.seal('uma chave', 'row:1');
      assert.ok(!sealed.includes('uma chave'));
      assert.equal(vault.open(sealed, 'row:1').reveal(), 'uma chave');
      assert.throws(() => vault.open(sealed, 'row:2'));
    });

    test('refuses a text that was changed', async () => {
      const vault = await open(first);
      const sealed = vault.seal('x', 'row:1');
      // The last but third character: all of its bits count, as not all of the last one's do.
      const at = sealed.replace(/=+$/, '').length - 3;
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      assert.throws(() => vault.open(changed, 'row:1'));
      assert.throws(() => vault.open('nonsense', 'row:1'));
    });

    test('is the same for two instances that open it at once', async () => {
      const [one, other] = await Promise.all([open(first), open(first)]);
      assert.equal(other.open(one.seal('shared', 'row:3'), 'row:3').reveal(), 'shared');
      assert.deepEqual(one.deriveKey('hmac'), other.deriveKey('hmac'));
      assert.notDeepEqual(one.deriveKey('hmac'), one.deriveKey('other'));
    });

    test('keeps everything readable when the master key is rotated, and then needs the new key alone', async () => {
      const before = await open(first);
      const sealed = before.seal('lasting', 'row:4');
      const second = newKey();
      const rotated = await open(second, first);
      assert.equal(rotated.open(sealed, 'row:4').reveal(), 'lasting');
      const after = await open(second);
      assert.equal(after.open(sealed, 'row:4').reveal(), 'lasting');
      assert.deepEqual(after.deriveKey('hmac'), before.deriveKey('hmac'));
      await assert.rejects(open(first), VaultLocked);
    });
  });
}
