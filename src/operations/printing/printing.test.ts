import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';
import { oldPrintJobs } from './old-print-jobs.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TECHNICAL_PASSWORD = '314159';

async function openTill(context: TestContext, engine: TestEngine) {
  const room = await openOperationsRoom(context, engine);
  const { key } = await room.addPerson();
  const call = (path: string, body?: unknown) => room.call(path, key, body);
  const impressora = (await call('/Impressora/Insert', { nome: 'Balcão' })).body.impressora;
  const made = await call('/Terminal/Insert', { nome: 'Caixa 1', impressoraId: impressora.id });
  const terminalId = made.body.terminal.id;
  const newClient = async () =>
    (await call('/ClientePagamento/Insert', { terminalId })).body.clientePagamento.chave;
  const asClient = (client: string, path: string, body: object = {}) =>
    room.inject({
      method: 'POST',
      url: `/payment-client/v1/work${path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client}` },
      payload: JSON.stringify(body),
    });
  const print = async (body: object = {}) =>
    (await call('/IntencaoImpressao/Insert', { conteudo: 'Mesa 4', terminalId, ...body })).body
      .intencaoImpressao;
  const statusOf = async (id: number) =>
    (await call(`/IntencaoImpressao/GetById?intencaoImpressaoId=${id}`)).body.intencaoImpressao
      .intencaoImpressaoStatus;
  const runJobs = async () => {
    for (const job of room.saleJobs) await job.run(new AbortController().signal);
  };
  return { room, key, call, impressora, terminalId, newClient, asClient, print, statusOf, runJobs };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`printing (${engine})`, () => {
    test('printers are added, edited and listed in both forms of a body, each with its template', async (context) => {
      const { call, impressora } = await openTill(context, engine);
      assert.deepEqual(impressora, {
        id: impressora.id,
        nome: 'Balcão',
        impressoraTemplate: {
          id: 1,
          nome: 'Bobina de 80 mm',
          quantidadeColunas: 48,
          quantidadeLinhasPre: 0,
          quantidadeLinhasPos: 4,
          comandoPre: '27;64;27;33;1',
          comandoPos: '29;86;1',
        },
      });
      const edit = { Id: String(impressora.id), NOME: 'Cozinha', impressoraTemplate: { id: 2 } };
      const edited = (await call('/impressora/insert/', { impressora: edit })).body.impressora;
      assert.deepEqual(
        [edited.id, edited.nome, edited.impressoraTemplate.quantidadeColunas],
        [impressora.id, 'Cozinha', 32],
      );
      assert.deepEqual((await call('/Impressora/GetByPessoaId')).body.impressoras, [edited]);
      assert.match((await call('/Impressora/Insert', { nome: ' ' })).body.message, /\[nome\]/);
      const odd = await call('/Impressora/Insert', { nome: 'X', impressoraTemplateId: 9 });
      assert.match(odd.body.message, /impressoraTemplateId/);
      assert.equal((await call('/Impressora/Insert', { id: 99, nome: 'X' })).status, 404);
    });

    test('a job that ended long ago goes; one that ended since, or is open, stays', async (context) => {
      const { room, newClient, asClient, print, call } = await openTill(context, engine);
      const client = await newClient();
      const printed = async () => {
        const { id } = await print();
        assert.equal((await asClient(client, `/${id}/take`)).status, 200);
        assert.equal((await asClient(client, `/${id}/result`, { approved: true })).status, 200);
        return id;
      };
      const first = await printed();
      const waiting = await print();
      room.clock.advance(31 * 24 * HOUR_MS);
      const second = await printed();
      const gone: unknown[] = [];
      const options = { database: room.database, clock: room.clock, keptDays: 30 };
      for await (const { rows, remove } of oldPrintJobs(options).old()) {
        gone.push(...rows.map((row) => (row as { id: number }).id));
        await remove();
      }
      assert.deepEqual(gone, [first]);
      const found = (id: number) => call(`/IntencaoImpressao/GetById?intencaoImpressaoId=${id}`);
      assert.equal((await found(first)).status, 404);
      for (const id of [waiting.id, second]) assert.equal((await found(id)).status, 200);
    });

    test('a job goes to the payment client of its terminal, which prints it or fails', async (context) => {
      const { room, call, impressora, newClient, ...till } = await openTill(context, engine);
      const client = await newClient();
      const urlCallback = 'https://loja.example/impressao';
      await call('/Callback/Insert', { callbackTipo: 3, urlCallback });
      const job = await till.print({ referencia: 'mesa-4' });
      assert.deepEqual(job, {
        id: job.id,
        data: '15/01/2026',
        conteudo: 'Mesa 4',
        referencia: 'mesa-4',
        impressora,
        intencaoImpressaoStatus: { id: 5, nome: 'Enviado' },
      });
      assert.equal((await till.asClient(client, '')).status, 204, 'a client that knows no printing');
      assert.match((await till.asClient(client, '?kinds=scan')).body.message, /kinds/);
      const { work } = (await till.asClient(client, '?kinds=payment,print')).body;
      assert.deepEqual(
        [work.id, work.kind, work.conteudo, work.impressora],
        [job.id, 'print', 'Mesa 4', impressora],
      );
      assert.equal((await till.asClient(client, `/${job.id}/take`)).status, 200);
      assert.deepEqual(await till.statusOf(job.id), { id: 10, nome: 'Imprimindo' });
      assert.deepEqual((await till.asClient(client, `/${job.id}/progress`)).body, { goOn: true });
      for (let said = 0; said < 2; said += 1) {
        const told = await till.asClient(client, `/${job.id}/result`, { approved: true });
        assert.deepEqual(told.body, { accepted: true, undo: false, intencaoVendaStatus: null });
      }
      assert.deepEqual(await till.statusOf(job.id), { id: 15, nome: 'Impresso' });
      const failed = await till.print();
      await till.asClient(client, `/${failed.id}/take`);
      await till.asClient(client, `/${failed.id}/result`, { approved: false });
      assert.deepEqual(await till.statusOf(failed.id), { id: 25, nome: 'Erro de Impressão' });
      const told = room.callbacks.map(({ queue, status, url }) => [queue, status, new URL(url).search]);
      const query = (id: number, reference: string, status: number) =>
        '?cpfCnpj=00000000001&intencaoVendaId=&intencaoVendaReferencia=&pedidoId=&pedidoReferencia=' +
        `&intencaoImpressaoId=${id}&intencaoImpressaoReferencia=${reference}&status=${status}`;
      assert.deepEqual(told, [
        [`impressao-${job.id}`, 15, query(job.id, 'mesa-4', 15)],
        [`impressao-${failed.id}`, 25, query(failed.id, '', 25)],
      ]);
    });

    test('Insert can wait until the payment client starts it; one nobody prints expires after an hour', async (context) => {
      const { room, newClient, ...till } = await openTill(context, engine);
      const client = await newClient();
      const polling = till.asClient(client, '?kinds=print&wait=25');
      const printing = till.print({ aguardarClienteIniciarImpressao: true });
      const { work } = (await polling).body;
      await till.asClient(client, `/${work.id}/take`);
      assert.equal((await printing).intencaoImpressaoStatus.id, 10);
      const left = await till.print();
      room.clock.advance(HOUR_MS - 1);
      await till.runJobs();
      assert.equal((await till.statusOf(left.id)).id, 5);
      room.clock.advance(1);
      const { status } = await till.asClient(client, '?kinds=print');
      assert.equal(status, 204, 'what can no longer be taken is not offered, though no job has ended it');
      await till.runJobs();
      assert.deepEqual(await till.statusOf(left.id), { id: 20, nome: 'Expirado' });
      assert.equal((await till.statusOf(work.id)).id, 20, 'its client fell silent');
      assert.equal((await till.asClient(client, `/${left.id}/take`)).status, 409);
    });

    test('the newest client takes over the job of a silent one, whose result then no longer counts', async (context) => {
      const { room, newClient, ...till } = await openTill(context, engine);
      const first = await newClient();
      const job = await till.print();
      await till.asClient(first, `/${job.id}/take`);
      const second = await newClient();
      assert.equal((await till.asClient(second, '?kinds=print')).status, 204);
      assert.equal((await till.asClient(second, `/${job.id}/take`)).status, 409);
      room.clock.advance(5 * 60_000 + 1);
      assert.equal((await till.asClient(second, '?kinds=print')).body.work.taken, true);
      assert.equal((await till.asClient(second, `/${job.id}/take`)).status, 200);
      assert.equal((await till.asClient(first, `/${job.id}/result`, { approved: true })).status, 409);
      assert.equal((await till.statusOf(job.id)).id, 10);
    });

    test('a job names a terminal or a printer that a terminal names; what is wrong is named', async (context) => {
      const { room, call, impressora, terminalId } = await openTill(context, engine);
      const insert = (body: object) => call('/IntencaoImpressao/Insert', body);
      const byPrinter = await insert({
        intencaoImpressao: { conteudo: 'x', terminalId: '0', IMPRESSORAID: String(impressora.id) },
      });
      assert.equal(byPrinter.body.intencaoImpressao.impressora.id, impressora.id);
      const other = (await call('/Impressora/Insert', { nome: 'Depósito' })).body.impressora;
      for (const [body, said] of [
        [{ conteudo: 'x' }, /\[terminalId\]/],
        [{ terminalId }, /\[conteudo\]/],
        [{ conteudo: ' ', terminalId }, /\[conteudo\]/],
        [{ conteudo: 'x', terminalId: 99 }, /Terminal 99/],
        [{ conteudo: 'x', impressoraId: 99 }, /Impressora 99/],
        [{ conteudo: 'x', impressoraId: other.id }, /Nenhum terminal/],
        [{ conteudo: 'x'.repeat(8_001), terminalId }, /conteudo/],
      ] as const) {
        const answer = await insert(body);
        assert.equal(answer.status, 400);
        assert.match(answer.body.message, said);
      }
      const stranger = await room.addPerson();
      const path = `/IntencaoImpressao/GetById?intencaoImpressaoId=${byPrinter.body.intencaoImpressao.id}`;
      assert.equal((await room.call(path, stranger.key)).status, 404);
      const foreign = { conteudo: 'x', terminalId };
      assert.equal((await room.call('/IntencaoImpressao/Insert', stranger.key, foreign)).status, 400);
    });

    test('in the sandbox a terminal without a client prints, and opens its administrative menu, by itself', async (context) => {
      const { room, call, terminalId, ...till } = await openTill(context, engine);
      const job = await till.print();
      const admin = await call('/PagamentoExterno/InsertPagamentoExternoTipoAdmin', {
        terminalId,
        senhaTecnica: TECHNICAL_PASSWORD,
      });
      for (let round = 0; round < 2; round += 1) {
        await till.runJobs();
        room.clock.advance(1_000);
      }
      assert.equal((await till.statusOf(job.id)).id, 15);
      const path = `/PagamentoExterno/GetById?pagamentoExternoId=${admin.body.pagamentoExterno.id}`;
      assert.equal((await call(path)).body.pagamentoExterno.pagamentoExternoStatus.id, 15);
    });

    test('an administrative operation needs the technical password and is taken by the payment client', async (context) => {
      const { room, key, call, terminalId, newClient, ...till } = await openTill(context, engine);
      const client = await newClient();
      const insert = (body: object) => call('/PagamentoExterno/InsertPagamentoExternoTipoAdmin', body);
      assert.match((await insert({ terminalId })).body.message, /\[senhaTecnica\]/);
      assert.match((await insert({ senhaTecnica: TECHNICAL_PASSWORD })).body.message, /\[terminalId\]/);
      const wrong = await insert({ terminalId, senhaTecnica: '000000' });
      assert.deepEqual([wrong.status, wrong.body.message], [400, 'Senha técnica inválida.']);
      const polling = till.asClient(client, '?kinds=payment,cancel,admin&wait=25');
      const opening = insert({
        pagamentoExterno: {
          TERMINALID: String(terminalId),
          senhaTecnica: Number(TECHNICAL_PASSWORD),
          aguardarTefIniciarTransacao: 'true',
        },
      });
      const { work } = (await polling).body;
      assert.deepEqual([work.kind, work.intencaoVendaId, work.amount], ['admin', null, 0]);
      assert.equal((await till.asClient(client, `/${work.id}/take`)).status, 200);
      const { pagamentoExterno } = (await opening).body;
      assert.deepEqual(
        [pagamentoExterno.id, pagamentoExterno.tipo, pagamentoExterno.origem],
        [work.id, 15, 1],
      );
      assert.deepEqual(pagamentoExterno.pagamentoExternoStatus, { id: 10, nome: 'EM OPERACAO' });
      assert.deepEqual(pagamentoExterno.terminal, { id: terminalId, nome: 'Caixa 1' });
      assert.deepEqual(Object.keys(pagamentoExterno.pessoa), [
        'id',
        'nomeRazaoSocial',
        'sobrenomeNomeFantasia',
      ]);
      for (const body of [{ approved: true, mensagemRespostaAdquirente: 'OK' }, { approved: true }]) {
        const told = await till.asClient(client, `/${work.id}/result`, body);
        assert.deepEqual(told.body, { accepted: true, undo: false, intencaoVendaStatus: null });
      }
      const waiting = await insert({ terminalId, senhaTecnica: TECHNICAL_PASSWORD });
      const again = await insert({ terminalId, senhaTecnica: TECHNICAL_PASSWORD });
      assert.notEqual(
        again.body.pagamentoExterno.id,
        waiting.body.pagamentoExterno.id,
        'no key tells them apart',
      );
      const keyed = async (body: object = {}) => {
        const sent = { terminalId, senhaTecnica: TECHNICAL_PASSWORD, ...body };
        const answer = await room.call('/PagamentoExterno/InsertPagamentoExternoTipoAdmin', key, sent, 'k');
        return answer.status === 200 ? answer.body.pagamentoExterno.id : answer.status;
      };
      assert.equal(await keyed(), await keyed());
      assert.equal(await keyed({ aguardarTefIniciarTransacao: true }), 422);
      assert.equal(waiting.body.pagamentoExterno.pagamentoExternoStatus.id, 5);
    });

    test('an administrative operation whose client died ends after 15 minutes, and delays no payment', async (context) => {
      const { room, call, terminalId, newClient, ...till } = await openTill(context, engine);
      const kinds = '?kinds=payment,admin';
      const client = await newClient();
      const body = { terminalId, senhaTecnica: TECHNICAL_PASSWORD };
      const made = await call('/PagamentoExterno/InsertPagamentoExternoTipoAdmin', body);
      const { id } = made.body.pagamentoExterno;
      const read = async () =>
        (await call(`/PagamentoExterno/GetById?pagamentoExternoId=${id}`)).body.pagamentoExterno;
      await till.asClient(client, `/${id}/take`);
      room.clock.advance(15 * MINUTE_MS);
      await till.runJobs();
      assert.equal((await read()).pagamentoExternoStatus.id, 10);
      room.clock.advance(1);
      await till.runJobs();
      const ended = await read();
      assert.equal(ended.pagamentoExternoStatus.id, 15);
      assert.equal(ended.mensagemRespostaAdquirente, 'TEMPO ESGOTADO');
      assert.equal((await till.asClient(client, kinds)).status, 204);
      const late = await till.asClient(client, `/${id}/result`, { approved: true });
      assert.deepEqual(late.body, { accepted: false, undo: false, intencaoVendaStatus: null });
    });
  });
}
