import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { openOperationsRoom } from '../../test-room.ts';
import { findPersonSale } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { awaitTaken } from './await-taken.ts';
import { createWorkSignals } from './work-signals.ts';

const CREDIT = 21;
const EXPIRED = 15;
const WAITS_AT_MOST_MS = 24 * 60 * 60_000;

describe('a pushed sale', () => {
  test('that expires between two reads is answered as expired', async (context) => {
    const room = await openOperationsRoom(context, 'sqlite');
    const seller = await room.addPerson();
    const { terminal } = (await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' })).body;
    await room.call('/ClientePagamento/Insert', seller.key, { terminalId: terminal.id });
    const body = { formaPagamentoId: CREDIT, terminalId: terminal.id, valorTotalVendido: '40,00' };
    const sold = await room.call('/Venda/Vender', seller.key, body);
    const { id } = sold.body.intencaoVenda;
    const sale = await findPersonSale(room.database.read<SaleTables>(), seller.id, id);
    assert.ok(sale);
    // As if it had been pushed, without a request that waits for it.
    await room.database.write((transaction) =>
      transaction.tables<SaleTables>().updateTable('external_payments').set({ auto_start: 1 }).execute(),
    );
    const expire = async () => {
      room.clock.advance(WAITS_AT_MOST_MS);
      for (const job of room.saleJobs) await job.run(new AbortController().signal);
    };
    const waiting = {
      database: afterTheFirstRead(room.database, expire),
      clock: room.clock,
      callbacks: { notifyOfSale: async () => undefined },
      signals: createWorkSignals(),
    };
    const answered = await awaitTaken(waiting, sale, (work) => work());
    assert.equal(answered.status, EXPIRED);
  });
});

/** The same database, in which something else happens between the first read outside a transaction and the next. */
function afterTheFirstRead(database: Database, happens: () => Promise<void>): Database {
  let isFirst = true;
  const between: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false;
        await happens();
      }
      return result;
    },
  };
  return { ...database, read: <Tables>() => database.read<Tables>().withPlugin(between) };
}
