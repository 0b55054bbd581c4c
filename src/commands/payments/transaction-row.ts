import { statusText, type Transaction } from '../../gateway/transactions/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';

/** The columns of a table of transactions, and a row of it. */
export const TRANSACTION_COLUMNS = [
  'DATA',
  'TRANSAÇÃO',
  'PESSOA',
  'VALOR',
  'STATUS',
  'ADQUIRENTE',
  'REFERÊNCIA DA LOJA',
];

export function transactionRow(transaction: Transaction, writeTime: (epochMs: number) => string): string[] {
  const { status } = transaction.result;
  return [
    writeTime(transaction.createdAt),
    transaction.id,
    String(transaction.merchantId),
    moneyText(transaction.amount),
    statusText(status),
    transaction.order.provider,
    transaction.referenceId ?? '',
  ];
}
