import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openOperationsRoom } from '../../test-room.ts';

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60_000;

for (const engine of ENGINES) {
  test(`an Idempotency-Key is kept for seven days (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const seller = await room.addPerson();
    const { body } = await room.call('/Terminal/Insert', seller.key, { nome: 'Um' });
    const sell = async () => {
      const answer = await room.inject({
        method: 'POST',
        url: `/Venda/Vender?key=${seller.key}`,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'abc' },
        payload: JSON.stringify({
          formaPagamentoId: 41,
          terminalId: body.terminal.id,
          valorTotalVendido: 10,
        }),
      });
      return answer.body.intencaoVenda.id;
    };
    const sweep = async () => {
      for (const job of room.saleJobs) await job.run(new AbortController().signal);
    };
    const first = await sell();
    room.clock.advance(SEVEN_DAYS_MS);
    await sweep();
    assert.equal(await sell(), first);
    room.clock.advance(1);
    await sweep();
    assert.notEqual(await sell(), first);
  });
}
