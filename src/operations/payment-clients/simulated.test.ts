import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const CREDIT = 21;
/** As many as one round looks at. */
const WAITING = 200;
const FIRST_ID = 1_000;

type Row = Readonly<Record<string, string | number | null>>;
type Tables = Record<'external_payments' | 'print_jobs', Row>;

for (const engine of ENGINES) {
  test(`the simulated client serves its terminals, however much waits for the clients of others (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { key } = await room.addPerson();
    const call = async (path: string, body?: object) => (await room.call(path, key, body)).body;
    const newTerminal = async () => (await call('/Terminal/Insert', { nome: 'Caixa' })).terminal.id as number;
    const sell = async (terminalId: number) =>
      (await call('/Venda/Vender', { formaPagamentoId: CREDIT, terminalId, valorTotalVendido: 10 }))
        .intencaoVenda.id as number;
    const print = async (terminalId: number) =>
      (await call('/IntencaoImpressao/Insert', { conteudo: 'Mesa 4', terminalId })).intencaoImpressao.id;
    const paired = await newTerminal();
    await call('/ClientePagamento/Insert', { terminalId: paired });
    await sell(paired);
    await print(paired);
    await room.database.write(async (transaction) => {
      const tables = transaction.tables<Tables>();
      for (const name of ['external_payments', 'print_jobs'] as const) {
        const row = await tables.selectFrom(name).selectAll().executeTakeFirstOrThrow();
        const copies = Array.from({ length: WAITING }, (_, index) => ({ ...row, id: -FIRST_ID - index }));
        await tables.insertInto(name).values(copies).execute();
      }
    });
    const own = await newTerminal();
    const [sale, job] = [await sell(own), await print(own)];
    for (const _ of ['take', 'finish']) {
      for (const one of room.saleJobs) await one.run(new AbortController().signal);
      room.clock.advance(1_000);
    }
    const { intencaoVenda } = await call(`/IntencaoVenda/GetById?intencaoVendaId=${sale}`);
    assert.equal(intencaoVenda.intencaoVendaStatus.id, 10);
    const { intencaoImpressao } = await call(`/IntencaoImpressao/GetById?intencaoImpressaoId=${job}`);
    assert.equal(intencaoImpressao.intencaoImpressaoStatus.id, 15);
  });
}
