import { writeDynamicCode } from '../../../br-code/index.ts';
import type { CreateOutcome } from '../../../charge-provider.ts';
import { chargeSnapshot } from '../../../charge-snapshot.ts';
import type { ChargeSnapshot, HostAnswer } from '../../../outcome.ts';
import type { ChargeIds } from '../../../provider.ts';
import { txidOf } from '../../../txid.ts';
import { type BankCharge, settlingPaymentOf } from '../book/bank-charge.ts';
import { receivedPayment } from '../book/received.ts';

const RECEIVER = { name: 'LOJA DE TESTE', city: 'SAO PAULO' };

export const NOT_FOUND = {
  outcome: 'not_found',
  answer: { httpStatus: 404, rawCode: 'NaoEncontrado' },
} as const;

export function txidIn({ acquirerReference }: Pick<ChargeIds, 'acquirerReference'>): string {
  return txidOf(acquirerReference);
}

/** What a creation answers about a charge that is in the book. */
export function creationOf(charge: BankCharge, host: string): CreateOutcome {
  const answer = bankAnswerOf(charge);
  if (charge.state === 'paid') return { outcome: 'approved', captured: true, answer };
  if (charge.state === 'removed') return { outcome: 'duplicate', answer };
  return { outcome: 'buyer_awaited', ...awaitedOf(charge, host), answer };
}

function awaitedOf({ token, expiresAt }: BankCharge, host: string) {
  return { nextAction: { kind: 'pix', code: pixCodeAt(token, host) }, expiresAt } as const;
}

/** The text that is pasted into the app of a bank. */
export function pixCodeAt(token: string, host: string): string {
  const code = writeDynamicCode({ location: `${host}/__sim/pix/${token}`, receiver: RECEIVER });
  if (code === undefined) throw new Error('the location does not fit into a code');
  return code;
}

const STATUS = { active: 'ATIVA', paid: 'CONCLUIDA', removed: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } as const;
const STANDING = { active: 'awaited', paid: 'paid', removed: 'removed' } as const;

export function bankAnswerOf(charge: BankCharge): HostAnswer {
  const { txid, state, amount } = charge;
  const theirId = settlingPaymentOf(charge)?.endToEndId ?? txid;
  return { theirId, rawCode: STATUS[state], httpStatus: 200, seen: { amount } };
}

export function snapshotOf(charge: BankCharge, host: string): ChargeSnapshot {
  return chargeSnapshot({
    standing: STANDING[charge.state],
    awaited: awaitedOf(charge, host),
    amount: charge.amount,
    payments: charge.payments.map((payment) => ({
      ...receivedPayment(charge, payment),
      settles: payment.settles,
    })),
    answer: bankAnswerOf(charge),
  });
}
