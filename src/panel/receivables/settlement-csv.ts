import { Readable } from 'node:stream';
import type { StoredLine } from '../../gateway/money/index.ts';
import { BYTE_ORDER_MARK, csvLine, identifierCell } from '../interface/csv.ts';

/** The settlement line that integrators of the original know, by its own names. */
const TITLES = [
  ...[
    'id',
    'authorization-code',
    'tid',
    'nsu',
    'merchant-code',
    'merchant-name',
    'origin-type',
    'terminal-id',
  ],
  ...['brand-name', 'card-number', 'transaction-date', 'transaction-hour', 'payment-type', 'amount-signal'],
  ...[
    'gross-amount',
    'net-amount',
    'installments-number',
    'account-bank',
    'account-agency',
    'account-number',
  ],
];
const HIDDEN = '999999******';

/** A line, and the bank account that its payout went to: `341/1234/567890`. */
export interface SettledLine {
  readonly line: StoredLine;
  readonly bankAccount: string | undefined;
}

export function settlementCsv(pages: AsyncIterable<readonly SettledLine[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(TITLES)}`;
    for await (const rows of pages) yield rows.map(rowOf).join('');
  }
  return Readable.from(lines());
}

function rowOf({ line, bankAccount = '' }: SettledLine): string {
  const [bank = '', branch = '', account = ''] = bankAccount.split('/');
  return csvLine([
    identifierCell(line.transactionId ?? line.id),
    identifierCell(line.authorizationCode ?? null),
    identifierCell(line.tid ?? null),
    identifierCell(line.nsu ?? null),
    String(line.merchantId),
    '',
    'ECOMMERCE',
    '',
    line.brand ?? '',
    line.lastFour === undefined ? '' : `${HIDDEN}${line.lastFour}`,
    line.saleDay ?? '',
    '',
    line.product === 'debit' ? 'DEBIT' : 'CREDIT',
    line.net < 0 ? '-' : '+',
    decimal(line.gross),
    decimal(line.net),
    String(line.installments ?? 1),
    identifierCell(bank),
    identifierCell(branch),
    identifierCell(account),
  ]);
}

/** Six decimals, as the original writes them. */
function decimal(centavos: number): string {
  return (Math.abs(centavos) / 100).toFixed(6);
}
