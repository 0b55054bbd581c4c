import type { ListedReceivable, StoredLine, StoredPayout } from '../../gateway/money/index.ts';
import { providerName } from '../sales/sale-row.ts';
import { adviceFor, explain } from './explain.ts';
import type { PayoutRow, ReconciledLine } from './schema.ts';

export function reconciledLine(line: StoredLine): ReconciledLine {
  const found = line.class ?? 'unknown_sale';
  return {
    id: line.id,
    class: found,
    day: line.day,
    provider: providerName(line.provider),
    personId: line.merchantId,
    transactionId: line.transactionId ?? null,
    what: whatIs(line),
    net: line.net,
    difference: line.difference,
    explanation: explain({ ...line, class: found }),
    advice: adviceFor(found),
    payoutId: line.payoutId ?? null,
    suggestedId: line.suggestedId ?? null,
    note: line.note ?? null,
    revision: line.revision,
  };
}

/** Of sales as a whole only what is wrong with them: their money is in their installments, as that of nettings is in debits. */
export function countsInSums({ class: found, kind }: Pick<StoredLine, 'class' | 'kind'>): boolean {
  if (kind === 'netting') return false;
  return kind !== 'sale' || found === 'amount_differs' || found === 'duplicate';
}

/** A line of ours that no statement has. */
export function missingLine(line: ListedReceivable): ReconciledLine {
  const told = { kind: 'part', paidDay: undefined, reasonCode: undefined, reasonText: undefined } as const;
  return {
    id: `${line.transactionId}_${line.line}`,
    class: 'missing',
    day: line.dueDay,
    provider: providerName(line.provider),
    personId: line.merchantId,
    transactionId: line.transactionId,
    what: line.kind === 'installment' ? partText(line) : 'Devolução',
    net: line.net,
    difference: -line.net,
    explanation: explain({
      ...line,
      ...told,
      class: 'missing',
      difference: -line.net,
      suggestedId: undefined,
      disputeState: undefined,
    }),
    advice: adviceFor('missing'),
    payoutId: null,
    suggestedId: null,
    note: null,
    revision: 0,
  };
}

export function payoutRow(payout: StoredPayout): PayoutRow {
  return {
    payoutId: payout.payoutId,
    accountId: payout.accountId,
    provider: providerName(payout.provider),
    payDay: payout.payDay,
    brand: payout.brand ?? null,
    state: payout.state,
    net: payout.net,
    count: payout.count,
    bankAccount: payout.bankAccount ?? null,
  };
}

function whatIs(line: StoredLine): string {
  // Two parts of one payment look alike without it.
  const nsu = line.nsu === undefined ? '' : ` · NSU ${line.nsu}`;
  if (line.kind === 'sale') return `Venda${nsu}`;
  if (line.kind === 'part') return `${partText(line)}${nsu}`;
  return line.kind === 'debit' ? 'Desconto' : 'Desconto no pagamento';
}

function partText({
  installment,
  installments,
}: {
  readonly installment: number | undefined;
  readonly installments: number | undefined;
}): string {
  return installment === undefined ? 'Parcela' : `Parcela ${installment}/${installments ?? installment}`;
}
