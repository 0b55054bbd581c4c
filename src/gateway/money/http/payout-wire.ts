import type { StoredLine, StoredPayout } from '../tables/statement-tables.ts';
import type { PayoutDebit, PayoutDetails, PayoutPart, PayoutRecord } from './payout-schema.ts';

export function writePayout(payout: StoredPayout): PayoutRecord {
  return {
    payoutId: payout.payoutId,
    provider: payout.provider,
    account: payout.accountId,
    payDate: payout.payDay,
    type: payout.type,
    ...(payout.brand !== undefined && { brand: payout.brand }),
    status: payout.state,
    net: String(payout.net),
    ...(payout.bankAccount !== undefined && { bankAccount: payout.bankAccount }),
    count: payout.count,
  };
}

export function writePayoutDetails(payout: StoredPayout, lines: readonly StoredLine[]): PayoutDetails {
  return {
    ...writePayout(payout),
    parts: lines.filter(({ kind }) => kind === 'part').map(partOf),
    debits: lines.filter(({ kind }) => kind === 'netting').map(debitOf),
  };
}

function partOf(line: StoredLine): PayoutPart {
  return {
    ...(line.transactionId !== undefined && { transactionId: line.transactionId }),
    ...(line.installment !== undefined && { installment: line.installment }),
    ...(line.installments !== undefined && { installments: line.installments }),
    ...(line.saleDay !== undefined && { saleDate: line.saleDay }),
    gross: String(line.gross),
    fee: String(line.fee),
    net: String(line.net),
    ...(line.class !== undefined && { class: line.class }),
    difference: String(line.difference),
  };
}

function debitOf(line: StoredLine): PayoutDebit {
  return {
    ...(line.debitKind !== undefined && { kind: line.debitKind }),
    net: String(line.net),
    ...(line.reasonCode !== undefined && { reasonCode: line.reasonCode }),
    ...(line.reasonText !== undefined && { reason: line.reasonText }),
  };
}
