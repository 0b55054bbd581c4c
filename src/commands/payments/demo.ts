import { demoMoment, demoSale } from '../../gateway/demo/index.ts';
import type { History } from '../../gateway/history/index.ts';
import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import { insertDemoPostbacks, removeDemoPostbacks } from '../../gateway/postbacks/index.ts';
import { type DemoSale, insertDemoSales, removeDemoSales } from '../../gateway/transactions/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { type Arguments, type Command, UsageError } from '../line/command.ts';
import { readId } from '../line/values.ts';

const DEFAULT_COUNT = 500;
const MAX_COUNT = 1_000_000;
const DEFAULT_MONTHS = 4;
const MAX_MONTHS = 36;
const DAYS_OF_MONTH = 30;
const DEMO_SELLER = 1;
const SALES_AT_ONCE = 2_000;
/** A name that nobody can have (RFC 2606). */
const DEMO_URL = 'https://loja.example/avisos';
const TOLD_EVERY = 10;
const FAILED_EVERY = 12;
const MAX_TRIES = 7;
const ANSWERED_AFTER_MS = 4_000;
const GIVEN_UP_AFTER_MS = 35 * 60 * 60_000;

const sales: Command = {
  name: 'demo sales',
  summary: 'na sandbox: enche a loja de demonstração de vendas inventadas, marcadas como tais, ou as retira',
  options: {
    count: { summary: `quantas, até ${MAX_COUNT} (padrão ${DEFAULT_COUNT})`, value: 'N' },
    months: {
      summary: `em quantos meses até agora, até ${MAX_MONTHS} (padrão ${DEFAULT_MONTHS})`,
      value: 'N',
    },
    person: { summary: `de que loja (padrão ${DEMO_SELLER}, a de demonstração)`, value: 'ID' },
    remove: { summary: 'tira todas as vendas inventadas da loja' },
  },
  makesDatabase: true,
  run: async (context, args) => {
    if (context.config.mode !== 'sandbox') {
      throw new UsageError('Vendas de demonstração existem só na sandbox (GUICHE_MODE=sandbox).');
    }
    const count = readCount(args, 'count', DEFAULT_COUNT, MAX_COUNT);
    const months = readCount(args, 'months', DEFAULT_MONTHS, MAX_MONTHS);
    const person = args.optionalText('person');
    const merchantId = person === undefined ? DEMO_SELLER : readId(person, '--person');
    const { database, history, clock, newReference } = await context.rooms();
    const store = {
      kinds: PAYMENT_KINDS,
      database,
      history,
      dayOf: localTime(context.timeZone).day,
      onWritten: (write: WriteTransaction, made: readonly DemoSale[]) =>
        writeNotifications(write, history, made),
      onRemoved: removeDemoPostbacks,
    };
    if (args.flag('remove')) {
      const removed = await removeDemoSales(store, merchantId);
      return { record: { removed }, text: `Vendas de demonstração tiradas: ${removed}.` };
    }
    const now = clock.now();
    const moments = Array.from({ length: count }, () =>
      demoMoment(now, months * DAYS_OF_MONTH, Math.random),
    ).sort((one, other) => one - other);
    for (let from = 0; from < count; from += SALES_AT_ONCE) {
      const made = moments.slice(from, from + SALES_AT_ONCE).map(
        (createdAt, index): DemoSale =>
          demoSale({
            merchantId,
            number: 1_000 + from + index,
            createdAt,
            now,
            newReference,
            random: Math.random,
          }),
      );
      await insertDemoSales(store, made);
    }
    return {
      record: { added: count, merchantId },
      text: `Vendas de demonstração criadas: ${count}. Para retirá-las: guiche demo sales --remove`,
    };
  },
};

export const demoCommands: readonly Command[] = [sales];

function readCount(args: Arguments, name: string, usual: number, most: number): number {
  const text = args.optionalText(name);
  if (text === undefined) return usual;
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw new UsageError(`--${name} deve ser um número de 1 a ${most}, não "${text}".`);
  return count;
}

/** The shop of every tenth sale wanted postbacks; some of them never arrived. */
async function writeNotifications(
  write: WriteTransaction,
  history: Pick<History, 'record'>,
  made: readonly DemoSale[],
): Promise<void> {
  const notified = made
    .filter((_, index) => index % TOLD_EVERY === 0)
    .map(({ transaction }, index) => {
      const delivered = index % FAILED_EVERY !== 1;
      const endedAt = transaction.createdAt + (delivered ? ANSWERED_AFTER_MS : GIVEN_UP_AFTER_MS);
      return { transaction, delivered, endedAt, tries: delivered ? 1 : MAX_TRIES };
    });
  await insertDemoPostbacks(
    write,
    notified.map(({ transaction: { id, merchantId, referenceId, createdAt, result }, ...end }) => ({
      transactionId: id,
      merchantId,
      referenceId,
      status: result.status,
      url: DEMO_URL,
      createdAt,
      ...end,
    })),
  );
  await history.record(
    write,
    notified.map(({ transaction: { id }, delivered, endedAt, tries }) => ({
      transactionId: id,
      at: endedAt,
      kind: 'postback',
      origin: { kind: 'delivery' },
      details: {
        version: 1,
        state: delivered ? 'delivered' : 'failed',
        tries,
        httpStatus: delivered ? 200 : 503,
        error: delivered ? undefined : 'status',
      },
    })),
  );
}
