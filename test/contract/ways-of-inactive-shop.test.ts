import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { authenticatedSale, codeOn, openBrowser } from '../support/buyer.ts';
import { recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  CARD,
  cardHashOf,
  postJson,
  publicKeyFor,
  saleBody,
  sell,
  sellByHash,
} from '../support/gateway-client.ts';
import { createLink, submit } from '../support/hosted-page.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { addMerchant } from '../support/merchants.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../support/operations-client.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay, onTwoInstances, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

const SHOP = 1;
const KEYS_FOLLOW_WITHIN_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;
const SENTENCE = 'Esta loja não recebe pagamentos agora. Nada foi cobrado.';
const REFUSED = [401, 403, 410];
const SETTINGS = {
  GUICHE_SIM_TIME_SCALE: '1000',
  GUICHE_SIM_PINPAD: 'off',
  GUICHE_TRUSTED_PROXIES: '127.0.0.1',
};
const TYPED = { validade: '12/2035' };

/** Makes ready, while the shop is active, and returns the request by which money or a card comes in. */
type Way = (service: TestService, shop: ShopThings) => Promise<() => Promise<HttpAnswer>>;

interface ShopThings {
  readonly terminalId: number;
  readonly clientKey: string;
  readonly clientTerminalId: number;
  readonly clientId: number;
  readonly cardToken: string;
}

const inserted = async (service: TestService, path: string, body: object, name: string) =>
  objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
const pathOf = (url: unknown) => new URL(String(url)).pathname;
const json = (service: TestService, path: string, body: unknown) =>
  service.send({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...API_PAIR },
    body: JSON.stringify(body),
  });
const vender = (service: TestService, { terminalId, clientId }: ShopThings, more: object) =>
  post(
    service,
    '/Venda/Vender',
    { terminalId, pessoaClienteId: clientId, valorTotalVendido: '10,00', referencia: randomUUID(), ...more },
    DEMO_KEY,
  );
const saleOf = (answer: HttpAnswer) => objectIn(answered(answer), 'intencaoVenda');
const byMethod =
  (formaPagamentoId: number, more: object = {}): Way =>
  async (service, shop) =>
  () =>
    vender(service, shop, { formaPagamentoId, ...more });
const keyedPage =
  (formaPagamentoId: number, tipo: string): Way =>
  async (service, shop) => {
    const { urlPagamento } = saleOf(await vender(service, shop, { formaPagamentoId }));
    return () => submit(service, pathOf(urlPagamento), { tipo });
  };
const panelOf = async (service: TestService) => {
  const browser = browserOf(service);
  okJson(await browser.logIn());
  return browser;
};

