import type { Rooms } from '../../composition/rooms.ts';
import { writeTransaction } from '../../gateway/http/index.ts';
import { reasonText } from '../../gateway/payments/index.ts';
import {
  readStatus,
  type SaleFilter,
  STATUS_NAMES,
  type Transaction,
  type TransactionStore,
} from '../../gateway/transactions/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { type Arguments, type Command, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { timeWriter } from '../line/times.ts';
import { readDay, readId, readReais } from '../line/values.ts';
import { paidByBuyer } from './paid-by-buyer.ts';
import { TRANSACTION_COLUMNS, transactionRow } from './transaction-row.ts';

const LISTED = 50;
/** Pages of a rare filter that are looked through before the list says where to go on. */
const MAX_PAGES = 20;
const FILTERS = ['from', 'to', 'status', 'search', 'amount', 'before'] as const;

/** What is listed: the transactions, and where older ones begin that were not looked at. */
interface Found {
  readonly transactions: readonly Transaction[];
  /** Why each needs a person; undefined in a list of any. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** The list goes on after this id. */
  readonly next?: string | undefined;
  /** How many more there are, where that is known. */
  readonly more?: number | undefined;
}

export const listTransactions: Command = {
  name: 'transaction list',
  summary: `lista as ${LISTED} transações mais novas que passam pelos filtros`,
  options: {
    person: { summary: 'só as desta pessoa', value: 'ID' },
    from: { summary: 'desde este dia', value: 'AAAA-MM-DD' },
    to: { summary: 'até este dia, inclusive', value: 'AAAA-MM-DD' },
    status: { summary: 'só as deste status; pode ser repetida', value: 'NÚMERO', repeatable: true },
    search: {
      summary:
        'referência, NSU, TID, autorização, final do cartão, endToEndId ou txid de um Pix, CPF ou CNPJ do cliente ou de quem pagou, começo do nome do cliente ou id',
      value: 'TEXTO',
    },
    amount: { summary: 'só as deste valor, em reais', value: '10,50' },
    before: { summary: 'continua depois desta: a última da página anterior', value: 'ID' },
    'needs-attention': { summary: 'só as que não se resolvem sem o operador, com o motivo' },
  },
  run: async (context, args) => {
    const filter = filterOf(args);
    const waiting = args.flag('needs-attention');
    const given = FILTERS.find((name) => args.texts(name).length > 0);
    if (waiting && given !== undefined) throw new UsageError(`--${given} não se junta a --needs-attention.`);
    const rooms = await context.rooms();
    const { transactions, reasons, next, more } = waiting
      ? await needingAttention(rooms, filter.merchantId)
      : await newest(rooms, filter, args.optionalText('before')?.toLowerCase());
    const time = localTime(context.timeZone);
    return {
      record: {
        transactions: await Promise.all(
          transactions.map(async (transaction) => ({
            ...writeTransaction(transaction, time, {
              redirectUrl: rooms.authenticationPages.redirectUrlOf(transaction),
              ...(await paidByBuyer(rooms, transaction)),
            }),
            personId: transaction.merchantId,
            ...(reasons ? { reason: reasons.get(transaction.id) } : {}),
          })),
        ),
        nextBeforeId: next ?? null,
        more: more ?? 0,
      },
      text:
        transactions.length > 0
          ? tableOf(transactions, reasons, timeWriter(context.timeZone))
          : 'Nenhuma transação.',
      note: noteOf({ next, more }),
    };
  },
};

function filterOf(args: Arguments): SaleFilter {
  const optional = <Value>(name: string, read: (text: string, what: string) => Value): Value | undefined => {
    const text = args.optionalText(name);
    return text === undefined ? undefined : read(text, `--${name}`);
  };
  const amount = optional('amount', readReais);
  const statuses = args.texts('status').map(readStatusNumber);
  return {
    merchantId: optional('person', readId),
    from: optional('from', readDay),
    to: optional('to', readDay),
    search: args.optionalText('search'),
    statuses: statuses.length > 0 ? statuses : undefined,
    amountMin: amount,
    amountMax: amount,
  };
}

function readStatusNumber(text: string): number {
  const status = /^\d{1,2}$/.test(text) ? readStatus(Number(text)) : undefined;
  if (status !== undefined) return status;
  const known = Object.entries(STATUS_NAMES).map(([number, { name }]) => `${number} ${name}`);
  throw new UsageError(`--status deve ser um número destes: ${known.join(', ')}.`);
}

async function newest(
  { sales }: Pick<Rooms, 'sales'>,
  filter: SaleFilter,
  before: string | undefined,
): Promise<Found> {
  const transactions: Transaction[] = [];
  let from = before;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await sales.list(filter, { limit: LISTED - transactions.length, before: from });
    transactions.push(...page.sales);
    from = page.lookedUntil?.id;
    if (from === undefined || transactions.length >= LISTED) break;
  }
  const last = transactions.length >= LISTED ? transactions.at(-1)?.id : from;
  return { transactions, next: last };
}

async function needingAttention(
  { cases, transactions: store }: Pick<Rooms, 'cases' | 'transactions'>,
  merchantId: number | undefined,
): Promise<Found> {
  const rows = await cases.manual(LISTED, merchantId);
  const transactions = await transactionsOf(rows, store);
  const inAll = rows.length === LISTED ? await cases.manualTransactions(merchantId) : 0;
  const reasons = new Map(rows.map((row) => [row.transactionId, row.reason ?? '']));
  return { transactions, reasons, more: Math.max(0, inAll - transactions.length) };
}

function noteOf({ next, more = 0 }: Pick<Found, 'next' | 'more'>): string | undefined {
  if (next !== undefined) return `Pode haver mais antigas: repita com --before ${next}`;
  return more > 0 ? `E mais ${more}: estas são as mais antigas.` : undefined;
}

async function transactionsOf(
  rows: readonly { readonly transactionId: string }[],
  transactions: TransactionStore,
): Promise<readonly Transaction[]> {
  const ids = [...new Set(rows.map((row) => row.transactionId))];
  const found = await Promise.all(ids.map((id) => transactions.findAny(id)));
  return found.filter((one) => one !== undefined);
}

function tableOf(
  transactions: readonly Transaction[],
  reasons: ReadonlyMap<string, string> | undefined,
  write: (epochMs: number) => string,
): string {
  return textTable(
    [...TRANSACTION_COLUMNS, ...(reasons ? ['MOTIVO'] : [])],
    transactions.map((transaction) => [
      ...transactionRow(transaction, write),
      ...(reasons ? [reasonText(reasons.get(transaction.id) ?? '')] : []),
    ]),
  );
}
