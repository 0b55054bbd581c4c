import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ENGINES, newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import { sequenceMigrations } from '../../platform/database/index.ts';
import { createMailQueue, mailMigrations } from '../../platform/mail/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { localTime } from '../../platform/time/clock.ts';
import { createSendReceipt, maskedEmail } from './send-receipt.ts';

const ZONE = localTime('America/Sao_Paulo');
const MINUTE_MS = 60_000;

async function open(context: TestContext, engine: TestEngine) {
  const { database, close } = await newDatabase(engine);
  context.after(close);
  await database.migrate({ ...sequenceMigrations, ...mailMigrations });
  let now = ZONE.fromIso('2026-11-26T10:15:00');
  const clock = { now: () => now };
  const queue = createMailQueue({ database, clock });
  const send = createSendReceipt({ enabled: true, database, queue, clock, time: ZONE });
  let audited = 0;
  return {
    audited: () => audited,
    pass: (ms: number) => {
      now += ms;
    },
    at: (local: string) => ZONE.fromIso(local),
    send: (to: string, { saleId = 'sale', merchantId = 7 } = {}) =>
      send({ saleId, merchantId, to }, async () => {
        audited += 1;
      }),
    /** As if so many had been asked for today, each of another sale. */
    write: (count: number) =>
      database.write((transaction) =>
        queue.write(
          transaction,
          Array.from({ length: count }, (_, index) => ({
            id: `receipt-${index}`,
            kind: 'receipt',
            about: `sale-${index}`,
            facts: {},
            askedBy: 'person:7',
          })),
        ),
      ),
    /** How all that wait end. */
    end: async (state: 'sent' | 'failed') => {
      for (const mail of await queue.due(100))
        await queue.record(mail, { state, tries: 1, nextAt: now, error: null });
    },
  };
}

/** What a refusal says. */
async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const refused = await call.catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal, String(refused));
  return refused;
}

for (const engine of ENGINES) {
  describe(`A receipt to an address that somebody typed, on ${engine}`, () => {
    test('is queued once, and what became of it is answered truly', async (t) => {
      const { send, pass, at, end, audited } = await open(t, engine);
      const first = at('2026-11-26T10:15:00');
      assert.deepEqual(await send('rosa@casa.example'), { state: 'queued', at: first });
      pass(MINUTE_MS);
      assert.deepEqual(await send('ROSA@casa.example'), { state: 'waiting', at: first });
      await end('sent');
      pass(MINUTE_MS);
      assert.deepEqual(await send('rosa@casa.example'), { state: 'sent', at: first + MINUTE_MS });
      assert.equal(audited(), 1, 'what was not queued is not audited');
      pass(60 * MINUTE_MS);
      assert.equal((await send('rosa@casa.example')).state, 'queued');
      await end('failed');
      assert.equal((await send('rosa@casa.example')).state, 'queued', 'the last one was given up');
      assert.equal(audited(), 3);
    });

    test('is sent five times for a sale, to whatever addresses, also when they are asked for at once', async (t) => {
      const { send, audited } = await open(t, engine);
      const all = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => send(`${index}@casa.example`)),
      );
      assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 5);
      assert.equal(audited(), 5);
      const { code, status, message } = await refusalOf(send('mais@casa.example'));
      assert.deepEqual([code, status], ['receipt_limit_reached', 429]);
      assert.match(message, /5 vezes.*a partir de 26\/12\/2026 às 10:15/);
      assert.equal((await send('0@casa.example')).state, 'waiting');
      assert.equal((await send('mais@casa.example', { saleId: 'another' })).state, 'queued');
    });

    test('is sent two hundred times a day for a shop', async (t) => {
      const { send, pass, write } = await open(t, engine);
      await write(199);
      assert.equal((await send('rosa@casa.example')).state, 'queued');
      const more = { saleId: 'more' };
      const { message, retryAfterSeconds } = await refusalOf(send('rosa@casa.example', more));
      assert.match(message, /200 comprovantes por e-mail hoje.*a partir de 27\/11\/2026 às 00:00/);
      assert.equal(retryAfterSeconds, (13 * 60 + 45) * 60);
      assert.equal((await send('rosa@casa.example', { ...more, merchantId: 8 })).state, 'queued');
      pass((13 * 60 + 45) * MINUTE_MS);
      assert.equal((await send('rosa@casa.example', more)).state, 'queued');
    });
  });
}

test('an address is masked where it is kept for long', () => {
  assert.equal(maskedEmail('ana.souza@dominio.com'), 'a***@dominio.com');
});