/** Every way by which money or a card can come in, by its call or page. A new one is added here. */
const WAYS: Readonly<Record<string, Way>> = {
  'POST /v1/transactions, card in clear': async (service) => () => sell(service, { card: { capture: true } }),
  'POST /v1/transactions, cardHash': async (service) => {
    const hash = cardHashOf(await publicKeyFor(service));
    return () => sellByHash(service, hash);
  },
  'POST /v1/transactions, stored card':
    async (service, { cardToken: token }) =>
    () =>
      postJson(service, saleWith({ cardInfo: { token } })),
  'POST /v1/transactions, saving the card': async (service) => () =>
    sell(service, { card: { saveCard: true } }),
  'POST /v1/transactions, 3-D Secure': async (service) => () => postJson(service, authenticatedSale('debit')),
  'POST /v1/transactions, own intention': async (service) => {
    const { transactionId } = await createLink(service);
    return () => postJson(service, saleBody({ top: { transactionId, amount: '28990' }, card: { type: 1 } }));
  },
  'page of an intention': async (service) => {
    const { path } = await createLink(service);
    return () => submit(service, path);
  },
  'page of a payment link': async (service) => {
    const made = await json(service, '/v1/payment-links', {
      name: 'Bolo',
      amount: '1000',
      payment: { card: { type: 0, installments: 1 } },
    });
    assert.equal(made.status, 201, made.text);
    const { url } = made.json() as { url: string };
    return () => submit(service, pathOf(url));
  },
  'page of a keyed sale, credit': keyedPage(51, 'credito'),
  'page of a keyed sale, debit': keyedPage(52, 'debito'),
  'POST /v1/tokenization': async (service) => () => json(service, '/v1/tokenization', { cardInfo: CARD }),
  'POST /v1/tokenization/intention': async (service) => () => json(service, '/v1/tokenization/intention', {}),
  'card form of POST /v1/tokenization/intention': async (service) => {
    const { url } = (await json(service, '/v1/tokenization/intention', {})).json() as { url: string };
    return () => submit(service, pathOf(url), TYPED);
  },
  'POST /ClienteCartao/Insert':
    async (service, { clientId: clienteId }) =>
    () =>
      post(service, '/ClienteCartao/Insert', { clienteId }, DEMO_KEY),
  'card form of a client': async (service, { clientId: clienteId }) => {
    const card = await inserted(service, '/ClienteCartao/Insert', { clienteId }, 'clienteCartao');
    return () => submit(service, pathOf(card.urlCapturarDadosCartao), TYPED);
  },
  'POST /Venda/Vender, 1 card of a client': byMethod(1, { valorTotalVendido: '0,00' }),
  'POST /Venda/Vender, 2 stored card of a client': byMethod(2),
  'POST /Venda/Vender, 11 another machine': byMethod(11),
  'POST /Venda/Vender, 41 cash': byMethod(41),
  'POST /Venda/Vender, 51 keyed': byMethod(51),
  'POST /Venda/Vender, 21 payment client':
    async (service, { clientTerminalId: terminalId, ...shop }) =>
    () =>
      vender(service, { ...shop, clientTerminalId: 0, terminalId }, { formaPagamentoId: 21 }),
  'POST /Venda/Vender, of an order': async (service, shop) => {
    const body = { terminalId: shop.terminalId, valorTotalPedido: '10,00', referencia: randomUUID() };
    const order = await inserted(service, '/Pedido/Insert', body, 'pedido');
    return () => vender(service, shop, { formaPagamentoId: 41, pedidoId: order.id });
  },
  'payment client takes a sale': async (service, { clientTerminalId, clientKey, ...shop }) => {
    const there = { ...shop, clientTerminalId, clientKey, terminalId: clientTerminalId };
    const { pagamentosExternos } = saleOf(await vender(service, there, { formaPagamentoId: 21 }));
    const [payment] = pagamentosExternos as readonly Members[];
    const path = `/payment-client/v1/work/${String(payment?.id)}/take`;
    return () => service.send({ method: 'POST', path, headers: { Authorization: `Bearer ${clientKey}` } });
  },
  'panel, Testes': async (service) => {
    const browser = await panelOf(service);
    const body = { brand: 'VISA', amount: 2_500, installments: 1, scenario: '000' };
    return () => browser.call('POST', '/tests/sales', body);
  },
  'panel, Caixa': async (service, { terminalId }) => {
    const browser = await panelOf(service);
    const body = { terminalId, methodId: 41, total: 1_000, items: [], reference: randomUUID() };
    return () => browser.call('POST', '/till/sales', body, { 'Idempotency-Key': randomUUID() });
  },
};

/** What the ways write when they begin something. */
async function begun(service: TestService): Promise<Readonly<Record<string, number>>> {
  const tables = service.rooms().database.read<Record<string, Record<string, unknown>>>();
  const count = async (table: string, where: Readonly<Record<string, unknown>> = {}) => {
    let query = tables.selectFrom(table).select((row) => row.fn.countAll<number>().as('rows'));
    for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value);
    return Number((await query.executeTakeFirstOrThrow()).rows);
  };
  return {
    attempts: await count('attempts'),
    tokenizations: await count('tokenizations'),
    stored: await count('tokenizations', { state: 'stored' }),
    acquirerTokens: await count('acquirer_tokens'),
    sales: await count('sales'),
    taken: await count('external_payments', { type: 5, status: 10 }),
  };
}

