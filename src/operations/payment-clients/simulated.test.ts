import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { createStuckSales } from '../sales/index.ts';
import { openOperationsRoom } from '../test-room.ts';
import { finishClientWork } from './client-work.ts';

const CREDIT = 21;
/** As many as one round looks at. */
const WAITING = 200;
const FIRST_ID = 1_000;

type Row = Readonly<Record<string, string | number | null>>;
type Tables = Record<'external_payments' | 'print_jobs', Row>;

for (const engine of SQLITE_BY_DAY) {
  test(`the simulated client serves its terminals, however much waits for the clients of others (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { key } = await room.addPerson();
    const call = async (path: string, body?: object) => (await room.call(path, key, body)).body;
    const newTerminal = async () => (await call('/Terminal/Insert', { nome: 'Caixa' })).terminal.id as number;
    const sell = async (terminalId: number, valorTotalVendido: string | number = 10) =>
      (await call('/Venda/Vender', { formaPagamentoId: CREDIT, terminalId, valorTotalVendido })).intencaoVenda
        .id as number;
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
    const [sale, job, refused] = [await sell(own), await print(own), await sell(own, '1000,01')];
    for (const _ of ['take', 'finish']) {
      for (const one of room.saleJobs) await one.run(new AbortController().signal);
      room.clock.advance(1_000);
    }
    const { intencaoVenda } = await call(`/IntencaoVenda/GetById?intencaoVendaId=${sale}`);
    assert.equal(intencaoVenda.intencaoVendaStatus.id, 10);
    const [paid] = intencaoVenda.pagamentosExternos;
    assert.match(paid.respostaAdquirente, /^PWINFO_RET=0\r\n(PWINFO_[A-Z]+=[^\r]*(\r\n|$))+$/);
    assert.deepEqual(
      [paid.bandeira, paid.nomeTitularCartao, paid.codigoRespostaExecTransac],
      ['VISA', 'CARTAO DE TESTE', '0'],
    );
    const detailed = (await call(`/PagamentoExterno/GetById?pagamentoExternoId=${paid.id}`)).pagamentoExterno;
    for (const one of [paid, detailed]) {
      assert.match(one.comprovanteCliente, /VIA CLIENTE/);
      assert.match(one.comprovanteEstabelecimento, /VIA ESTABELECIMENTO/);
    }
    const denied = (await call(`/IntencaoVenda/GetById?intencaoVendaId=${refused}`)).intencaoVenda;
    const [denial] = denied.pagamentosExternos;
    assert.deepEqual(
      [denied.intencaoVendaStatus.id, denial.codigoRespostaExecTransac, denial.codigoRespostaAdquirente],
      [25, '-2596', '01'],
    );
    const { intencaoImpressao } = await call(`/IntencaoImpressao/GetById?intencaoImpressaoId=${job}`);
    assert.equal(intencaoImpressao.intencaoImpressaoStatus.id, 15);
  });

  test(`what a till cancels while the simulated client plays its payment needs nobody (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { database, clock } = room;
    const { key } = await room.addPerson();
    const call = async (path: string, body?: object) => (await room.call(path, key, body)).body;
    const { id: terminalId } = (await call('/Terminal/Insert', { nome: 'Caixa' })).terminal;
    const wanted = { formaPagamentoId: CREDIT, terminalId, valorTotalVendido: 10 };
    const { id, pagamentosExternos } = (await call('/Venda/Vender', wanted)).intencaoVenda;
    for (const one of room.saleJobs) await one.run(new AbortController().signal);
    await call('/Venda/CancelarVenda', { intencaoVendaId: id });
    // Its round began before the cancel, and ends its work now.
    const options = {
      database,
      clock,
      callbacks: { notifyOfSale: async () => undefined, notifyOfPrint: async () => undefined },
      changed: () => undefined,
      printStarted: () => undefined,
    };
    const said = { approved: true, result: {} };
    const ended = await finishClientWork(options, pagamentosExternos[0].id, { id: 0, terminalId }, said);
    assert.ok(ended);
    const stuck = createStuckSales(options);
    clock.advance(16 * 60_000);
    assert.equal(await stuck.count(), 0);
    const { intencaoVenda } = await call(`/IntencaoVenda/GetById?intencaoVendaId=${id}`);
    assert.equal(intencaoVenda.intencaoVendaStatus.id, 20);
  });
}
