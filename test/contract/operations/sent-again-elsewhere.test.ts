import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { MIGRATIONS } from '../../../src/composition/migrations.ts';
import { newDatabasePlace } from '../../support/databases.ts';
import { answered, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { serviceAt, type TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';

const CREDIT = 21;

describe('a pushed sale that is sent again to another instance (postgres)', () => {
  const created = newDatabasePlace('postgres', MIGRATIONS);
  const first = serviceAt(() => created);
  const second = first.twin();
  before(async () => {
    await first.start();
    await second.start();
  });
  after(async () => {
    await second.stop();
    await first.stop();
    await (await created).remove();
  });

  const openTill = async () => {
    const call = async (path: string, body: object, name: string) =>
      objectIn(answered(await post(second, path, body, DEMO_KEY)), name);
    const { id: terminalId } = await call('/Terminal/Insert', { nome: 'Caixa' }, 'terminal');
    const { chave } = await call('/ClientePagamento/Insert', { terminalId }, 'clientePagamento');
    const asClient = async (step: string, body: object = {}) =>
      answered(
        await second.send({
          method: 'POST',
          path: `/payment-client/v1/work${step}`,
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${chave}` },
          body: JSON.stringify(body),
        }),
      );
    const sale = {
      formaPagamentoId: CREDIT,
      terminalId,
      aguardarTefIniciarTransacao: true,
      valorTotalVendido: '5,00',
      referencia: 'mesa 7',
    };
    return {
      sellAt: async (service: TestService, signal?: AbortSignal) => {
        const answer = await fetch(`${service.address()}/Venda/Vender?key=${DEMO_KEY}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Connection: 'close' },
          body: JSON.stringify(sale),
          ...(signal ? { signal } : {}),
        });
        return objectIn((await answer.json()) as Record<string, unknown>, 'intencaoVenda').id;
      },
      /** Somebody pays what waits. */
      pay: async () => {
        const { id } = objectIn(await asClient('?wait=25'), 'work');
        await asClient(`/${id}/take`);
        await asClient(`/${id}/result`, { approved: true });
      },
    };
  };

  /** Nobody can store that a sale was answered, until the returned function is called. */
  const holdUnanswered = async () => {
    const client = new pg.Client((await created).url);
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query(
      'select sale_id, xmin::text as writer from unanswered_sales for update',
    );
    return {
      isWaitedFor: async () => {
        const waiting = await client.query(
          'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        return (waiting.rowCount ?? 0) > 0;
      },
      release: () => client.query('commit'),
      /** The sale was written down as unanswered once more. */
      isPutBack: async () => {
        const now = await client.query('select sale_id, xmin::text as writer from unanswered_sales');
        return rows.some(({ sale_id, writer }) =>
          now.rows.some((row) => row.sale_id === sale_id && row.writer !== writer),
        );
      },
      close: () => client.end(),
    };
  };

  const heldSale = async (signal?: AbortSignal) => {
    const till = await openTill();
    const selling = till.sellAt(first, signal);
    const rows = () => first.rooms().database.read<{ unanswered_sales: { sale_id: number } }>();
    await until('the sale waits', async () => {
      const waiting = await rows().selectFrom('unanswered_sales').select('sale_id').execute();
      return waiting.length > 0;
    });
    const held = await holdUnanswered();
    await till.pay();
    await until('the answer waits', held.isWaitedFor);
    return { till, selling, held };
  };

  test('is another sale from the moment on in which the first was answered', async (context) => {
    const { till, selling, held } = await heldSale();
    context.after(held.close);
    let isAnswered = false;
    const answer = selling.then((id) => {
      isAnswered = true;
      return id;
    });
    await post(first, '/Terminal/GetByPessoaId', {}, DEMO_KEY);
    assert.equal(isAnswered, false, 'the other instance would still answer the next buyer with it');
    await held.release();
    const id = await answer;
    const next = till.sellAt(second);
    await till.pay();
    assert.notEqual(await next, id);
  });

  test('is the first one, when the connection broke while its answer was on its way', async (context) => {
    const cut = new AbortController();
    const { till, selling, held } = await heldSale(cut.signal);
    context.after(held.close);
    cut.abort();
    await assert.rejects(selling);
    await post(first, '/Terminal/GetByPessoaId', {}, DEMO_KEY);
    await held.release();
    await until('it is unanswered again', held.isPutBack);
    const sold = await post(second, '/IntencaoVenda/GetByFiltros', { referencia: 'mesa 7' }, DEMO_KEY);
    const [newest] = answered(sold).intencoesVendas as readonly { readonly id: number }[];
    assert.equal(await till.sellAt(second), newest?.id);
  });
});
