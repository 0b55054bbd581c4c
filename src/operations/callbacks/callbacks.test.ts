import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const CASH = 41;
const TEF_CREDIT = 21;
const REFUSED_BY_SANDBOX = '1000,01';
const DAY_MS = 24 * 60 * 60_000;

for (const engine of SQLITE_BY_DAY) {
  test(`each outcome of a sale is notified once: credited, refused, expired, canceled (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const seller = await room.addPerson();
    const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' });
    const sell = async (formaPagamentoId: number, valorTotalVendido: string) => {
      const body = { formaPagamentoId, terminalId: made.body.terminal.id, valorTotalVendido };
      return (await room.call('/Venda/Vender', seller.key, body)).body.intencaoVenda.id;
    };
    const work = async () => {
      for (const job of room.saleJobs) await job.run(new AbortController().signal);
      room.clock.advance(1_000);
    };
    await sell(CASH, '1,00');
    assert.deepEqual(room.callbacks, [], 'nobody is notified before there is an address');
    const urlCallback = 'https://loja.example/retorno';
    await room.call('/Callback/Insert', seller.key, { callbackTipo: 1, urlCallback });
    const cash = await sell(CASH, '1,00');
    await room.call('/Venda/CancelarVenda', seller.key, { intencaoVendaId: cash });
    const refused = await sell(TEF_CREDIT, REFUSED_BY_SANDBOX);
    await work();
    await work();
    const left = await sell(TEF_CREDIT, '2,00');
    await room.call('/ClientePagamento/Insert', seller.key, { terminalId: made.body.terminal.id });
    room.clock.advance(DAY_MS);
    await work();
    assert.deepEqual(
      room.callbacks.map(({ queue, version, status }) => [queue, version, status]),
      [
        [`venda-${cash}`, 1, 10],
        [`venda-${cash}`, 2, 20],
        [`venda-${refused}`, 3, 25],
        [`venda-${left}`, 2, 15],
      ],
    );
  });
}
