import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const WRITES = 40;
/** Four are in progress and their answers may be counted late; without the limit thirty go ahead. */
const MAX_AHEAD = WRITES / 2;

for (const engine of SQLITE_BY_DAY) {
  test(`many concurrent writes do not keep a payment from the database (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { key } = await room.addPerson();
    let done = 0;
    const writes = Array.from({ length: WRITES }, async () => {
      const { status } = await room.call('/ProdutoCategoria/Insert', key, { nome: 'Bebidas' });
      done += 1;
      return status;
    });
    while (done === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = done;
    await room.database.write(async (transaction) => {
      await transaction.tables<{ audit: { id: string } }>().selectFrom('audit').select('id').execute();
    });
    assert.ok(done - before <= MAX_AHEAD, `${done - before} writes went ahead`);
    assert.deepEqual(await Promise.all(writes), new Array(WRITES).fill(200));
  });
}
