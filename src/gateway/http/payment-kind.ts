import { refuseKind } from './refusals.ts';

/** The kinds of payment, as people say them. */
const KINDS = {
  card: 'cartão',
  pix: 'Pix',
  bankSlip: 'boleto',
} as const;
type Kind = keyof typeof KINDS;

const TRANSFER = 'electronicTransfer';

/**
 * Checks, before any field, that `payment` holds exactly one kind, and one that is offered (docs/contract/decided.md 3).
 * Several kinds are an offer to the buyer where `isOffer`: what cannot be offered is ignored beside what can. Refusals:
 * payment_kind, payment_kind_unavailable.
 */
export function checkPaymentKind(body: unknown, { isOffer = false } = {}): void {
  const payment = memberOf(body, 'payment');
  if (typeof payment !== 'object' || payment === null || Array.isArray(payment)) return;
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => isSent(memberOf(payment, kind)));
  const [kind, another] = kinds;
  if (!isOffer && another) throw several(kinds);
  if (kind) return;
  if (isSent(memberOf(payment, TRANSFER))) throw unavailable(TRANSFER, 'transferência eletrônica');
  throw refuseKind('payment_kind', { field: 'payment' });
}

function several(kinds: readonly Kind[]): Error {
  const sent = kinds.map((kind) => `payment.${kind}`).join(' e ');
  return refuseKind('payment_kind', {
    field: 'payment',
    message: `O objeto payment deve ter exatamente uma forma de pagamento, e veio com ${sent}.`,
  });
}

function unavailable(member: string, name: string): Error {
  return refuseKind('payment_kind_unavailable', {
    field: `payment.${member}`,
    message: `Pagamento por ${name} (payment.${member}) ainda não está disponível nesta loja. Envie payment.card.`,
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
