import type { ListedReceivable } from '../expected/receivable-reader.ts';
import type { ReceivableRecord } from './schema.ts';

export function writeReceivable(line: ListedReceivable): ReceivableRecord {
  return {
    transactionId: line.transactionId,
    ...(line.referenceId !== undefined && { referenceId: line.referenceId }),
    kind: line.paidBy === 'credit' || line.paidBy === 'debit' ? 'card' : line.paidBy,
    provider: line.provider,
    ...(line.brand !== undefined && { brand: line.brand }),
    installment: line.installment,
    installments: line.installments,
    captureDate: line.captureDay,
    dueDate: line.dueDay,
    gross: String(line.gross),
    fee: String(line.fee),
    net: String(line.net),
    status: line.status,
    ...(line.class !== undefined && { class: line.class }),
    ...(line.payoutId !== undefined && { payoutId: line.payoutId }),
    ...(line.feeUnknown === 1 && { feeUnknown: true }),
  };
}