/** Every look at the shop shows it as it was before, as if it had been just before the deactivation: only the commit can refuse. */
function lookTooEarly(context: TestContext, service: TestService): void {
  const { accounts } = service.rooms();
  const { findPerson } = accounts;
  context.mock.method(accounts, 'findPerson', async (id: number) => {
    const found = await findPerson(id);
    return found && { ...found, status: 'active' };
  });
  context.mock.method(accounts, 'mayActFor', async () => 'allowed');
  context.mock.method(accounts, 'activePersons', async (ids: readonly number[]) => new Set(ids));
}

async function thingsOf(service: TestService): Promise<ShopThings> {
  const terminal = async (nome: string) =>
    Number((await inserted(service, '/Terminal/Insert', { nome, habilitarPDV: true }, 'terminal')).id);
  const clientTerminalId = await terminal('Com cliente de pagamento');
  const issued = await service.command(
    ...['credential', 'issue', '--person', String(SHOP), '--kind', 'terminal'],
    ...['--terminal', String(clientTerminalId)],
  );
  const client = await inserted(service, '/Cliente/Insert', { cpfCnpj: '11144477735' }, 'cliente');
  const clientId = Number(client.id);
  const card = await inserted(service, '/ClienteCartao/Insert', { clienteId: clientId }, 'clienteCartao');
  assert.equal((await submit(service, pathOf(card.urlCapturarDadosCartao), TYPED)).status, 303);
  const { cardInfo } = recordOf(await sell(service, { card: { saveCard: true } }));
  return {
    terminalId: await terminal('Balcão'),
    clientTerminalId,
    clientKey: String(issued.secret),
    clientId,
    cardToken: String(cardInfo.token),
  };
}

const setAccess = (service: TestService, command: 'deactivate' | 'reactivate') =>
  service.command('person', command, String(SHOP));
const keysFollow = (service: TestService) => service.clock.advance(KEYS_FOLLOW_WITHIN_MS);

function assertClosed(answer: HttpAnswer): void {
  assert.equal(answer.status, 410, answer.text);
  assert.ok(answer.text.includes(SENTENCE), answer.text);
  assert.doesNotMatch(answer.text, /<form/);
}

