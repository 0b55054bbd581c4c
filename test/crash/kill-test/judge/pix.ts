import type { Evidence, Finding } from './evidence.ts';
import type { BankCharge, BankPayment, BookedPayment } from './pix-evidence.ts';
import { CANCELED, CAPTURED } from './statuses.ts';

const REFERENCE_LENGTH = 16;
const IN_PROCESS = 'EM_PROCESSAMENTO';
const DONE = 'DEVOLVIDO';

/** Every Pix that the bank received is in our book to the cent: one pays its charge, and the others went back. */
export function judgePix({ pix, attempts, transactions }: Evidence): readonly Finding[] {
  const transactionOf = new Map(attempts.map((one) => [one.reference, one.transactionId]));
  const statusOf = new Map(transactions.map(({ id, status }) => [id, status]));
  const booked = new Map(pix.payments.map((one) => [one.endToEndId, one]));
  const byTransaction = Map.groupBy(pix.charges, ({ txid }) =>
    transactionOf.get(txid.slice(0, REFERENCE_LENGTH)),
  );
  return [
    ...[...byTransaction].flatMap(([id, charges]) =>
      id === undefined ? [] : judgeCharges(id, statusOf.get(id), charges, booked),
    ),
    ...judgeStrangers(pix.payments, pix.charges),
  ];
}

function judgeCharges(
  transactionId: string,
  status: number | undefined,
  charges: readonly BankCharge[],
  booked: ReadonlyMap<string, BookedPayment>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const found = (rule: string, details: string) => findings.push({ rule, details, transactionId });
  const live = charges.filter((charge) => charge.status === 'ATIVA');
  if (live.length > 0) {
    found('what is over cannot be paid', `${live.length} charges can be paid, and its status is ${status}`);
  }
  const payments = charges.flatMap((charge) => charge.payments);
  const ours = payments.flatMap(({ endToEndId }) => booked.get(endToEndId) ?? []);
  const paying = ours.filter(({ surplus }) => surplus === undefined).length;
  const isPaid = status === CAPTURED || (status === CANCELED && charges.some(isSettled));
  if (paying !== (isPaid ? 1 : 0)) {
    found('one payment pays a Pix', `${paying} of ${payments.length} pay it, and its status is ${status}`);
  }
  for (const payment of payments) {
    const wrong = wrongIn(payment, booked.get(payment.endToEndId), transactionId);
    if (wrong !== undefined) found('every Pix that arrives is booked, and surplus goes back', wrong);
  }
  return findings;
}

function isSettled({ status, amount, payments }: BankCharge): boolean {
  return status === 'CONCLUIDA' && payments.some((one) => one.amount === amount);
}

function wrongIn(
  { endToEndId, amount, returns }: BankPayment,
  ours: BookedPayment | undefined,
  transactionId: string,
): string | undefined {
  const what = `${endToEndId} of ${amount}`;
  if (!ours) return `${what} is not in our book`;
  if (ours.transactionId !== transactionId) return `${what} is booked for ${ours.transactionId}`;
  if (ours.amount !== amount) return `${what} is booked as ${ours.amount}`;
  if (returns.some(({ state }) => state === IN_PROCESS)) return `${what} is still being given back`;
  const back = returns.filter(({ state }) => state === DONE).reduce((sum, one) => sum + one.amount, 0);
  if (back > amount) return `${what}: ${back} went back`;
  if (ours.surplus === undefined) return undefined;
  const isBack = ours.surplus === 'refunded' && back === amount;
  return isBack ? undefined : `${what} is a surplus and ${ours.surplus}; ${back} went back`;
}

/** Money in our book that the bank never received. */
function judgeStrangers(
  booked: readonly BookedPayment[],
  charges: readonly BankCharge[],
): readonly Finding[] {
  const received = new Set(charges.flatMap(({ payments }) => payments.map(({ endToEndId }) => endToEndId)));
  return booked
    .filter(({ endToEndId }) => !received.has(endToEndId))
    .map(({ endToEndId, transactionId }) => ({
      rule: 'what is booked was received',
      details: `the bank does not know ${endToEndId}`,
      transactionId,
    }));
}
