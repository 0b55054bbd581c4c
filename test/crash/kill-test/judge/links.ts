import type { Evidence, Finding, HostCharge } from './evidence.ts';
import { CAPTURED, PAID } from './statuses.ts';

/** A link is paid as often as it may be, and who saw a receipt has paid. */
export function judgeLinks(evidence: Evidence): readonly Finding[] {
  return [...judgeUses(evidence), ...judgeReceipts(evidence)];
}

function judgeUses({ links, transactions, attempts, charges }: Evidence): readonly Finding[] {
  const byLink = Map.groupBy(transactions, ({ linkId }) => linkId);
  const chargeOf = new Map(charges.map((charge) => [charge.reference, charge]));
  const byTransaction = Map.groupBy(attempts, ({ transactionId }) => transactionId);
  return links.flatMap(({ id, maxUses, uses }) => {
    const visits = byLink.get(id) ?? [];
    const paid = visits.filter(({ status }) => PAID.has(status));
    const standing = visits
      .flatMap((visit) => byTransaction.get(visit.id) ?? [])
      .filter(({ reference }) => holdsMoney(chargeOf.get(reference)));
    const findings: Finding[] = [];
    const found = (rule: string, details: string) =>
      findings.push({ rule, details, ...(paid[0] && { transactionId: paid[0].id }) });
    if (standing.length > maxUses) {
      const details = `link ${id} may be paid ${maxUses} times; the acquirer has ${standing.length} charges`;
      found('a link is not paid more often than it may be', details);
    }
    if (uses !== paid.length) {
      const details = `link ${id} counts ${uses} uses, and ${paid.length} of its transactions are paid`;
      found('a link counts its payments', details);
    }
    return findings;
  });
}

/** Money that the acquirer holds or took for us. */
function holdsMoney(charge: HostCharge | undefined): boolean {
  if (charge?.state !== 'approved') return false;
  return charge.captured > charge.refunded || charge.amount > charge.captured + charge.voided;
}

function judgeReceipts({ receipts, transactions }: Evidence): readonly Finding[] {
  const statusOf = new Map(transactions.map(({ id, status }) => [id, status]));
  return receipts.flatMap(({ referenceId, transactionId }) => {
    const status = statusOf.get(transactionId);
    if (status === CAPTURED) return [];
    const details = `a buyer of ${referenceId} was shown the receipt of ${transactionId}, whose status is ${status}`;
    return [{ rule: 'a receipt stays true', details, transactionId }];
  });
}
