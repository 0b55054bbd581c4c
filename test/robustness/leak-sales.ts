import { randomBytes, randomUUID } from 'node:crypto';
import { authenticatedSale } from '../support/buyer.ts';
import { API_PAIR, cardHashOf, encrypt, PUBLIC_KEY_PATH } from '../support/gateway-client.ts';
import { requestPublicKey, saleCall } from '../support/sale-calls.ts';
import { saleOf, saleWith } from '../support/sales.ts';
import { newCardNumber, type Suite } from './traces.ts';

/** Issuer refusals, lost and late answers, faults of the host, a reference used twice. */
const SCENARIOS = [
  '051',
  '063',
  '601',
  '603',
  '604',
  '605',
  '606',
  '607',
  '608',
  '609',
  '610',
  '611',
  '612',
  '621',
];

export async function sales({ card, send }: Suite): Promise<void> {
  for (const capture of [true, false])
    await send(saleCall(saleOf({ capture, cardInfo: card(`a sale, captured ${capture}`) })));
  for (const scenario of SCENARIOS) {
    await send({
      method: 'POST',
      path: '/__sim/force',
      headers: { 'Content-Type': 'application/json' },
      // An unreachable host is retried once.
      body: JSON.stringify({ scenario, times: scenario === '606' ? 2 : 1 }),
    });
    await send(
      saleCall(saleOf({ referenceId: 'traces', cardInfo: card(`a sale with scenario ${scenario}`) })),
    );
  }
  await send({ path: '/v1/transactions?referenceId=traces', headers: API_PAIR });
}

/** Proof of authentications that were made elsewhere: approved, refused by its acquirer, and refused for its form. */
export async function proofs({ card, send, traces }: Suite): Promise<void> {
  for (const [provider, xid] of [
    ['REDE', undefined],
    ['CIELO', `xid-${randomBytes(12).toString('hex')}`],
    ['GETNET', undefined],
  ] as const) {
    const cavv = randomBytes(20).toString('base64');
    traces.secrets.set(`cavv sent to ${provider}`, cavv);
    if (xid !== undefined) traces.secrets.set(`xid sent to ${provider}`, xid);
    const referenceId = randomUUID();
    const authentication = { cavv, eci: '05', version: '2.2.0', referenceId, ...(xid && { xid }) };
    for (const wrong of [{}, { referenceId: 'x' }]) {
      const sale = saleWith({
        card: { provider, authenticate: 1, authentication: { ...authentication, ...wrong } },
        cardInfo: card(`a sale with proof to ${provider}`),
      });
      await send(saleCall(sale));
    }
  }
}

/** Pages of buyers, each at an address with a token: of an authentication, one visited and one not, of a link, of a form. */
export async function buyerPages({ card, send, traces }: Suite): Promise<void> {
  const json = { 'Content-Type': 'application/json', ...API_PAIR };
  const keepToken = (what: string, address: unknown): string => {
    const { pathname } = new URL(String(address));
    traces.told.set(what, pathname.split('/').at(-1) ?? '');
    return pathname;
  };
  const begin = async (what: string) => {
    const sold = await send(saleCall(authenticatedSale('debit', { cardInfo: card(what) })));
    return keepToken(`token of ${what}`, (sold.json() as { redirectUrl?: string }).redirectUrl);
  };
  await begin('an authentication that nobody visits');
  const path = await begin('an authentication');
  await send({ path });
  await send({ path: `${path}/return` });
  for (const [where, body] of [
    ['/v1/intention', { amount: '1000', payment: { card: { type: 0 } } }],
    ['/v1/tokenization/intention', { referenceId: 'traces' }],
  ] as const) {
    const made = await send({ method: 'POST', path: where, headers: json, body: JSON.stringify(body) });
    await send({ path: keepToken(`token of ${where}`, (made.json() as { url?: string }).url) });
  }
}

/** Cards that violate each rule, and card numbers in other fields. */
export async function refusedSales({ card, word, send, traces }: Suite): Promise<void> {
  const spoiled = (what: string, change: object) => ({ ...card(what), ...change });
  const withoutCheckDigit = newCardNumber().replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  traces.secrets.set('card that fails Luhn', withoutCheckDigit);
  for (const cardInfo of [
    spoiled('a refused month', { expirationMonth: '13' }),
    spoiled('a refused year', { expirationYear: '203' }),
    spoiled('a refused security code', { cvv: word('security code that is none') }),
    spoiled('a refused holder', { holderName: 'x'.repeat(101) }),
    { ...card('a number that fails'), number: withoutCheckDigit },
    { ...card('a missing number'), number: undefined, numero: card('a misspelt name').number },
    [card('a list')],
  ]) {
    await send(saleCall(saleOf({ cardInfo })));
  }
  for (const where of [
    'amount',
    'provider too long',
    'installments',
    'type',
    'capture',
    'expirationMonth',
    'cvv',
  ]) {
    const stray = card(`the place of ${where}`).number;
    const info = {
      ...card(`a sale with a stray ${where}`),
      ...(/^(exp|cvv)/.test(where) ? { [where]: stray } : {}),
    };
    const provider = where.startsWith('provider') ? `${stray}${'x'.repeat(40)}` : undefined;
    await send(
      saleCall({
        amount: where === 'amount' ? stray : '1000',
        payment: {
          card: { [where]: stray, ...(provider === undefined ? {} : { provider }), cardInfo: info },
        },
      }),
    );
  }
  const whole = saleCall(saleOf({ cardInfo: card('a body cut short') }));
  await send({ ...whole, body: String(whole.body).slice(0, -2) });
  const form = saleCall(saleOf({ cardInfo: card('a body that is no JSON') }));
  await send({ ...form, headers: { ...form.headers, 'Content-Type': 'text/plain' } });
  await send({ ...form, body: `number=${card('a form').number}` });
  await send(saleCall({ ...saleOf({ cardInfo: card('a body too large') }), filling: 'x'.repeat(1_100_000) }));
  await send(
    saleCall(saleOf({ cardInfo: card('a stranger') }), {
      ...API_PAIR,
      authenticationKey: word('key that is none'),
    }),
  );
}

