import { createHash, randomUUID } from 'node:crypto';
import type { Payments } from '../../payments/index.ts';
import type { Transaction } from '../../transactions/index.ts';
import type { ReadSlipForm } from '../slip-form/read-slip-form.ts';
import { askForCharge, type CodeMade } from './pay-by-pix.ts';

/** Asks for a slip, once per form and what was typed in it. */
export function payBySlip(
  dependencies: { readonly payments: Pick<Payments, 'pay'> },
  {
    transaction,
    requestId,
    read: { formKey, typed, payment },
  }: {
    readonly transaction: Transaction;
    readonly requestId: string;
    readonly read: ReadSlipForm;
  },
): Promise<CodeMade> {
  const key = formKey === '' ? randomUUID() : formKey;
  const digest = createHash('sha256').update(JSON.stringify(typed)).digest('base64url');
  const idempotencyKey = `checkout slip ${key} ${transaction.id} ${digest}`;
  return askForCharge(dependencies, { transaction, requestId, payment, idempotencyKey });
}
