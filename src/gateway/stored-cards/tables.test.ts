import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { StoredCard } from './stored-card.ts';
import { STORED_CARDS, type StoredCardTables, storedCardTableMigrations } from './tables.ts';

const CARD: Omit<StoredCard, 'id' | 'token' | 'fingerprint' | 'state'> = {
  merchantId: 7,
  mask: '423564******5682',
  brand: 'VISA',
  expirationMonth: '12',
  expirationYear: '2035',
  holderName: undefined,
  provider: 'REDE',
  accountId: 0,
  schemeTransactionId: undefined,
  schemeLinkId: undefined,
  charged: undefined,
  underWay: undefined,
  heldCheckAt: 1,
  createdAt: 1,
  updatedAt: 1,
  version: 0,
};

for (const engine of ENGINES) {
  test(`a migration takes the cards that ended out of the held ones (${engine})`, async (context) => {
    const { '0658-ended-held-cards': _, ...earlier } = storedCardTableMigrations;
    const { database, close } = await newDatabase(engine, earlier);
    context.after(close);
    const states = ['storing', 'active', 'deleted', 'failed'] as const;
    const rows = states.map((state) =>
      STORED_CARDS.toRow({ ...CARD, id: state, token: state, fingerprint: state, state }),
    );
    await database.write((write) =>
      write.tables<StoredCardTables>().insertInto('stored_cards').values(rows).execute(),
    );
    await database.migrate(storedCardTableMigrations);
    const held = await database
      .read<StoredCardTables>()
      .selectFrom('stored_cards')
      .select('id')
      .where('held_check_at', 'is not', null)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      held.map(({ id }) => id),
      ['active', 'storing'],
    );
  });
}