onSqliteByDay('A shop whose access was taken away', SETTINGS, (service) => {
  let things: Promise<ShopThings> | undefined;
  const shop = () => {
    things ??= thingsOf(service);
    return things;
  };

  for (const [name, way] of Object.entries(WAYS)) {
    test(`takes nothing by: ${name}`, async (context) => {
      const ready = async () => way(service, await shop());
      const isPage = name.startsWith('page ') || name.startsWith('card form ');
      const accepts = async (use: () => Promise<HttpAnswer>) => {
        const earlier = await begun(service);
        const answer = await use();
        assert.ok([200, 201, 303].includes(answer.status), answer.text);
        assert.notDeepEqual(await begun(service), earlier, 'something is begun');
      };
      const refuses = async (use: () => Promise<HttpAnswer>) => {
        const earlier = await begun(service);
        const answer = await use();
        if (isPage) assertClosed(answer);
        else assert.ok(REFUSED.includes(answer.status), `${answer.status} ${answer.text}`);
        assert.deepEqual(await begun(service), earlier, 'nothing is begun');
      };
      await accepts(await ready());
      const [meanwhile, after, again] = [await ready(), await ready(), await ready()];
      await setAccess(service, 'deactivate');
      await context.test('in a race with the deactivation', async (race) => {
        lookTooEarly(race, service);
        await refuses(meanwhile);
      });
      keysFollow(service);
      await refuses(after);
      await setAccess(service, 'reactivate');
      keysFollow(service);
      // Sessions of the panel ended for good.
      await accepts(name.startsWith('panel') ? await ready() : again);
    });
  }

  test('its pages say so before a card is typed, and show what was paid before', async () => {
    const { path } = await createLink(service);
    const paid = await createLink(service);
    assert.equal((await submit(service, paid.path)).status, 303);
    const { url } = (await json(service, '/v1/tokenization/intention', {})).json() as { url: string };
    await setAccess(service, 'deactivate');
    for (const address of [path, pathOf(url)]) assertClosed(await service.send({ path: address }));
    const receipt = await service.send({ path: paid.path });
    assert.equal(receipt.status, 200);
    assert.match(receipt.text, /Pagamento aprovado/);
    await setAccess(service, 'reactivate');
    keysFollow(service);
    assert.match((await service.send({ path })).text, /<form/);
  });

  test('has no key for cards any more, for servers and for the browser library', async () => {
    const made = await (await panelOf(service)).call('POST', '/checkout-ids', {
      label: 'Site',
      origins: ['http://loja.example'],
    });
    const { publicId } = okJson<{ publicId: string }>(made);
    const ask = async () =>
      (
        await service.send({
          path: `/checkout/v1/${publicId}/public-key`,
          headers: { Origin: 'http://loja.example' },
        })
      ).status;
    assert.equal(await ask(), 200);
    await setAccess(service, 'deactivate');
    keysFollow(service);
    assert.equal(await ask(), 404);
    await assert.rejects(publicKeyFor(service));
    await setAccess(service, 'reactivate');
    keysFollow(service);
    assert.equal(await ask(), 200);
    await publicKeyFor(service);
  });

  test('has nothing charged by its recurrences, which go on when it has its access back', async (context) => {
    const { clientId: clienteId } = await shop();
    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
    const dataInicio = `${day.format(service.clock.now() + DAY_MS)} 00:00`;
    const body = { clienteId, referencia: randomUUID(), quantidade: 1, valor: '50,00', dataInicio };
    const { id } = await inserted(service, '/PagamentoRecorrente/Insert', body, 'pagamentoRecorrente');
    const dueAt = async () => {
      const rows = await service
        .rooms()
        .database.read<{ charges: { owner: string; due_at: number | null } }>()
        .selectFrom('charges')
        .select('due_at')
        .where('owner', '=', 'entry')
        .where('due_at', 'is not', null)
        .execute();
      return rows.map((row) => Number(row.due_at));
    };
    const isPutOff = () =>
      until('the month is put off', async () => {
        const due = await dueAt();
        return due.length > 0 && due.every((at) => at > service.clock.now());
      });
    await setAccess(service, 'deactivate');
    const earlier = await begun(service);
    await context.test('in a race with the deactivation', async (race) => {
      lookTooEarly(race, service);
      service.clock.advance(DAY_MS + 60_000);
      await isPutOff();
    });
    service.clock.advance(DAY_MS + 60_000);
    await isPutOff();
    assert.deepEqual(await begun(service), earlier);
    await setAccess(service, 'reactivate');
    keysFollow(service);
    await until('the month is paid', async () => {
      service.clock.advance(DAY_MS);
      const now = await inserted(
        service,
        '/PagamentoRecorrente/GetById',
        { pagamentoRecorrenteId: id },
        'pagamentoRecorrente',
      );
      return (now.parcelas as readonly Members[])[0]?.status === 10;
    });
  });

  test('every call by which something could come in is a way here, or one of those that change and end things', async () => {
    const { paths } = (await service.send({ path: '/openapi.json' })).json() as {
      paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ways = new Set(Object.keys(WAYS).map((name) => name.split(',')[0]));
    assert.deepEqual(
      calls.filter((call) => !ways.has(call) && !NO_WAYS.some((pattern) => pattern.test(call))),
      [],
    );
  });
});

onSqliteByDay('A shop whose access was taken away while a buyer is at the bank', {}, (service) => {
  test('has its sale settled, because the bank may have decided', async (context) => {
    const started = recordOf(await postJson(service, authenticatedSale('debit')));
    assert.equal(started.top.status, 0);
    await setAccess(service, 'deactivate');
    const buyer = openBrowser();
    context.after(() => buyer.close());
    const bank = await buyer.go(String(started.top.redirectUrl));
    await buyer.submit(bank, { codigo: codeOn(bank) });
    const { status } = await service.command('transaction', 'show', String(started.top.transactionId));
    assert.ok([5, 6].includes(Number(status)), String(status));
  });
});

onTwoInstances('A shop whose access was taken away on one instance', SETTINGS, (first, second) => {
  test('takes nothing on the other from that moment, although its keys are remembered there', async (context) => {
    context.after(second.clock.standStill());
    const hash = cardHashOf(await publicKeyFor(second));
    const { path } = await createLink(second);
    recordOf(await sell(second));
    await setAccess(first, 'deactivate');
    const earlier = await begun(second);
    const refused = await sell(second);
    assert.equal(refused.status, 403, refused.text);
    assert.ok(refused.text.includes(SENTENCE));
    assert.equal((await sellByHash(second, hash)).status, 403);
    assertClosed(await submit(second, path));
    assert.deepEqual(await begun(second), earlier);
    await setAccess(second, 'reactivate');
    keysFollow(first);
    assert.equal((await submit(first, path)).status, 303);
  });

  test('does not spoil the sales of others that share a commit with its own', async () => {
    const { personId, api } = await addMerchant(first);
    recordOf(await sell(first, {}, api));
    await first.command('person', 'deactivate', personId);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => sell(first, {}, index % 8 === 0 ? api : API_PAIR)),
    );
    for (const [index, { status }] of answers.entries()) {
      // Once the instance knows that its key opens nothing any more, the shop is refused at the door.
      if (index % 8 === 0) assert.ok(status === 403 || status === 401, `the shop's own sale: ${status}`);
      else assert.equal(status, 201);
    }
  });
});

