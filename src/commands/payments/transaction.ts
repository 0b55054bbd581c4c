import { writeTransaction } from '../../gateway/http/index.ts';
import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import { declineOf, reasonText } from '../../gateway/payments/index.ts';
import {
  type CaseStore,
  readStatus,
  retryCases,
  SETTLED_STATUSES,
  STATUS_NAMES,
  settleByOperator,
  statusText,
  type TransactionStore,
  transactionRefuse,
  withAttemptUnderWay,
  wordText,
} from '../../gateway/transactions/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { localTime } from '../../platform/time/clock.ts';
import { type Command, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { timeWriter } from '../line/times.ts';
import { routingLines, routingOf } from './attempt-routing.ts';
import { paidByBuyer } from './paid-by-buyer.ts';
import { listTransactions } from './transaction-list.ts';
import { TRANSACTION_COLUMNS, transactionRow } from './transaction-row.ts';
import { timeLine } from './transaction-timeline.ts';

const show: Command = {
  name: 'transaction show',
  summary: 'mostra uma transação, o que foi pedido à adquirente e tudo o que aconteceu, em ordem',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = args.positional('ID').toLowerCase();
    const rooms = await context.rooms();
    const { transactions, history, cases, authenticationPages } = rooms;
    const transaction = await transactions.findAny(id);
    if (!transaction) throw transactionRefuse('transaction_not_found');
    const [attempts, movements, open, events, decline] = [
      await transactions.attemptsOf(id),
      await transactions.movementsOf(id),
      await cases.ofTransaction(id),
      await history.of(id),
      await declineOf(transactions, transaction),
    ];
    const changes = withAttemptUnderWay(events, attempts);
    const time = localTime(context.timeZone);
    const write = timeWriter(context.timeZone);
    return {
      record: {
        ...writeTransaction(transaction, time, {
          redirectUrl: authenticationPages.redirectUrlOf(transaction),
          decline,
          ...(await paidByBuyer(rooms, transaction)),
        }),
        statusName: STATUS_NAMES[transaction.result.status].name,
        personId: transaction.merchantId,
        attempts: attempts.map((attempt) => ({ ...attempt, routing: routingOf(attempt, transaction) })),
        movements,
        cases: open,
        events: changes,
      },
      text: [
        textTable(TRANSACTION_COLUMNS, [transactionRow(transaction, write)]),
        attemptTable(attempts, write),
        ...routingLines(attempts),
        ...(movements.length > 0 ? [movementTable(movements, write)] : []),
        ...(open.length > 0 ? [caseTable(open, write)] : []),
        timeLine(changes, write),
      ].join('\n\n'),
    };
  },
};

type Write = (epochMs: number) => string;

function attemptTable(attempts: Awaited<ReturnType<TransactionStore['attemptsOf']>>, write: Write): string {
  return textTable(
    ['TENTATIVA', 'REFERÊNCIA', 'ESTADO', 'NA ADQUIRENTE', 'CÓDIGO', 'MOTIVO'],
    attempts.map((attempt) => [
      write(attempt.createdAt),
      attempt.reference,
      wordText(attempt.state),
      attempt.theirId ?? '',
      attempt.rawCode ?? '',
      reasonText(attempt.reason ?? ''),
    ]),
  );
}

function movementTable(
  movements: Awaited<ReturnType<TransactionStore['movementsOf']>>,
  write: Write,
): string {
  return textTable(
    ['MOVIMENTO', 'REFERÊNCIA', 'TIPO', 'VALOR', 'ESTADO', 'CÓDIGO', 'MOTIVO'],
    movements.map((movement) => [
      write(movement.createdAt),
      movement.id,
      wordText(movement.kind),
      moneyText(movement.amount),
      wordText(movement.state),
      movement.rawCode ?? '',
      reasonText(movement.reason ?? ''),
    ]),
  );
}

function caseTable(cases: Awaited<ReturnType<CaseStore['ofTransaction']>>, write: Write): string {
  return textTable(
    ['EM ABERTO DESDE', 'ASSUNTO', 'TIPO', 'SITUAÇÃO', 'TENTATIVAS', 'PRÓXIMA', 'MOTIVO'],
    cases.map((row) => [
      write(row.openedAt),
      row.subject,
      wordText(row.kind),
      row.state === 'manual' ? 'precisa de atenção' : 'em resolução',
      String(row.tries),
      row.state === 'manual' ? '' : write(row.nextAt),
      reasonText(row.reason ?? ''),
    ]),
  );
}

const retry: Command = {
  name: 'transaction retry',
  summary: 'recomeça a resolução de uma transação que precisa de atenção',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const transactionId = args.positional('ID').toLowerCase();
    const { transactions: store, cases, clock } = await context.rooms();
    await retryCases({ store, cases, clock }, transactionId);
    return { record: { transactionId, retried: true }, text: 'A resolução recomeça em instantes.' };
  },
};

const settle: Command = {
  name: 'transaction settle',
  summary: 'encerra uma transação que precisa de atenção pelo que a adquirente disse ao operador',
  positionals: ['ID'],
  options: {
    status: {
      summary: `um de: ${SETTLED_STATUSES.map(statusText).join(', ')}`,
      value: 'STATUS',
      required: true,
    },
    case: { summary: 'referência do caso, quando a transação tem vários', value: 'REFERENCIA' },
    moved: { summary: 'a captura ou a devolução em parte aconteceu, e o status é o mesmo de antes dela' },
    reason: { summary: 'quem confirmou e como; fica no histórico', value: 'TEXTO', required: true },
  },
  run: async (context, args) => {
    const transactionId = args.positional('ID').toLowerCase();
    const status = readStatus(Number(args.text('status')));
    if (status === undefined)
      throw new UsageError('--status deve ser 4, 5, 6, 7, 9, 11, ou o que a transação já tem.');
    const reason = args.text('reason').slice(0, MAX_REASON);
    const rooms = await context.rooms();
    const { transactions: store, cases, clock } = rooms;
    const settled = await settleByOperator(
      { kinds: PAYMENT_KINDS, store, cases, clock },
      { transactionId, subject: args.optionalText('case'), status, moved: args.flag('moved'), reason },
    );
    const time = localTime(context.timeZone);
    const write = timeWriter(context.timeZone);
    return {
      record: {
        ...writeTransaction(settled, time, {
          redirectUrl: undefined,
          ...(await paidByBuyer(rooms, settled)),
        }),
        personId: settled.merchantId,
      },
      text: textTable(TRANSACTION_COLUMNS, [transactionRow(settled, write)]),
    };
  },
};

const MAX_REASON = 300;

export const transactionCommands: readonly Command[] = [show, listTransactions, retry, settle];
