import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ENGINES, type TestEngine } from '../../../../test/support/databases.ts';
import { openTestRoom } from '../../../accounts/test-room.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { monthlySalesJob } from './monthly-sales.ts';

const ZONE = localTime('America/Sao_Paulo');

async function open(context: TestContext, engine: TestEngine) {
  const room = await openTestRoom(context, { engine });
  const { id: personId } = await room.addActive();
  const written: string[] = [];
  const failed: { id: string; about: string; endedAt: number }[] = [];
  let now = ZONE.fromIso('2026-10-31T23:50:00');
  const clock = { now: () => now };
  const queue = {
    write: async (_write: unknown, mails: readonly { readonly id: string }[]) => {
      written.push(...mails.map(({ id }) => id));
    },
    failed: async (_kind: unknown, { endedBefore }: { readonly endedBefore: number }) =>
      failed.filter(({ endedAt }) => endedAt < endedBefore),
    putBack: async ({ id }: { readonly id: string }) => {
      written.push(id);
    },
  };
  // The room's own clock names the accountant, the job's says what day it is.
  room.clock.advance(now - room.clock.now());
  const jobOf = (accounts: typeof room.accounts, database = room.database) =>
    monthlySalesJob({ accounts, queue, database, clock, time: ZONE });
  const job = jobOf(room.accounts);
  return {
    room,
    personId,
    failed,
    written,
    jobOf,
    setAccountant: (email: string | undefined) =>
      room.accounts.changeShopSettings({ personId }, (write) =>
        room.accounts.accountants.set(write, personId, email),
      ),
    /** Runs at a local time, and gives the months that were written. */
    at: async (local: string, jobs = [job]) => {
      room.clock.advance(ZONE.fromIso(local) - now);
      now = ZONE.fromIso(local);
      written.length = 0;
      await Promise.all(jobs.map(({ run }) => run(new AbortController().signal)));
      return written.map((id) => id.replace(`monthly_sales-${personId}-`, ''));
    },
  };
}

for (const engine of ENGINES) {
  describe(`The month for a shop's accountant on ${engine}`, () => {
    test('is written on the first of the next month at six of the local day, once', async (t) => {
      const { at, setAccountant } = await open(t, engine);
      assert.deepEqual(await at('2026-10-31T23:51:00'), [], 'nobody is named');
      await setAccountant('contas@exemplo.com.br');
      assert.deepEqual(await at('2026-10-31T23:59:00'), []);
      assert.deepEqual(await at('2026-11-01T05:59:00'), []);
      assert.deepEqual(await at('2026-11-01T06:00:00'), ['2026-10']);
      assert.deepEqual(await at('2026-11-01T06:10:00'), []);
      assert.deepEqual(await at('2026-11-30T23:59:00'), []);
      assert.deepEqual(await at('2026-12-01T06:00:00'), ['2026-11']);
      assert.deepEqual(await at('2027-01-01T06:00:00'), ['2026-12']);
    });

    test('follows after the service stood still, month by month', async (t) => {
      const { at, setAccountant } = await open(t, engine);
      await setAccountant('contas@exemplo.com.br');
      assert.deepEqual(await at('2027-01-20T12:00:00'), ['2026-10']);
      assert.deepEqual(await at('2027-01-20T12:10:00'), ['2026-11']);
      assert.deepEqual(await at('2027-01-20T12:20:00'), ['2026-12']);
      assert.deepEqual(await at('2027-01-20T12:30:00'), []);
      assert.deepEqual(await at('2026-12-20T12:30:00'), [], 'a clock that is set back sends nothing again');
    });

    test('is written once by two instances at the same moment', async (t) => {
      const { at, jobOf, room, setAccountant } = await open(t, engine);
      await setAccountant('contas@exemplo.com.br');
      const jobs = [jobOf(room.accounts), jobOf(await room.another())];
      for (const [day, month] of [
        ['2026-11-01', '2026-10'],
        ['2026-12-01', '2026-11'],
        ['2027-01-01', '2026-12'],
      ]) {
        assert.deepEqual(await at(`${day}T06:00:00`, jobs), [month]);
      }
    });

    test('waits for a shop that is inactive on the first, and follows when it is active again', async (t) => {
      const { at, room, personId, setAccountant } = await open(t, engine);
      await setAccountant('contas@exemplo.com.br');
      await room.accounts.deactivatePerson(personId);
      assert.deepEqual(await at('2026-11-01T06:00:00'), []);
      assert.deepEqual(await at('2026-12-05T06:00:00'), []);
      await room.accounts.reactivatePerson(personId);
      assert.deepEqual(await at('2026-12-05T06:10:00'), ['2026-10']);
      assert.deepEqual(await at('2026-12-05T06:20:00'), ['2026-11']);
    });

    test('is put back a day after it failed, for whoever was named by that month', async (t) => {
      const { at, failed, personId, setAccountant } = await open(t, engine);
      await setAccountant('contas@exemplo.com.br');
      assert.deepEqual(await at('2026-11-01T06:00:00'), ['2026-10']);
      const mail = (month: string) => ({
        id: `monthly_sales-${personId}-${month}`,
        about: String(personId),
        endedAt: ZONE.fromIso('2026-11-04T06:00:00'),
      });
      failed.push(mail('2026-09'), mail('2026-10'));
      assert.deepEqual(await at('2026-11-04T12:00:00'), []);
      assert.deepEqual(await at('2026-11-05T06:10:00'), ['2026-10']);
      await setAccountant(undefined);
      assert.deepEqual(await at('2026-11-05T06:20:00'), [], 'nobody is named any more');
    });

    test('ends when the address is taken away, and goes on with another address', async (t) => {
      const { at, setAccountant } = await open(t, engine);
      await setAccountant('contas@exemplo.com.br');
      assert.deepEqual(await at('2026-11-01T06:00:00'), ['2026-10']);
      await setAccountant('outra@exemplo.com.br');
      assert.deepEqual(await at('2026-11-02T06:00:00'), []);
      assert.deepEqual(await at('2026-12-01T06:00:00'), ['2026-11']);
      await setAccountant(undefined);
      assert.deepEqual(await at('2027-01-01T06:00:00'), []);
      await setAccountant('outra@exemplo.com.br');
      assert.deepEqual(await at('2027-01-31T06:00:00'), []);
      assert.deepEqual(await at('2027-02-01T06:00:00'), ['2027-01']);
    });
  });
}
