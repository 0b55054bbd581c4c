import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bookFile, readBook } from '../../simulators/pinpad/book.ts';
import { createService } from '../../simulators/pinpad/service.ts';
import { DEATHS, type Death, runMortalClient } from '../support/mortal-client.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const CREDIT = 21;
const AMOUNT = 1_234;
/** A pushed sale waits 20 seconds for another client: once is enough. */
const UNTAKEN: Death = 'before it takes the work';
const SILENT_MS = 15 * 60_000 + 1;
const TAKEN_OVER_MS = 5 * 60_000 + 1;

/** What happens to the sale after the death of its client, before another start. */
const MEDDLINGS = ['nothing', 'cancel', 'settled as paid', 'settled as not paid'] as const;
type Meddling = (typeof MEDDLINGS)[number];

onSqliteByDay('A payment client that dies', { GUICHE_SIM_PINPAD: 'off' }, (service) => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-mortal-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const meddling of MEDDLINGS) {
    for (const isReplaced of [false, true]) {
      const then = isReplaced ? 'another one is paired' : 'it starts again';
      test(`at any step, then ${meddling}, then ${then}: its acquirer and the shop agree to the cent`, async () => {
        const played = DEATHS.filter((death) => death !== UNTAKEN || (meddling === 'nothing' && !isReplaced));
        const rounds = played.map((death, index) =>
          openRound(service, join(folder, `${meddling}-${isReplaced}-${index}`), {
            death,
            meddling,
            isReplaced,
          }),
        );
        const opened = await Promise.all(rounds);
        if (meddling.startsWith('settled')) service.clock.advance(SILENT_MS);
        await Promise.all(opened.map((round) => round.meddle()));
        if (isReplaced) service.clock.advance(TAKEN_OVER_MS);
        await Promise.all(opened.map((round) => round.end()));
      });
    }
  }

  test('which the till cancels while the buyer pays reverses what it charged, and says so', async () => {
    await Promise.all(
      [0, 20, 60, 120].map((cancelAfterMs) =>
        playRace(service, join(folder, `race-${cancelAfterMs}`), cancelAfterMs),
      ),
    );
  });
});

async function openTill(service: TestService, folder: string) {
  const call = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const terminalId = Number((await call('/Terminal/Insert', { nome: 'Caixa' }, 'terminal')).id);
  const pair = async () =>
    String((await call('/ClientePagamento/Insert', { terminalId }, 'clientePagamento')).chave);
  const sale = {
    formaPagamentoId: CREDIT,
    terminalId,
    iniciarTransacaoAutomaticamente: true,
    valorTotalVendido: AMOUNT / 100,
  };
  const saleOf = (id: unknown) => call('/IntencaoVenda/GetById', { intencaoVendaId: id }, 'intencaoVenda');
  const bookFolder = join(folder, 'acquirer');
  return {
    terminalId,
    pair,
    bookFolder,
    sell: () => call('/Venda/Vender', sale, 'intencaoVenda'),
    cancel: (id: unknown) => post(service, '/Venda/CancelarVenda', { intencaoVendaId: id }, DEMO_KEY),
    statusOf: async (id: unknown) => Number(objectIn(await saleOf(id), 'intencaoVendaStatus').id),
    settle: (id: unknown, status: number, seen?: unknown) =>
      service.command(
        ...['sale', 'settle', String(id), '--status', String(status), '--reason', 'a test'],
        ...(seen === undefined ? [] : ['--case', String(seen)]),
      ),
    needsPerson: async (id: unknown) =>
      ((await service.command('sale', 'list')).sales as readonly Members[]).find((one) => one.id === id),
    /** What the acquirer has kept of all charges of this terminal. */
    kept: () =>
      readBook(bookFile(bookFolder, terminalId)).reduce(
        (sum, { moved, amount }) => sum + (moved === 'charge' ? amount : -amount),
        0,
      ),
    client: (key: string, journal: string, signal: AbortSignal, diesAt: (death: Death) => boolean) =>
      runMortalClient({
        service: createService(service.address()),
        key,
        terminalId,
        folder: join(folder, journal),
        bookFolder,
        afterMs: 30,
        signal,
        diesAt,
      }),
  };
}

/** A sale whose client has died, or has ended it. */
async function openRound(
  service: TestService,
  folder: string,
  plan: { readonly death: Death; readonly meddling: Meddling; readonly isReplaced: boolean },
) {
  const { death, meddling, isReplaced } = plan;
  const till = await openTill(service, folder);
  // What is not wanted any more was charged by a client that died before it could say so.
  const isReversal = death.includes('revers');
  const deaths: Death[] = isReversal ? ['before it sends the result', death] : [death];
  const diesAt = (now: Death) => {
    if (deaths[0] !== now) return false;
    deaths.shift();
    return true;
  };
  const key = await till.pair();
  const stopped = new AbortController();
  let hasEnded = false;
  const first = till.client(key, 'journal', stopped.signal, diesAt).finally(() => {
    hasEnded = true;
  });
  const { id } = await till.sell();
  const where = `${death}, ${meddling}, ${isReplaced ? 'another one' : 'again'}: sale ${id}`;
  await until(`${where} began`, async () => hasEnded || (await till.statusOf(id)) === 10);
  stopped.abort();
  await first;
  return {
    meddle: async () => {
      if ((await till.statusOf(id)) !== 6) return;
      if (meddling === 'cancel') answered(await till.cancel(id));
      if (meddling === 'settled as paid') await till.settle(id, 10);
      if (meddling === 'settled as not paid') await till.settle(id, 25);
    },
    end: async () => {
      const end = new AbortController();
      const journal = isReplaced ? 'journal of another one' : 'journal';
      const again = isReplaced ? await till.pair() : key;
      const running = (async () => {
        while (!end.signal.aborted) await till.client(again, journal, end.signal, diesAt);
      })();
      await until(`${where} agrees`, async () => {
        const status = await till.statusOf(id);
        const person = await till.needsPerson(id);
        // A person had said that it was paid, and it was not.
        if (person?.cause === 'notCharged' && meddling === 'settled as paid')
          await till.settle(id, 20, person.case);
        return !person && ![5, 6].includes(status) && till.kept() === (status === 10 ? AMOUNT : 0);
      });
      end.abort();
      await running;
      assert.equal(till.kept(), (await till.statusOf(id)) === 10 ? AMOUNT : 0, where);
    },
  };
}

async function playRace(service: TestService, folder: string, cancelAfterMs: number): Promise<void> {
  const till = await openTill(service, folder);
  const end = new AbortController();
  const running = till.client(await till.pair(), 'journal', end.signal, () => false);
  const { id } = await till.sell();
  await sleep(cancelAfterMs);
  await till.cancel(id);
  await until('the acquirer and the shop agree', async () => {
    const status = await till.statusOf(id);
    const isEven = [10, 20].includes(status) && till.kept() === (status === 10 ? AMOUNT : 0);
    return isEven && !(await till.needsPerson(id));
  });
  end.abort();
  await running;
}
