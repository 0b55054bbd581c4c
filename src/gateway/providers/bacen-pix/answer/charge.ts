import type { StandingCharge } from '../../charge-snapshot.ts';
import { type Fields, group, list } from '../../http/index.ts';
import type { HostAnswer } from '../../outcome.ts';
import type { ChargePayment } from '../../received-payment.ts';
import { centavosOf } from './money.ts';
import { instantOf, readPayment } from './payment.ts';

/** A charge as a bank shows it. */
export interface ChargeAtBank extends Omit<StandingCharge, 'awaited'> {
  readonly revision: number;
  /** When the bank made it and lets it end, milliseconds since 1970. */
  readonly createdAt: number | undefined;
  readonly endsAt: number | undefined;
  /** Where the payer's bank reads it, without a scheme. */
  readonly location: string | undefined;
  /** The text of its code, as the bank wrote it. */
  readonly code: string | undefined;
}

const STANDINGS: ReadonlyMap<unknown, StandingCharge['standing']> = new Map([
  ['ATIVA', 'awaited'],
  ['CONCLUIDA', 'paid'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
  ['REMOVIDA_PELO_PSP', 'removed'],
]);
const MAX_LOCATION = 77;
const MAX_CODE = 512;
const SCHEME = /^https?:\/\//;

/** The charge in an answer, or why it cannot be taken for ours. */
export function readBankCharge(fields: Fields, txid: string, httpStatus: number): ChargeAtBank | string {
  if (fields.txid !== txid) return 'the answer tells of another charge';
  const standing = STANDINGS.get(fields.status);
  if (!standing) return 'the answer tells no state of the charge';
  const amount = centavosOf(group(fields, 'valor').original);
  if (amount === undefined) return 'the answer tells no amount';
  const payments = paymentsIn(fields, { standing, amount, key: fields.chave });
  if (!payments) return 'the answer tells payments that cannot be read';
  const settling = payments.find(({ settles }) => settles);
  if (standing === 'paid' && payments.length === 0) return 'the charge is paid, and no payment is told';
  const calendar = group(fields, 'calendario');
  const createdAt = instantOf(calendar.criacao);
  const life = Number(calendar.expiracao);
  const location = textOf(fields.location ?? group(fields, 'loc').location, MAX_LOCATION);
  return {
    // Paid with another amount: that money is a surplus, and nobody can pay the charge any more.
    standing: standing === 'paid' && !settling ? 'removed' : standing,
    amount,
    payments,
    answer: answerOf(fields, settling?.endToEndId ?? txid, amount, httpStatus),
    revision: Number.isSafeInteger(fields.revisao) ? Number(fields.revisao) : 0,
    createdAt,
    endsAt: createdAt === undefined || !(life > 0) ? undefined : createdAt + life * 1_000,
    location: location?.replace(SCHEME, ''),
    code: textOf(fields.pixCopiaECola, MAX_CODE),
  };
}

/** Oldest first; the first one of the right amount, and to the charge's key, settles a charge that the bank holds to be paid. */
function paymentsIn(
  fields: Fields,
  { standing, amount, key }: Pick<StandingCharge, 'standing' | 'amount'> & { readonly key: unknown },
): readonly ChargePayment[] | undefined {
  const read = (list(fields, 'pix') ?? []).map(readPayment);
  if (!read.every((payment) => payment !== undefined)) return undefined;
  const sorted = read.toSorted((one, other) => one.at - other.at);
  const isItsKey = (paid: string | undefined) =>
    paid === undefined || typeof key !== 'string' || paid === key;
  const settling =
    standing === 'paid' ? sorted.find((one) => one.amount === amount && isItsKey(one.key)) : undefined;
  return sorted.map((payment) => ({ ...payment, settles: payment === settling }));
}

function answerOf(fields: Fields, theirId: string, amount: number, httpStatus: number): HostAnswer {
  return { theirId, rawCode: String(fields.status), httpStatus, seen: { amount } };
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
}
