import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { htmlText, plainText } from './layout.ts';
import {
  type AddressedMail,
  addressKeyOf,
  afterSending,
  type MailText,
  type NewMail,
  type SendResult,
} from './mail.ts';
import { mailJob } from './send-mails.ts';
import { readSmtpUrl } from './smtp-url.ts';
import { createMailQueue } from './store.ts';
import { mailMigrations } from './tables.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TEXT: MailText = {
  from: 'Guichê',
  subject: 'R$ 10,00 recebidos',
  heading: 'Você recebeu R$ 10,00 de <Maria>',
  paragraphs: ['Um parágrafo.'],
  lines: [['Pedido', 'a & b']],
  button: { label: 'Ver a venda', url: 'https://pagar.example/v?a=1&b=2' },
  footer: 'Enviado a Doces da Ana.',
};
const mailOf = (id: string): NewMail => ({ id, kind: 'payment', about: id, facts: { amount: 1_000 } });

describe('A mail that was tried', () => {
  const tried = (result: SendResult, { tries = 0, age = 0 } = {}) =>
    afterSending({ tries, createdAt: NOW - age }, result, NOW);

  test('waits longer after each try that its server put off, and is given up after seven', () => {
    const waits = [0, 1, 2, 3, 4, 5].map(
      (tries) => (tried({ kind: 'later', error: 'busy' }, { tries }).nextAt - NOW) / MINUTE_MS,
    );
    assert.deepEqual(waits, [1, 5, 30, 120, 480, 1_440]);
    assert.equal(tried({ kind: 'later', error: 'busy' }, { tries: 6 }).state, 'failed');
  });

  test('is given up at once when it is refused, and after three days whatever happens', () => {
    assert.equal(tried({ kind: 'refused', error: '550' }).state, 'failed');
    assert.equal(tried({ kind: 'unreachable', error: 'away' }, { age: 72 * HOUR_MS }).state, 'failed');
    assert.deepEqual(tried({ kind: 'unreachable', error: 'away' }), {
      state: 'waiting',
      tries: 0,
      nextAt: NOW + MINUTE_MS,
      error: 'away',
    });
    assert.equal(tried({ kind: 'sent' }).state, 'sent');
  });
});

describe('The text of a mail', () => {
  test('says the same plainly and as HTML, where what people wrote is text', () => {
    const plain = plainText(TEXT);
    for (const part of [
      '<Maria>',
      'Um parágrafo.',
      'Pedido: a & b',
      'https://pagar.example/v?a=1&b=2',
      'Enviado a',
    ])
      assert.ok(plain.includes(part), part);
    const html = htmlText(TEXT);
    assert.ok(html.includes('&lt;Maria&gt;'));
    assert.ok(html.includes('href="https://pagar.example/v?a=1&amp;b=2"'));
    assert.ok(html.includes('<html lang="pt-BR">'));
    assert.doesNotMatch(html, /<(?:img|script|link)\b/);
  });
});

describe('The address of a mail server', () => {
  test('has a scheme, a host, and user and password together or not at all', () => {
    assert.deepEqual(readSmtpUrl('smtp://ana%40x.example:a%2Fb@mail.example'), {
      host: 'mail.example',
      port: 587,
      tls: false,
      user: 'ana@x.example',
      password: 'a/b',
    });
    assert.deepEqual(readSmtpUrl('smtps://mail.example:2465')?.port, 2465);
    assert.equal(readSmtpUrl('smtps://mail.example')?.port, 465);
    for (const text of [
      'mail.example:25',
      'https://mail.example',
      'smtp://ana@mail.example',
      'smtp://m.example/x',
    ])
      assert.equal(readSmtpUrl(text), undefined, text);
  });
});

