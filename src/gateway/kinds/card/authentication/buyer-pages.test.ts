import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUYER_STYLE } from '../../../../platform/http/pages/buyer-page-style.ts';
import { newResult, type Result, Status } from '../../../transactions/rules/transaction.ts';
import { testOrder, testPayment, testTransaction } from '../../../transactions/test-sale.ts';
import { aheadPage, resultPage, type SaleShown, unknownPage, waitingPage } from './buyer-pages.ts';

const HOSTILE = `"><script>alert('x')</script>&<img src=x onerror=y>`;

function sale(result: Partial<Result> = {}, text = 'Café'): SaleShown {
  return {
    shop: {
      name: `Loja ${text}`,
      document: undefined,
      pictureUrl: undefined,
      colour: undefined,
      siteUrl: `https://loja.example/${encodeURI(text)}`,
    },
    madeAt: '21/11/2026 15:30',
    sandbox: true,
    transaction: testTransaction({
      amount: 123_456,
      referenceId: `Pedido ${text}`,
      order: testOrder({
        description: `Compra ${text}`,
        customer: { name: `Cliente ${text}`, document: text },
        payment: {
          installments: 3,
          card: { ...testPayment().card, brand: `VISA ${text}`, holderName: `Titular ${text}` },
        },
      }),
      result: newResult(result.status ?? Status.captured, result),
    }),
  };
}

const waiting = (over: Partial<Parameters<typeof waitingPage>[1]> = {}, text?: string) =>
  waitingPage(sale({ status: Status.started }, text), {
    late: false,
    round: 0,
    addressOfRound: (round) => `https://here.example/3ds/t/return?vez=${round}`,
    toAcquirer: 'https://here.example/3ds/t',
    toShop: undefined,
    ...over,
  });

const refused = (declineClass: Parameters<typeof resultPage>[1], result: Partial<Result>) =>
  resultPage(sale({ status: Status.denied, ...result }), declineClass);

const headingOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1];

const SHOWN: readonly (readonly [Status, string, RegExp])[] = [
  [Status.authorized, 'Pagamento autorizado', /aprovada/],
  [Status.captured, 'Pagamento autorizado', /aprovada/],
  [Status.denied, 'Pagamento não autorizado', /Nada foi cobrado/],
  [Status.expired, 'O prazo para confirmar acabou', /Nada foi cobrado/],
  [Status.failed, 'Pagamento não concluído', /Nada foi cobrado/],
  [Status.canceling, 'Cancelamento em andamento', /devolvido/],
  [Status.canceled, 'Pagamento cancelado', /cancelado/],
];

for (const [status, heading, expected] of SHOWN) {
  test(`status ${status} is told as “${heading}”, with amount, shop, order and the end of the card`, () => {
    const page = resultPage(sale({ status }), undefined);
    assert.equal(headingOf(page), heading);
    assert.match(page, expected);
    assert.match(page, /<p class="amount">R\$\s1\.234,56<\/p>/);
    for (const text of ['Loja Café', 'Compra Café', 'Pedido Café', 'VISA Café final 5682', '3 vezes']) {
      assert.ok(page.includes(`<dd>${text}</dd>`), text);
    }
    assert.ok(!page.includes('423564'));
    assert.ok(!page.includes('http-equiv'));
  });
}

test('leaves out what is not known', () => {
  const card = { ...testPayment().card, brand: undefined };
  const order = testOrder({ payment: { card } });
  const transaction = testTransaction({ order, result: newResult(Status.captured) });
  const page = resultPage(
    { shop: undefined, transaction, madeAt: '21/11/2026 15:30', sandbox: false },
    undefined,
  );
  assert.deepEqual(
    [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, text]) => [name, text]),
    [
      ['Cartão', 'Cartão final 5682'],
      ['Tipo', 'Crédito'],
      ['Parcelas', 'À vista'],
      ['Data', '21/11/2026 15:30'],
    ],
  );
});

test('explains a refusal in plain words and says what to do', () => {
  const funds = refused('soft_customer', { providerCode: '51', providerMessage: 'Saldo insuficiente.' });
  assert.match(funds, /role="status"><p>Saldo insuficiente\.</);
  assert.match(funds, /Fale com o banco/);
  const authentication = refused('authentication', { providerCode: '202', providerMessage: 'Código 202.' });
  assert.match(authentication, /não confirmou que a compra é sua/);
  assert.ok(!authentication.includes('Código 202.'));
  assert.match(refused(undefined, { providerMessage: 'x' }), /A compra não foi autorizada\./);
  assert.match(refused('hard', {}), /A compra não foi autorizada\./);
});

