import type { ReadingFacts } from '../intention/wire.ts';
import { newCode, type PaymentLink } from './payment-link.ts';
import type { PaymentLinkBody } from './schema.ts';
import { readPaymentLink } from './wire.ts';

/** A link as asked for, with an address of its own; not stored yet. Throws Refusal 400. */
export function newPaymentLink(
  body: PaymentLinkBody,
  facts: ReadingFacts,
  owner: Pick<PaymentLink, 'id' | 'merchantId'>,
): PaymentLink {
  return {
    ...readPaymentLink(body, facts),
    ...owner,
    code: newCode(),
    uses: 0,
    active: true,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}
