import type { Row } from '../../support/stored-rows.ts';
import type { CaseRecord } from './judge/evidence.ts';

export function caseRecord(row: Row): CaseRecord {
  return {
    subject: String(row.subject),
    transactionId: String(row.transaction_id),
    kind: String(row.kind),
    state: String(row.state),
    reason: String(row.reason ?? ''),
  };
}