test('a result is marked with more than colour, tells the authorization, and leads back to the shop', () => {
  const approved = resultPage(sale({ authorizationCode: '450005' }), undefined);
  assert.match(approved, /class="mark mark-good"[^>]*aria-hidden="true"/);
  assert.match(approved, /<dt>Autorização<\/dt><dd>450005<\/dd>/);
  assert.match(approved, /<dt>Data<\/dt><dd>21\/11\/2026 15:30<\/dd>/);
  assert.match(approved, /class="go" href="https:\/\/loja\.example\/[^"]*" rel="noreferrer">Voltar à loja/);
  assert.match(refused('hard', {}), /class="mark mark-wrong"/);
});

test('has no result for a sale that is not over', () => {
  for (const status of [Status.started, Status.pending]) {
    assert.throws(() => resultPage(sale({ status }), undefined));
  }
});

test('the waiting page reloads itself at growing intervals and stops in the end', () => {
  const seconds: number[] = [];
  let round = 0;
  for (; round < 100; round += 1) {
    const refresh = /http-equiv="refresh" content="(\d+); url=([^"]+)"/.exec(waiting({ round }));
    if (!refresh) break;
    assert.equal(refresh[2], `https://here.example/3ds/t/return?vez=${round + 1}`);
    seconds.push(Number(refresh[1]));
  }
  assert.deepEqual(
    seconds,
    seconds.toSorted((a, b) => a - b),
  );
  const total = seconds.reduce((sum, wait) => sum + wait, 0);
  assert.ok(total >= 240 && total <= 360, `${total} s`);
  assert.match(waiting({ round }), /Você pode fechar esta página/);
  assert.match(waiting({ round: 99 }), /Atualizar agora/);
});

test('the waiting page has a link for browsers that do not refresh, and links onwards', () => {
  const inTime = waiting();
  assert.equal(headingOf(inTime), 'Estamos confirmando o seu pagamento');
  assert.match(inTime, /href="https:\/\/here\.example\/3ds\/t\/return\?vez=0">Atualizar agora/);
  assert.match(inTime, /href="https:\/\/here\.example\/3ds\/t">Voltar à confirmação do banco/);
  assert.ok(!inTime.includes('Voltar à loja'));
  const late = waiting({ late: true, toAcquirer: undefined, toShop: 'https://shop.example/?a=1&b=2' });
  assert.equal(headingOf(late), 'O prazo para confirmar acabou');
  assert.ok(!late.includes('Voltar à confirmação'));
  assert.match(late, /href="https:\/\/shop\.example\/\?a=1&amp;b=2">Voltar à loja/);
});

test('no page renders outside text as markup', () => {
  const pages = [
    unknownPage(true),
    waiting({}, HOSTILE),
    aheadPage(sale({}, HOSTILE).shop, true, 'https://here.example/3ds/t'),
    waiting({ toShop: `https://shop.example/${encodeURI(HOSTILE)}` }, HOSTILE),
    ...SHOWN.map(([status]) => resultPage(sale({ status, providerMessage: HOSTILE }, HOSTILE), 'hard')),
  ];
  for (const page of pages) {
    assert.doesNotMatch(page, /<script|<img|\sstyle="|javascript:/i);
    assert.match(page, /<html lang="pt-BR">/);
    assert.match(page, /<meta name="viewport"/);
    assert.equal([...page.matchAll(/<h1>/g)].length, 1);
  }
  assert.ok(pages[1]?.includes('&lt;script&gt;'));
});

test('a page for an unknown address and one that is loaded ahead look like every page for buyers', () => {
  const { shop } = sale();
  for (const sandbox of [true, false]) {
    const pages = [unknownPage(sandbox), aheadPage(shop, sandbox, 'https://here.example/3ds/t')];
    for (const page of pages) {
      assert.match(page, /<main class="one">\n<div class="card"><h1>/);
      assert.ok(page.includes(BUYER_STYLE.text));
      assert.equal(page.includes('Ambiente de testes'), sandbox);
    }
    assert.ok(!pages[0]?.includes('class="shop'));
    assert.match(pages[1] ?? '', /<header class="shop one">.*<strong>Loja Café<\/strong>/);
    assert.match(pages[1] ?? '', /<a class="go" href="https:\/\/here\.example\/3ds\/t">/);
  }
});

test('no page shows the names of buyer or card holder', () => {
  for (const page of [waiting(), resultPage(sale(), undefined)]) {
    assert.doesNotMatch(page, /Cliente Café|Titular Café/);
  }
});
