import {
  Status,
  type Transaction,
  transactionRefuse,
  writeTransaction,
} from '../gateway/transactions/index.ts';
import { localTime } from '../platform/index.ts';
import type { Command } from './command.ts';
import { textTable } from './text-table.ts';
import { readId } from './values.ts';

const LISTED = 50;
const STATUS_NAMES = new Map<number, string>([
  [Status.started, 'iniciada'],
  [Status.expired, 'expirada'],
  [Status.authorized, 'autorizada'],
  [Status.captured, 'confirmada'],
  [Status.denied, 'negada'],
  [Status.canceling, 'cancelamento em andamento'],
  [Status.canceled, 'cancelada'],
  [Status.pending, 'pendente de confirmação'],
  [Status.failed, 'falha na comunicação'],
]);

const show: Command = {
  name: 'transaction show',
  summary: 'mostra uma transação e as suas tentativas no adquirente',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = args.positional('ID').toLowerCase();
    const { transactions } = await context.rooms();
    const transaction = await transactions.findAny(id);
    if (!transaction) throw transactionRefuse('transaction_not_found');
    const attempts = await transactions.attemptsOf(id);
    const time = localTime(context.timeZone);
    const rows = attempts.map((attempt) => [
      time.iso(attempt.created_at),
      attempt.reference,
      attempt.state,
      attempt.their_id ?? '',
      attempt.raw_code ?? '',
      attempt.reason ?? '',
    ]);
    return {
      record: { ...writeTransaction(transaction, time), personId: transaction.merchantId, attempts },
      text: [
        textTable(TRANSACTION_COLUMNS, [transactionRow(transaction, time.iso)]),
        '',
        textTable(['TENTATIVA', 'REFERÊNCIA', 'ESTADO', 'NO ADQUIRENTE', 'CÓDIGO', 'MOTIVO'], rows),
      ].join('\n'),
    };
  },
};

const list: Command = {
  name: 'transaction list',
  summary: `lista as ${LISTED} transações mais novas`,
  options: {
    person: { summary: 'só as desta pessoa', value: 'ID' },
    'needs-attention': { summary: 'só as que esperam a confirmação do adquirente' },
  },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const merchantId = person === undefined ? undefined : readId(person, '--person');
    const status = args.flag('needs-attention') ? Status.pending : undefined;
    const { transactions } = await context.rooms();
    const found = await transactions.list({ merchantId, status, limit: LISTED });
    const time = localTime(context.timeZone);
    return {
      record: found.map((transaction) => ({
        ...writeTransaction(transaction, time),
        personId: transaction.merchantId,
      })),
      text:
        found.length > 0
          ? textTable(
              TRANSACTION_COLUMNS,
              found.map((transaction) => transactionRow(transaction, time.iso)),
            )
          : 'Nenhuma transação.',
    };
  },
};

export const transactionCommands: readonly Command[] = [show, list];

const TRANSACTION_COLUMNS = [
  'DATA',
  'TRANSAÇÃO',
  'PESSOA',
  'CENTAVOS',
  'STATUS',
  'ADQUIRENTE',
  'REFERÊNCIA DA LOJA',
];

function transactionRow(transaction: Transaction, writeTime: (epochMs: number) => string): string[] {
  const { status } = transaction.result;
  return [
    writeTime(transaction.createdAt),
    transaction.id,
    String(transaction.merchantId),
    String(transaction.amount),
    `${status} ${STATUS_NAMES.get(status) ?? ''}`,
    transaction.order.provider,
    transaction.referenceId ?? '',
  ];
}
