import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs } from '../../support/gateway-client.ts';
import { submit } from '../../support/hosted-page.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { browserOf, okJson } from '../panel/panel-client.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEEP_CARD = 1;
const KEPT_CARD = 2;
const RECHECK_MS = 61_000;
const KEYED_CREDIT = 51;
const KEYED_DEBIT = 52;
const NO_FUNDS = '4000000000090516';

type Sale = Members & {
  readonly id: number;
  readonly urlPagamento: string;
  readonly gate2allToken: string;
  readonly intencaoVendaStatus: { readonly id: number; readonly nome: string };
  readonly pagamentosExternos: readonly Members[];
};

const SETTINGS = { GUICHE_SIM_TIME_SCALE: '1000', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };

onSqliteByDay('keyed sales', SETTINGS, (service) => {
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const terminal = async () => (await inserted('/Terminal/Insert', { nome: 'Balcão' }, 'terminal')).id;
  const sell = async (more: object = {}) =>
    (await inserted(
      '/Venda/Vender',
      { formaPagamentoId: KEYED_CREDIT, terminalId: await terminal(), valorTotalVendido: '289,90', ...more },
      'intencaoVenda',
    )) as Sale;
  const saleNow = async ({ id }: { readonly id: number }) =>
    (await inserted('/IntencaoVenda/GetById', { intencaoVendaId: id }, 'intencaoVenda')) as Sale;
  const reaches = async (sale: Sale, status: number) => {
    await until(
      `sale ${sale.id} is ${status}`,
      async () => (await saleNow(sale)).intencaoVendaStatus.id === status,
    );
    return saleNow(sale);
  };
  const pathOf = ({ urlPagamento }: Sale) => new URL(urlPagamento).pathname;

  test('it waits with the address of the hosted page for exactly its amount and installments', async () => {
    const sale = await sell({ quantidadeParcelas: 3, referencia: 'nota 9' });
    assert.equal(sale.intencaoVendaStatus.id, 5);
    assert.match(sale.urlPagamento, /\/v1\/payment\/[\w-]{43}$/);
    const page = await service.send({ path: pathOf(sale) });
    assert.equal(page.status, 200);
    assert.match(page.text, /R\$\s289,90/);
    assert.match(page.text, /3x de R\$\s96,63/);
    assert.doesNotMatch(page.text, /2x de/);
    const transaction = await transactionOf(service, sale);
    assert.deepEqual(
      [transaction.status, transaction.amount, transaction.referenceId],
      [1, '28990', 'nota 9'],
    );
    const [payment] = sale.pagamentosExternos;
    assert.deepEqual(
      [payment?.tipo, payment?.origem, payment?.pagamentoExternoStatus],
      [5, 15, { id: 5, nome: 'Pendente' }],
    );
  });

  test('paid there it is credited with the acquirer’s data; after a cancel it is refunded', async () => {
    const sale = await sell();
    assert.equal((await submit(service, pathOf(sale))).status, 303);
    const paid = await reaches(sale, 10);
    assert.equal(paid.gate2allToken, sale.gate2allToken);
    const [payment] = paid.pagamentosExternos;
    assert.match(String(payment?.autorizacao), /\d/);
    assert.equal(payment?.nomeTitularCartao, 'MARIA DA SILVA');
    assert.deepEqual(payment?.pagamentoExternoStatus, { id: 15, nome: 'Finalizado' });
    const canceled = (await inserted(
      '/Venda/CancelarVenda',
      { intencaoVendaId: sale.id },
      'intencaoVenda',
    )) as Sale;
    assert.deepEqual(canceled.intencaoVendaStatus, { id: 20, nome: 'Cancelado' });
    const [, cancel] = canceled.pagamentosExternos;
    assert.deepEqual([cancel?.tipo, cancel?.mensagemRespostaAdquirente], [10, 'CANCELAMENTO OK']);
    assert.equal((await transactionOf(service, sale)).status, 9);
    const again = await post(service, '/Venda/CancelarVenda', { intencaoVendaId: sale.id }, DEMO_KEY);
    assert.equal(again.status, 400);
  });

  test('is paid before its page says so, and canceled before a void of its transaction is answered', async () => {
    const sale = await sell();
    const { location } = (await submit(service, pathOf(sale))).headers;
    const page = await service.send({ path: String(location) });
    assert.match(page.text, /aprovado/i);
    const paid = await saleNow(sale);
    assert.equal(paid.intencaoVendaStatus.id, 10, 'without waiting for a job');
    const { providerReference } = ((await transactionOf(service, sale)).payment as { card: Members }).card;
    const [payment] = paid.pagamentosExternos;
    assert.deepEqual([payment?.nsuTid, payment?.idPagamento], [providerReference, String(payment?.id)]);
    const voided = await service.send({
      method: 'PUT',
      path: `/v1/transactions/${sale.gate2allToken}/void`,
      headers: API_PAIR,
    });
    assert.equal(voided.status, 200, voided.text);
    assert.equal((await saleNow(sale)).intencaoVendaStatus.id, 20);
  });

  test('its client is the customer of its transaction and on the receipt, also when it is edited before the payment', async () => {
    const client = { cpfCnpj: '11144477735', nomeRazaoSocial: 'Ana da Padaria' };
    const { id } = await inserted('/Cliente/Insert', client, 'cliente');
    const sale = await sell({ pessoaClienteId: id });
    const edited = { ...client, id, nomeRazaoSocial: 'Ana Souza' };
    await inserted('/Cliente/Insert', edited, 'cliente');
    assert.equal((await submit(service, pathOf(sale))).status, 303);
    await reaches(sale, 10);
    const customer = { name: 'Ana da Padaria', document: client.cpfCnpj };
    assert.deepEqual((await transactionOf(service, sale)).customer, customer);
    const panel = browserOf(service);
    okJson(await panel.logIn());
    const receipt = okJson(await panel.call('GET', `/sales/${sale.gate2allToken}/receipt`));
    assert.equal(receipt.customerName, customer.name);
  });

  test('after ten refusals its refusal is final, and its page accepts no payment', async () => {
    const sale = await sell();
    for (let tried = 0; tried < 10; tried += 1) {
      const submitted = await submit(service, pathOf(sale), { numero: NO_FUNDS }, `203.0.113.${tried}`);
      assert.equal(submitted.status, 303);
    }
    const refused = await reaches(sale, 25);
    assert.notEqual(refused.pagamentosExternos[0]?.mensagemRespostaAdquirente, '');
    assert.equal((await transactionOf(service, sale)).status, 12);
  });

  test('after a cancel while it waits, its page accepts no payment', async () => {
    const sale = await sell();
    const canceled = (await inserted(
      '/Venda/CancelarVenda',
      { intencaoVendaId: sale.id },
      'intencaoVenda',
    )) as Sale;
    assert.equal(canceled.intencaoVendaStatus.id, 20);
    await submit(service, pathOf(sale));
    assert.equal((await transactionOf(service, sale)).status, 12);
    assert.equal((await saleNow(sale)).intencaoVendaStatus.id, 20);
  });

  test('a refund in the gateway cancels the sale too', async () => {
    const sale = await sell();
    await submit(service, pathOf(sale));
    await reaches(sale, 10);
    const refunded = await service.send({
      method: 'PUT',
      path: `/v1/transactions/${sale.gate2allToken}/void`,
      headers: API_PAIR,
    });
    assert.equal(refunded.status, 200, refunded.text);
    const canceled = await reaches(sale, 20);
    assert.equal(canceled.pagamentosExternos.length, 2);
  });

  test('a debit sale redirects to the bank', async () => {
    const sale = await sell({ formaPagamentoId: KEYED_DEBIT });
    const page = await service.send({ path: pathOf(sale) });
    assert.doesNotMatch(page.text, /3x de/);
    assert.equal((await transactionOf(service, sale)).payment.card.type, 2);
  });

  test('without a payment it expires after 24 hours, and not before', async () => {
    const sale = await sell();
    service.clock.advance(DAY_MS - 60_000);
    assert.equal((await saleNow(sale)).intencaoVendaStatus.id, 5);
    service.clock.advance(61_000);
    const expired = await reaches(sale, 15);
    assert.equal(expired.pagamentosExternos[0]?.mensagemRespostaAdquirente, 'TEMPO ESGOTADO');
  });

  test('a client types a card once, by method 1; method 2 charges it, and a cancel refunds it', async () => {
    const { id } = await inserted('/Cliente/Insert', { cpfCnpj: '11144477735' }, 'cliente');
    const ofClient = { terminalId: await terminal(), pessoaClienteId: id };
    const kept = await sell({ ...ofClient, formaPagamentoId: KEEP_CARD, valorTotalVendido: '0,00' });
    assert.match(kept.urlPagamento, /\/v1\/save-card\/[\w-]{43}$/);
    assert.equal((await submit(service, pathOf(kept), { validade: '12/2035' })).status, 303);
    service.clock.advance(RECHECK_MS);
    await reaches(kept, 10);
    const cards = answered(await post(service, '/ClienteCartao/GetByClienteId', { clienteId: id }, DEMO_KEY))
      .data as readonly Members[];
    assert.deepEqual(
      cards.map(({ status, cartaoValidade }) => [status, cartaoValidade]),
      [[2, '12/2035']],
    );
    const sale = await sell({ ...ofClient, formaPagamentoId: KEPT_CARD, referencia: 'mensalidade' });
    assert.equal(sale.intencaoVendaStatus.id, 10);
    const charged = await transactionOf(service, sale);
    assert.deepEqual([charged.status, charged.amount, charged.referenceId], [6, '28990', 'mensalidade']);
    const canceled = await inserted('/Venda/CancelarVenda', { intencaoVendaId: sale.id }, 'intencaoVenda');
    assert.deepEqual(canceled.intencaoVendaStatus, { id: 20, nome: 'Cancelado' });
    assert.equal((await transactionOf(service, sale)).status, 9);
  });

  test('a recurrence charges the card that its client types, month by month, in the gateway, also after a restart', async () => {
    const { id } = await inserted('/Cliente/Insert', { cpfCnpj: '11144477735' }, 'cliente');
    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(
      service.clock.now(),
    );
    const made = await inserted(
      '/PagamentoRecorrente/Insert',
      { clienteId: id, referencia: 'plano', dataInicio: `${day} 00:00`, quantidade: 2, valor: '50,00' },
      'pagamentoRecorrente',
    );
    const form = new URL(String(made.urlCapturarDadosCartao)).pathname;
    assert.equal((await submit(service, form, { validade: '12/2035' })).status, 303);
    const entries = async () =>
      (
        await inserted(
          '/PagamentoRecorrente/GetById',
          { pagamentoRecorrenteId: made.id },
          'pagamentoRecorrente',
        )
      ).parcelas as readonly Members[];
    const approved = (count: number) =>
      until(`${count} entries are approved`, async () => {
        // Each look is one of the job's, which waits ten minutes for a card.
        service.clock.advance(RECHECK_MS);
        return (await entries()).filter(({ status }) => status === 10).length === count;
      });
    await approved(1);
    await service.stop();
    service.clock.advance(31 * DAY_MS);
    await service.start();
    await approved(2);
    const sales = await Promise.all(
      (await entries()).map(async ({ gate2allToken }) =>
        transactionOf(service, { gate2allToken: String(gate2allToken) }),
      ),
    );
    assert.deepEqual(
      sales.map(({ status, amount, referenceId }) => [status, amount, referenceId]),
      [
        [6, '5000', 'plano-1'],
        [6, '5000', 'plano-2'],
      ],
    );
  });

  test('the same Idempotency-Key returns the same sale and page', async () => {
    const body = { formaPagamentoId: KEYED_CREDIT, terminalId: await terminal(), valorTotalVendido: 10 };
    const ask = async () => {
      const answer = await service.send({
        method: 'POST',
        path: `/Venda/Vender?key=${DEMO_KEY}`,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'venda-digitada-1' },
        body: JSON.stringify(body),
      });
      return objectIn(answered(answer), 'intencaoVenda') as Sale;
    };
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual([second.id, second.urlPagamento], [first.id, first.urlPagamento]);
  });
});

interface GatewayRecord {
  readonly status: number;
  readonly amount: string;
  readonly referenceId: string;
  readonly payment: { readonly card: { readonly type: number } };
  readonly customer?: object;
}

async function transactionOf(
  service: TestService,
  { gate2allToken }: Pick<Sale, 'gate2allToken'>,
): Promise<GatewayRecord> {
  const answer = await getAs(service, `/v1/transactions/${gate2allToken}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json() as GatewayRecord;
}
