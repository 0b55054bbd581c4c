import type { CaseRecord, Evidence, Finding, TransactionRecord } from './evidence.ts';
import type { BankPayment, BookedPayment } from './pix-evidence.ts';
import type { BankSlip, SlipEvidence } from './slip-evidence.ts';
import { CANCELED, CAPTURED } from './statuses.ts';

const REFERENCE_LENGTH = 16;
const BY_BARCODE = 'BOLETO';
const LEFT = /^(less:)?BOLETO/;
const LESS = 'less:';
const DONE = 'DEVOLVIDO';

/** One half of a slip that was paid, as the bank has it. */
interface Received extends BankPayment {
  readonly isByBarcode: boolean;
}

/** Our reference at the bank. */
export function slipReferenceOf({ name }: Pick<BankSlip, 'name'>): string {
  return name.slice(0, REFERENCE_LENGTH);
}

/** All that was paid for a slip, by either half. */
export function receivedFor(slip: BankSlip, { halves }: Pick<SlipEvidence, 'halves'>): readonly Received[] {
  const half = halves.find(({ txid }) => txid === slip.txid);
  const byBarcode = slip.payments.map(({ amount }, index) => ({
    endToEndId: `${BY_BARCODE}${slipReferenceOf(slip)}${index + 1}`,
    amount,
    returns: [],
    isByBarcode: true,
  }));
  return [...byBarcode, ...(half?.payments ?? []).map((one) => ({ ...one, isByBarcode: false }))];
}

/** A case that is to stay: no bank gives back what was paid by a barcode, or asks for what is missing of it. */
export function isLeftToShop({ subject, kind, state }: CaseRecord): boolean {
  return LEFT.test(subject) && kind === 'beside' && state === 'manual';
}

/** All money that came by a slip is in our book to the cent: one payment pays it, the others went back or wait for a person. */
export function judgeSlips({ slips, attempts, transactions, cases }: Evidence): readonly Finding[] {
  const transactionOf = new Map(attempts.map((one) => [one.reference, one.transactionId]));
  const recordOf = new Map(transactions.map((one) => [one.id, one]));
  const left = new Set(cases.filter(isLeftToShop).map(({ subject }) => subject));
  const received = slips.slips.flatMap((slip) => receivedFor(slip, slips));
  return [
    ...slips.slips.flatMap((slip) => {
      const record = recordOf.get(transactionOf.get(slipReferenceOf(slip)) ?? '');
      return record ? judgeSlip(record, slip, slips, left) : [];
    }),
    ...judgeStrangers(slips.payments, received),
    ...judgeCases(left, slips.payments),
  ];
}

function judgeSlip(
  { id: transactionId, status, capturedAmount }: TransactionRecord,
  slip: BankSlip,
  evidence: SlipEvidence,
  left: ReadonlySet<string>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const found = (rule: string, details: string) => findings.push({ rule, details, transactionId });
  if (slip.status === 'open')
    found('what is over cannot be paid', `a slip can be paid, and its status is ${status}`);
  const payments = receivedFor(slip, evidence);
  const booked = new Map(evidence.payments.map((one) => [one.endToEndId, one]));
  const paying = payments.filter(({ endToEndId }) => {
    const ours = booked.get(endToEndId);
    return ours !== undefined && ours.surplus === undefined;
  });
  const isPaid = status === CAPTURED || (status === CANCELED && capturedAmount > 0);
  if (paying.length !== (isPaid ? 1 : 0)) {
    found(
      'one payment pays a slip',
      `${paying.length} of ${payments.length} pay it, and its status is ${status}`,
    );
  }
  for (const payment of payments) {
    const wrong = wrongIn(payment, booked.get(payment.endToEndId), { transactionId, due: slip.amount, left });
    if (wrong !== undefined) found('all money of slips is booked, and surplus is not kept', wrong);
  }
  return findings;
}

function wrongIn(
  { endToEndId, amount, returns, isByBarcode }: Received,
  ours: BookedPayment | undefined,
  {
    transactionId,
    due,
    left,
  }: { readonly transactionId: string; readonly due: number; readonly left: ReadonlySet<string> },
): string | undefined {
  const what = `${endToEndId} of ${amount}`;
  if (!ours) return `${what} is not in our book`;
  if (ours.transactionId !== transactionId) return `${what} is booked for ${ours.transactionId}`;
  if (ours.amount !== amount) return `${what} is booked as ${ours.amount}`;
  const back = returns.filter(({ state }) => state === DONE).reduce((sum, one) => sum + one.amount, 0);
  if (back > amount) return `${what}: ${back} went back`;
  if (ours.surplus === undefined) {
    if (amount >= due || left.has(`${LESS}${endToEndId}`)) return undefined;
    return `${what} pays less than ${due}, and nobody is told`;
  }
  if (isByBarcode) {
    if (ours.surplus === 'failed' && left.has(endToEndId)) return undefined;
    return `${what} is a surplus by barcode and ${ours.surplus}, and nobody is told`;
  }
  const isBack = ours.surplus === 'refunded' && back === amount;
  return isBack ? undefined : `${what} is a surplus and ${ours.surplus}; ${back} went back`;
}

/** Money in our book that the bank never received. */
function judgeStrangers(booked: readonly BookedPayment[], received: readonly Received[]): readonly Finding[] {
  const known = new Set(received.map(({ endToEndId }) => endToEndId));
  return booked
    .filter(({ endToEndId }) => !known.has(endToEndId))
    .map(({ endToEndId, transactionId }) => ({
      rule: 'what is booked was received',
      details: `the bank does not know ${endToEndId}`,
      transactionId,
    }));
}

/** A person is told of nothing that did not happen. */
function judgeCases(left: ReadonlySet<string>, booked: readonly BookedPayment[]): readonly Finding[] {
  const known = new Set(booked.map(({ endToEndId }) => endToEndId));
  return [...left]
    .filter((subject) => !known.has(subject.replace(LESS, '')))
    .map((subject) => ({ rule: 'a case is about money that came', details: `${subject} is in no book` }));
}