/** Calls that open, change, end or list something, but take neither money nor a card. */
const NO_WAYS: readonly RegExp[] = [
  /^POST \/v1\/(intention|payment-links|disputes)$/,
  /^PATCH \/v1\/payment-links\//,
  /^PUT \/v1\/transactions\/\{transactionId\}\/(capture|void)$/,
  /^DELETE \/v1\/tokenization\//,
  /^POST \/Venda\/(CancelarVenda|ConsultarVendas|Administrativo\w*|\w*Comprovante\w*)$/,
  /^POST \/(IntencaoVenda|Pedido|PagamentoRecorrente|PagamentoExterno|ClienteCartao)\/(Get\w+|Cancel\w+|Insert|InsertPagamentoExternoTipoAdmin)$/,
  /^POST \/(Pessoa|Produto|ProdutoCategoria|Terminal|TerminalFisico|Cliente|FormaPagamento|Login|Operador|Impressora|IntencaoImpressao|ClientePagamento|SenhaTecnica|Instalacao)\//,
  /^(POST|DELETE) \/Callback\//,
];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('what asks an acquirer for money or a card is written by the statements that refuse an inactive shop', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/test[-.]|^src\/gateway\/providers\//.test(path),
  );
  const thatCall = (call: RegExp) =>
    sources.filter((path) => call.test(readFileSync(`${ROOT}${path}`, 'utf8'))).sort();
  assert.deepEqual(thatCall(/connector\.(authorize|storeCard|verifyCard)\(/), [
    // attempts: prepared here, and asked for by the engine
    'src/gateway/kinds/card/sale/prepare.ts',
    // acquirer_tokens
    'src/gateway/stored-cards/keep-card.ts',
    // tokenizations
    'src/gateway/stored-cards/tokenize.ts',
  ]);
  assert.deepEqual(thatCall(/\bprepared\.charge\(/), ['src/gateway/transactions/flow/next-way.ts']);
});
