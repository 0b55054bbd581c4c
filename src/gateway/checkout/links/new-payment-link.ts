import type { ReadingFacts } from '../intention/wire.ts';
import { newCode, type PaymentLink } from './payment-link.ts';
import type { PaymentLinkBody } from './schema.ts';
import { readPaymentLink } from './wire.ts';

/** Builds a link from a request, with a new code; does not store it. Throws Refusal 400. */
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
