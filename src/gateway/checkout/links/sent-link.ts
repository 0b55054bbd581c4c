import type { FastifyReply, FastifyRequest } from 'fastify';
import { readAmountText } from '../../../platform/text/amount-text.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import type { Transaction } from '../../transactions/index.ts';
import type { Replies } from '../page/reply.ts';
import type { PaymentLink } from './payment-link.ts';
import type { LinkPages } from './show-link-page.ts';

/** After the back button: the form that comes with it can be sent. */
export const CHANGED_AMOUNT = 'O valor mudou desde o primeiro envio. Confira e envie de novo.';

/** The form of a link, as it comes. */
export interface SentForm {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly replies: Replies;
}

/** The page of a visit's transaction. */
export function visitPageOf({ payments }: Pick<LinkPages, 'payments'>, transaction: Transaction): string {
  return `/v1/payment/${payments.tokenOf(transaction)}`;
}

/** What is paid by a link. */
export function amountByLink(
  link: PaymentLink,
  { typed }: { readonly typed: { readonly valor: string } },
): { amount: number; error?: string } {
  if (link.amount !== undefined) return { amount: link.amount };
  const { minAmount = 1, maxAmount = 1 } = link;
  const amount = readAmountText(typed.valor);
  if (typeof amount === 'number' && amount >= minAmount && amount <= maxAmount) return { amount };
  return { amount: 0, error: `Digite um valor de ${moneyText(minAmount)} a ${moneyText(maxAmount)}.` };
}