export async function cardHashes({ card, send, traces, client }: Suite): Promise<void> {
  const key = await requestPublicKey(client);
  traces.secrets.set('session key', key.sessionKey);
  const hashed = async (what: string, plaintext: string, beside: object = {}) => {
    const cipher = encrypt(key.publicKey, plaintext);
    const base64 = cipher.toString('base64');
    traces.secrets.set(`ciphertext of ${what}`, cipher);
    traces.secrets.set(`cardHash of ${what}`, base64);
    await send(saleCall(saleOf({ cardInfo: { cardHash: base64 + key.sessionKey, ...beside } })));
  };
  await hashed('a sale by cardHash', JSON.stringify(card('a sale by cardHash')));
  await hashed(
    'a cardHash with a bad month',
    JSON.stringify({ ...card('a cardHash with a bad month'), expirationMonth: '13' }),
  );
  await hashed('a cardHash that is no card', JSON.stringify([card('a cardHash that is no card')]));
  await hashed('a cardHash cut short', JSON.stringify(card('a cardHash cut short')).slice(0, -3));
  await hashed(
    'a cardHash beside a number',
    JSON.stringify(card('a cardHash beside a number')),
    card('a number beside a cardHash'),
  );
  const strange = cardHashOf(
    { ...key, sessionKey: randomBytes(16).toString('hex') },
    card('a cardHash of no session'),
  );
  traces.secrets.set('cardHash of no session', strange);
  await send(saleCall(saleOf({ cardInfo: { cardHash: strange } })));
}

/** Card numbers in paths, queries and headers, which HTTP servers usually log. */
export async function strayCards({ card, word, send }: Suite): Promise<void> {
  const stray = (what: string) => card(what).number;
  await send({ path: `/v1/transactions/${stray('a path')}`, headers: API_PAIR });
  await send({ path: `/cartao/${stray('an unknown path')}` });
  await send({ path: `/v1/transactions?referenceId=${stray('a query')}&limit=x`, headers: API_PAIR });
  await send({ path: `${PUBLIC_KEY_PATH}?ttl=${stray('a ttl')}`, headers: API_PAIR });
  await send({
    path: '/v1/transactions',
    headers: { ...API_PAIR, [`x-${stray('a header name')}`]: stray('a header') },
  });
  await send({
    path: '/v1/transactions',
    headers: { authenticationApi: stray('a user'), authenticationKey: word('key of a card') },
  });
  await send({ path: PUBLIC_KEY_PATH, headers: { Authorization: `Basic ${word('key that is no base64')}` } });
  await send({
    path: `/__sim/book?key=${word('key in a query')}&reference=${stray('a query of the simulator')}`,
  });
  await send({ path: `/Terminal/GetByPessoaId?key=${word('operational key in a query')}&pessoaId=1` });
  for (const path of ['/Login/Login/', `/senha/${word('token of a link that is none')}`]) {
    await send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cpfCnpj: '11144477735', senha: word(`password sent to ${path.slice(0, 6)}`) }),
    });
  }
}

/** Stored cards: with a sale, without one, by a form, refused, with lost answers. */
export async function storedCards({ card, send }: Suite): Promise<void> {
  const json = { 'Content-Type': 'application/json', ...API_PAIR };
  const force = (scenario: string) =>
    send({
      method: 'POST',
      path: '/__sim/force',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ scenario, times: 1 }),
    });
  const saving = (what: string) =>
    saleCall(saleWith({ capture: true, saveCard: true, cardInfo: card(what) }));
  const keep = (path: string, body: object) =>
    send({ method: 'POST', path, headers: json, body: JSON.stringify(body) });
  const sold = (await send(saving('a sale that keeps its card'))).json() as {
    readonly payment: { readonly card: { readonly cardInfo: { readonly token: string } } };
  };
  const { token } = sold.payment.card.cardInfo;
  const postBackUrl = 'https://loja.example/cartao';
  await keep('/v1/tokenization', { postBackUrl, cardInfo: card('a card whose merchant is notified') });
  await send(saleCall(saleWith({ cardInfo: { token } })));
  for (const scenario of ['051', '604', '607']) {
    await force(scenario);
    await keep('/v1/tokenization', {
      referenceId: 'traces',
      cardInfo: card(`a card kept with scenario ${scenario}`),
    });
  }
  await keep('/v1/tokenization', { referenceId: card('a reference').number, cardInfo: card('a stray one') });
  const named = card('a holder name');
  await keep('/v1/tokenization', { referenceId: 'traces', cardInfo: { ...named, holderName: named.number } });
  const form = (await keep('/v1/tokenization/intention', { referenceId: 'traces' })).json() as {
    url: string;
  };
  const path = new URL(form.url).pathname;
  const type = ({ number, cvv }: { number: string; cvv: string }, nome: string) =>
    send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ numero: number, validade: '12/35', cvv, nome }).toString(),
    });
  await type(card('a form without a name'), '');
  const typedTwice = card('a form with the number as name');
  await type(typedTwice, typedTwice.number);
  await force('051');
  await type(card('a form that is refused'), 'MARIA');
  await type(card('a form that is kept'), 'MARIA');
  await send({ path });
  await send({ path: '/v1/tokenization?referenceId=traces', headers: API_PAIR });
  await send({ method: 'DELETE', path: `/v1/tokenization/${token}`, headers: API_PAIR });
}
