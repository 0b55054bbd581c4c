import type { TransactionEvent } from '../../history/index.ts';
import { newCase, type RecoveryCase } from '../../transactions/rules/case.ts';

/** Why a person is told of a payment that is settled all the same. */
export const PAID_LESS = 'less was paid than is due';
export const TAKEN_BACK = 'the payment was taken back at the bank';

const NAMES = { [PAID_LESS]: 'less', [TAKEN_BACK]: 'back' } as const;

/** A case that only a person ends, and the event that says so. Its name is no payment's: nothing of it is tried again by itself. */
export function toldToPerson(
  told: Pick<RecoveryCase, 'transactionId' | 'accountId'> & { readonly endToEndId: string },
  reason: keyof typeof NAMES,
  at: number,
): { readonly openCase: RecoveryCase; readonly event: TransactionEvent } {
  const { transactionId, accountId, endToEndId } = told;
  const subject = `${NAMES[reason]}:${endToEndId}`;
  return {
    openCase: {
      ...newCase({ subject, transactionId, accountId, kind: 'beside', openedAt: at, nextAt: at }),
      state: 'manual',
      reason,
    },
    event: { kind: 'needs_attention', origin: { kind: 'recovery' }, details: { subject, reason } },
  };
}
