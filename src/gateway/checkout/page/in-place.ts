import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPayable } from '../../transactions/index.ts';
import { newFormKey } from './form-key.ts';
import type { Notice } from './form-view.ts';
import type { HostedPages } from './hosted-pages.ts';
import type { FieldErrors } from './read-form.ts';
import { focusAfter, noticeOf } from './refusal-texts.ts';

/** What the page's script shows in place, with the fields as they were typed. */
export interface Mending {
  readonly errors: FieldErrors;
  readonly notice?: Notice | undefined;
  /** The field that the buyer is led to. */
  readonly focus?: 'numero' | 'cvv';
  /** Where the next try is sent, if not to the same page. */
  readonly at?: string;
}

/** Whether the page's script sent the form, which can show an answer without a new page. */
export function isFromScript({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept === 'application/json';
}

/** The next try is another form: what was refused is not repeated by pressing again. */
export function mendInPlace(reply: FastifyReply, mending: Mending): FastifyReply {
  return reply.code(422).send({ ...mending, key: newFormKey() });
}

/** Nothing was tried: it stays the same form, which may have been sent before, by a connection that was lost, and paid. */
export function correctInPlace(reply: FastifyReply, errors: FieldErrors): FastifyReply {
  return reply.code(422).send({ errors });
}

/** After a try: to its page, but a refusal that can be mended is told in place. */
export async function goOnAfterTry(
  { payments, clock }: Pick<HostedPages, 'payments' | 'clock'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { token, address }: { readonly token: string; readonly address: string },
): Promise<FastifyReply> {
  if (!isFromScript(request)) return reply.redirect(address, 303);
  const transaction = await payments.findIntention(token);
  if (!transaction || !isPayable(transaction, clock.now())) return reply.send({ go: address });
  const { isExhausted, declineClass } = await payments.triesOf(transaction);
  if (isExhausted) return reply.send({ go: address });
  return mendInPlace(reply, {
    errors: {},
    notice: noticeOf(transaction.result.providerMessage, declineClass),
    focus: focusAfter(declineClass),
    at: address,
  });
}
