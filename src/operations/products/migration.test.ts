import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { createAccounts } from '../../accounts/accounts.ts';
import { accountMigrations } from '../../accounts/migrations.ts';
import { sequenceMigrations } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { openVault, vaultMigrations } from '../../platform/vault/index.ts';
import { insertDefaultProduct, operationMigrations } from '../index.ts';
import { selectProducts } from './store.ts';
import type { ProductTables } from './tables.ts';

for (const engine of ENGINES) {
  test(`persons created before products existed get a default product too (${engine})`, async (context) => {
    const { database, close } = await newDatabase(engine);
    context.after(close);
    const before = { ...vaultMigrations, ...sequenceMigrations, ...accountMigrations };
    await database.migrate(before);
    const options = {
      database,
      vault: await openVault({
        database,
        masterKeys: [new Secret(Buffer.alloc(32).toString('base64'))],
        clock: systemClock,
      }),
      clock: systemClock,
      randomBytes,
      mode: 'production',
      checkDocuments: false,
      publicUrl: '',
    } as const;
    const person = { document: '98765432100', name: 'Loja', role: 'seller' } as const;
    const old = [
      await createAccounts(options).addPerson(person),
      await createAccounts(options).addPerson(person),
    ];
    await database.migrate({ ...before, ...operationMigrations });
    const accounts = createAccounts({ ...options, onPersonAdded: insertDefaultProduct });
    const young = await accounts.addPerson(person);

    const ids: number[] = [];
    for (const { id } of [...old, young]) {
      const [product, ...more] = await selectProducts(database.read<ProductTables>(), id, {
        afterId: 0,
        limit: 10,
      });
      assert.deepEqual(
        [product?.name, product?.isDefault, product?.price, product?.fiscal],
        ['Produto genérico', true, undefined, {}],
      );
      assert.equal(more.length, 0);
      ids.push(product?.id ?? 0);
    }
    assert.deepEqual(ids, [1, 2, 3]);
  });
}
