import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { createSalesReader } from '../reading/sales-reader.ts';
import { newResult, Status } from '../rules/transaction.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';
import { openTestRoom } from '../test-room.ts';
import { beginTestSale, endTestSale, testOrder } from '../test-sale.ts';
import { fillSearchColumns } from './fill-search-columns.ts';

const NOTHING = {
  provider: null,
  kind: null,
  installments: null,
  brand: null,
  last4: null,
  customer_key: null,
  customer_document: null,
  nsu: null,
  asked:
    '{"p":"REDE","v":"1","c":["Érica  Lima","111.444.777-35"],"card":["423564******5682","01","2035",1]}',
} as const;

for (const engine of ENGINES) {
  test(`sales of before there was a search are found once the job has run (${engine})`, async (context) => {
    const room = await openTestRoom(engine);
    context.after(() => room.close());
    const begun = await beginTestSale(room.store, {
      order: testOrder(),
    });
    const answer = { nsu: '000123' };
    const { id } = await endTestSale(
      room.store,
      begun,
      { outcome: 'approved', captured: true, answer } as never,
      { result: newResult(Status.captured, { capturedAmount: 1_000 }) },
    );
    await room.database.write((write) =>
      write.tables<TransactionTables>().updateTable('transactions').set(NOTHING).execute(),
    );
    const reader = createSalesReader({
      kinds: PAYMENT_KINDS,
      database: room.database,
      time: localTime('America/Sao_Paulo'),
    });
    const found = async (search: string) => {
      const { sales } = await reader.list({ merchantId: 1, search }, { limit: 10 });
      return sales.map((sale) => sale.id);
    };
    assert.deepEqual(await found('000123'), []);
    await fillSearchColumns(room.database, PAYMENT_KINDS).run(new AbortController().signal);
    for (const search of ['000123', 'erica lima', '11144477735', '5682']) {
      assert.deepEqual(await found(search), [id], search);
    }
  });
}