for (const engine of ENGINES) {
  describe(`The queue of mails on ${engine}`, () => {
    const open = async (context: { after(close: () => Promise<void>): void }) => {
      const { database, close } = await newDatabase(engine);
      context.after(close);
      await database.migrate(mailMigrations);
      let now = NOW;
      const clock = { now: () => now };
      const queue = createMailQueue({ database, clock });
      const results: (SendResult | Error)[] = [];
      const sent: { id: string; mail: AddressedMail }[] = [];
      const job = mailJob({
        queue,
        clock,
        transport: {
          send: async (id, mail) => {
            sent.push({ id, mail });
            const result = results.shift() ?? { kind: 'sent' };
            if (result instanceof Error) throw result;
            return result;
          },
        },
        compose: async ({ about, createdAt }) => {
          if (about === 'held up' && now < createdAt + HOUR_MS) return { kind: 'not_yet' };
          return about === 'nobody' ? undefined : { to: 'ana@x.example', text: TEXT };
        },
        onResult: () => undefined,
        onError: () => undefined,
      });
      return {
        queue,
        results,
        sent,
        write: (mails: readonly NewMail[]) => database.write((write) => queue.write(write, mails)),
        run: () => job.run(new AbortController().signal),
        pass: (ms: number) => {
          now += ms;
        },
      };
    };

    test('keeps the first of two with one id, and sends each once', async (context) => {
      const { write, run, sent, queue } = await open(context);
      await write([mailOf('a'), mailOf('b'), mailOf('a')]);
      await write([
        { ...mailOf('b'), about: 'another' },
        { ...mailOf('c'), about: 'nobody' },
      ]);
      await run();
      await run();
      assert.deepEqual(sent.map(({ id }) => id).toSorted(), ['a', 'b']);
      assert.deepEqual(await queue.backlog(), { waiting: 0, oldestAt: undefined, lastError: undefined });
    });

    test('asks a server that is away with one mail at a time, and sends all when it is back', async (context) => {
      const { write, run, sent, queue, results, pass } = await open(context);
      await write(Array.from({ length: 120 }, (_, index) => mailOf(`mail-${index}`)));
      const away: SendResult = { kind: 'unreachable', error: 'connect ECONNREFUSED' };
      results.push(away, away);
      await run();
      await run();
      assert.equal(sent.length, 1, 'it pauses for all');
      pass(31_000);
      await run();
      assert.equal(sent.length, 2);
      const { waiting, lastError } = await queue.backlog();
      assert.deepEqual([waiting, lastError], [120, 'connect ECONNREFUSED']);
      pass(2 * MINUTE_MS);
      await run();
      assert.equal(sent.length, 52, 'at a pace that leaves sales room');
      await run();
      await run();
      assert.equal(sent.length, 122);
      assert.equal((await queue.backlog()).waiting, 0);
    });

    test('asks again for what cannot be said yet, as often as it takes, and sends the others meanwhile', async (context) => {
      const { write, run, sent, queue, pass } = await open(context);
      await write([{ ...mailOf('slip'), about: 'held up' }, mailOf('b')]);
      for (let minute = 0; minute < 60; minute += 1) {
        await run();
        pass(MINUTE_MS);
      }
      assert.deepEqual(
        sent.map(({ id }) => id),
        ['b'],
      );
      assert.equal((await queue.backlog()).lastError, undefined, 'its server said nothing');
      await run();
      assert.equal(sent.length, 2);
    });

    test('sends mails about access before others that waited longer', async (context) => {
      const { write, run, sent, pass } = await open(context);
      await write(Array.from({ length: 60 }, (_, index) => mailOf(`receipt-${index}`)));
      pass(MINUTE_MS);
      await write([{ ...mailOf('link'), kind: 'new_password_link' }]);
      await run();
      assert.equal(sent[0]?.id, 'link');
      await run();
      assert.equal(sent.length, 61);
    });

    test('counts what was sent of one asker, and to one address, since a time', async (context) => {
      const { write, run, results, queue, pass } = await open(context);
      const typed = (id: string, link: string, address: string): NewMail => ({
        ...mailOf(id),
        askedBy: link,
        addressKey: addressKeyOf(address),
      });
      const countsSince = async (since: number) => [
        await queue.countSent('askedBy', 'link:1', { since, most: 9 }),
        await queue.countSent('addressKey', addressKeyOf('ana@x.example'), { since, most: 9 }),
      ];
      await write([
        typed('a', 'link:1', 'ana@x.example'),
        typed('b', 'link:1', 'rui@x.example'),
        mailOf('c'),
      ]);
      assert.deepEqual(await countsSince(NOW), [0, 0]);
      await run();
      assert.deepEqual(await countsSince(NOW), [2, 1]);
      pass(MINUTE_MS);
      await write([typed('d', 'link:2', 'ANA@x.example'), typed('e', 'link:2', 'ana@x.example')]);
      const refused: SendResult = { kind: 'refused', error: '550' };
      results.push(refused);
      await run();
      assert.deepEqual(await countsSince(NOW), [2, 2]);
      assert.deepEqual(await countsSince(NOW + 1), [0, 1]);
      assert.equal(await queue.countSent('askedBy', 'link:1', { since: NOW, most: 1 }), 1);
    });

    test('puts a mail that failed back as a new one, a bounded number of times', async (context) => {
      const { write, run, sent, queue, results, pass } = await open(context);
      await write([{ ...mailOf('month'), kind: 'monthly_sales' }, mailOf('other')]);
      const refused: SendResult = { kind: 'refused', error: '550' };
      results.push(refused, refused);
      await run();
      const failed = (times: number, endedBefore = NOW + 100 * HOUR_MS) =>
        queue.failed('monthly_sales', { endedBefore, times, limit: 10 });
      assert.deepEqual(await failed(1, NOW), []);
      assert.deepEqual(await failed(1), [{ id: 'month', about: 'month' }]);
      pass(73 * HOUR_MS);
      await queue.putBack({ id: 'month', facts: { month: '2026-10' } });
      results.push({ kind: 'later', error: '450' });
      await run();
      assert.equal((await queue.backlog()).waiting, 1, 'it is as young as a new one');
      pass(MINUTE_MS);
      results.push(refused);
      await run();
      assert.equal(sent.length, 4);
      assert.deepEqual([await failed(1), (await failed(2)).length], [[], 1]);
    });

    test('goes on after a mail that its server puts off, and forgets what ended a month ago', async (context) => {
      const { write, run, sent, queue, results, pass } = await open(context);
      await write([mailOf('a'), mailOf('b')]);
      results.push({ kind: 'later', error: '450 busy' });
      await run();
      assert.equal(sent.length, 2);
      pass(MINUTE_MS);
      await run();
      assert.equal(sent.length, 3);
      assert.equal(await queue.deleteOld(10), 0);
      pass(31 * 24 * HOUR_MS);
      assert.equal(await queue.deleteOld(10), 2);
    });
  });
}
