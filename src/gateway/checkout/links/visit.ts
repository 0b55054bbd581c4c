import { Refusal } from '../../../platform/refusal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { IntendRequest, Payments } from '../../payments/index.ts';
import { isPayable, type Transaction } from '../../transactions/index.ts';
import type { ReadForm } from '../page/read-form.ts';
import type { TakenTry } from '../tries/try-limits.ts';
import type { PaymentLink } from './payment-link.ts';

/** How long a buyer may try again after a refusal. */
const VISIT_MS = 60 * 60_000;

interface VisitDependencies {
  readonly payments: Pick<Payments, 'intend' | 'intended'>;
  readonly clock: Clock;
}

/** A form of a reusable link that was sent. */
interface SentForm {
  readonly link: PaymentLink;
  readonly amount: number;
  readonly read: Pick<ReadForm, 'formKey'>;
  /** How long the buyer may pay, where it is more than an hour. Milliseconds since 1970. */
  readonly until?: number;
}

/** The payment of a form that was sent before: its buyer must not read that nothing was charged. */
export async function paidWith(
  { payments, clock }: VisitDependencies,
  form: SentForm,
): Promise<Transaction | undefined> {
  const idempotency = idempotencyOf(form);
  if (!idempotency) return undefined;
  const { merchantId } = form.link;
  const made = await payments.intended({ merchantId, idempotency }).catch(ofAnotherAmount);
  return made && !isPayable(made, clock.now()) ? made : undefined;
}

/** The transaction of a visit. Undefined when the form was sent before with another amount. */
export async function intendVisit(
  { payments, clock }: VisitDependencies,
  form: SentForm & { readonly requestId: string },
  taken: TakenTry,
): Promise<Transaction | undefined> {
  try {
    return (await payments.intend(intentOf(form, clock.now()))).transaction;
  } catch (error) {
    await taken.release();
    return ofAnotherAmount(error);
  }
}

function intentOf(
  { requestId, ...form }: SentForm & { readonly requestId: string },
  now: number,
): IntendRequest {
  const { link, amount } = form;
  const { terms, merchantId, id } = link;
  const visitEnds = Math.max(form.until ?? 0, now + VISIT_MS);
  return {
    merchantId,
    origin: { kind: 'checkout', requestId },
    intention: {
      referenceId: terms.referenceId,
      amount,
      offers: terms.offers,
      expiresAt: Math.min(link.expiresAt ?? visitEnds, visitEnds),
      linkId: id,
      order: {
        description: link.description ?? link.name,
        postBackUrl: terms.postBackUrl,
        returnUrl: terms.returnUrl,
        customer: undefined,
      },
    },
    idempotency: idempotencyOf(form),
  };
}

function idempotencyOf({ link: { id }, amount, read: { formKey } }: SentForm) {
  return formKey === '' ? undefined : { key: `link ${id} ${formKey}`, content: [amount] };
}

function ofAnotherAmount(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'idempotency_mismatch') throw error;
}
