import type { LocalTime } from '../../../platform/time/clock.ts';
import { offersOfBody } from '../intention/offers.ts';
import { checkAddresses, type ReadingFacts, readExpiration } from '../intention/wire.ts';
import { checkoutRefuse } from '../refusals.ts';
import { linkStateOf, type PaymentLink } from './payment-link.ts';
import type { PaymentLinkBody } from './schema.ts';

const LEAST_OPEN = 100;
const MOST_OPEN = 1_000_000;

/** Reads a link from a request. Throws Refusal 400. */
export function readPaymentLink(
  body: PaymentLinkBody,
  facts: ReadingFacts,
): Omit<PaymentLink, 'id' | 'merchantId' | 'code' | 'uses' | 'active' | 'createdAt' | 'updatedAt'> {
  checkAddresses(body, facts.production);
  return {
    name: body.name,
    description: body.description,
    ...amountsOf(body),
    maxUses: body.maxUses,
    expiresAt: body.dtExpiration === undefined ? undefined : readExpiration(body.dtExpiration, facts),
    productId: undefined,
    terms: {
      referenceId: body.referenceId,
      postBackUrl: body.postBackUrl,
      returnUrl: body.redirectUrl ?? body.returnUrl,
      offers: offersOfBody(body, facts),
    },
  };
}

function amountsOf(body: PaymentLinkBody): Pick<PaymentLink, 'amount' | 'minAmount' | 'maxAmount'> {
  const { amount } = body;
  if (amount !== undefined) {
    if (body.minAmount === undefined && body.maxAmount === undefined) {
      return { amount, minAmount: undefined, maxAmount: undefined };
    }
    throw checkoutRefuse('amount_bounds_invalid', { field: 'minAmount' });
  }
  const minAmount = body.minAmount ?? Math.min(LEAST_OPEN, body.maxAmount ?? LEAST_OPEN);
  const maxAmount = body.maxAmount ?? Math.max(MOST_OPEN, minAmount);
  if (minAmount > maxAmount) throw checkoutRefuse('amount_bounds_invalid', { field: 'minAmount' });
  return { amount, minAmount, maxAmount };
}

/** The record in every answer about a link. */
export function writePaymentLink(
  link: PaymentLink,
  { time, now, baseUrl }: { readonly time: LocalTime; readonly now: number; readonly baseUrl: string },
) {
  const url = `${baseUrl}/p/${link.code}`;
  return {
    paymentLinkId: link.id,
    url,
    qrCodeUrl: `${url}/qr.svg`,
    name: link.name,
    description: link.description,
    amount: amountText(link.amount),
    minAmount: amountText(link.minAmount),
    maxAmount: amountText(link.maxAmount),
    maxUses: link.maxUses,
    uses: link.uses,
    active: link.active,
    state: linkStateOf(link, now),
    dtExpiration: link.expiresAt === undefined ? undefined : time.iso(link.expiresAt),
    dtCreation: time.iso(link.createdAt),
    referenceId: link.terms.referenceId,
    postBackUrl: link.terms.postBackUrl,
    redirectUrl: link.terms.returnUrl,
  };
}

function amountText(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : String(amount);
}
