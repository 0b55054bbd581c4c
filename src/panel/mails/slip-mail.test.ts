import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlipBeside } from '../../gateway/kinds/slip/index.ts';
import { Status } from '../../gateway/transactions/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { slipMailOf } from './slip-mail.ts';

const NOW = Date.UTC(2026, 10, 26, 15);

const MARIA = { name: 'Maria da Silva', email: 'maria@comprador.example' };

interface Stored {
  /** Of the sale, as its last try left it. */
  readonly order?: object;
  readonly typed?: { readonly askedBy: string; readonly addressKey: string };
  /** How many of each were sent on the day. */
  readonly sent?: Readonly<Partial<Record<'askedBy' | 'addressKey', number>>>;
}

/** The mail with a slip whose sale, or what is kept beside it, stands so when it is to be sent. */
function mailOf(
  status: Status,
  beside: Partial<SlipBeside> = {},
  { order = { customer: MARIA }, typed, sent = {} }: Stored = {},
) {
  const sale = { id: 't', merchantId: 1, amount: 999, result: { status }, order };
  const options = {
    accounts: {
      findPerson: async () => ({ status: 'active', name: 'Loja', document: '11144477735' }),
      shopSettings: async () => ({ mails: ['receipt'] }),
    },
    transactions: {
      findAny: async () => sale,
      attemptsOf: async () => [{ reference: 'r', state: 'waiting' }],
    },
    slipOf: async () => ({
      slip: { reference: 'r', amount: 100, line: '0'.repeat(47) },
      terms: { dueOn: '2026-12-01', payableUntil: '2026-12-01', discounts: [] },
      order: { customer: MARIA, description: 'Bolo' },
      url: 'https://pagar.example/v1/url-payment/x',
      ...beside,
    }),
    queue: {
      countSent: async (
        by: 'askedBy' | 'addressKey',
        _key: string,
        { since }: { readonly since: number },
      ) => {
        assert.equal(since, Date.UTC(2026, 10, 26, 3), 'of its local day');
        return sent[by] ?? 0;
      },
    },
    clock: { now: () => NOW },
    time: localTime('America/Sao_Paulo'),
    mode: 'production',
  } as unknown as Parameters<typeof slipMailOf>[0];
  return slipMailOf(options, { about: 't', facts: { reference: 'r' }, createdAt: NOW, ...typed });
}

/** To whom, or `not_yet`. */
function toOf(mail: Awaited<ReturnType<typeof mailOf>>) {
  return mail && ('kind' in mail ? mail.kind : mail.to);
}

test('a slip that its shop cancels, and its bank has not taken back yet, is mailed to nobody', async () => {
  assert.equal(toOf(await mailOf(Status.intention)), MARIA.email);
  for (const ending of ['void', 'expiry'] as const)
    assert.equal(await mailOf(Status.intention, { ending }), undefined);
  assert.equal(await mailOf(Status.captured), undefined, 'something else has paid');
});

test('a slip is mailed to who was to pay it, with its own amount, whatever its buyer tries afterwards', async () => {
  const others = [undefined, { name: 'Outra Pessoa', email: 'outra@comprador.example' }];
  for (const customer of others) {
    const mail = await mailOf(Status.intention, {}, { order: { customer, description: 'Outra coisa' } });
    assert.ok(mail && 'to' in mail);
    assert.equal(mail.to, MARIA.email);
    const lines = new Map(mail.text.lines);
    assert.deepEqual([lines.get('Pagador'), lines.get('Descrição')], [MARIA.name, 'Bolo']);
    assert.match(lines.get('Valor') ?? '', /^R\$\s1,00$/);
  }
});

test('the mail with a slip waits while its buyer tries to pay in another way', async () => {
  for (const status of [Status.started, Status.pending]) assert.equal(toOf(await mailOf(status)), 'not_yet');
});

test('an address that a visitor of a link types is mailed five slips a day, and all of a link two hundred', async () => {
  const typed = { askedBy: 'link:1', addressKey: 'a' };
  const sentAfter = async (sent: Stored['sent'] = {}) =>
    toOf(await mailOf(Status.intention, {}, { typed, sent }));
  assert.equal(await sentAfter({ addressKey: 4, askedBy: 199 }), MARIA.email);
  assert.equal(await sentAfter({ addressKey: 5 }), undefined);
  assert.equal(await sentAfter({ askedBy: 200 }), undefined);
  assert.equal(toOf(await mailOf(Status.intention, {}, { sent: { addressKey: 5 } })), MARIA.email);
});

test('what somebody types as the name on a hosted page is in no mail', async () => {
  const intention = { offers: [], expiresAt: 1, linkId: undefined };
  const order = { customer: MARIA, intention } as unknown as SlipBeside['order'];
  const mail = await mailOf(Status.intention, { order });
  assert.ok(mail && 'to' in mail);
  assert.ok(!JSON.stringify(mail.text).includes(MARIA.name));
});
