import type { Secret } from '../../../../platform/secret.ts';
import { codeFor, declineFor } from '../../abecs/index.ts';
import type { AuthorizeRequest } from '../../card-acquirer.ts';
import { type Fields, group, identifier, notAnswered } from '../../http/index.ts';
import type { AuthorizeOutcome } from '../../outcome.ts';
import { foreignAnswer, foreignName, hostAnswer } from '../answer/answer.ts';
import { refusalOf, verdictOf } from '../answer/verdict.ts';
import { pageAddress } from '../call/addresses.ts';
import type { RedeAccount } from '../call/settings.ts';
import { MAX_AMOUNT, MAX_INSTALLMENTS, MAX_REFERENCE } from '../capabilities.ts';
import type { RedeContext } from '../context.ts';
import { saleBody } from './sale.ts';

const ACCEPTED_STATUS = 202;
const REFERENCE = new RegExp(`^[0-9A-Za-z]{1,${MAX_REFERENCE}}$`);
const BAD_AMOUNT_SCENARIO = '013';
const BAD_INSTALLMENTS_SCENARIO = '023';

/** Sends a sale, once. */
export async function redeAuthorize(
  context: RedeContext,
  account: RedeAccount,
  attempt: AuthorizeRequest,
): Promise<AuthorizeOutcome> {
  const refused = refusedBeforeSending(attempt);
  if (refused) return refused;
  const body = saleBody(attempt, account);
  const reply = await context.host.call(
    account,
    { method: 'POST', path: '/transactions', body, secrets: secretsOf(attempt) },
    context.deadlineIn(Math.min(context.timing.authorizeMs, attempt.withinMs ?? Infinity)),
  );
  if (reply.kind !== 'answered') return notAnswered(reply);
  return saleOutcome(context, attempt, reply.fields, reply.status);
}

function secretsOf({ card, proof }: AuthorizeRequest): readonly Secret[] {
  const own = 'number' in card ? card.number : card.acquirerToken;
  return [own, ...(proof ? [proof.cavv, ...(proof.xid ? [proof.xid] : [])] : [])];
}

/**
 * What Rede would refuse anyway. Amounts and installments beyond its limits are declined sales
 * (docs/contract/decided.md 3); anything else is our own error.
 */
function refusedBeforeSending(attempt: AuthorizeRequest): AuthorizeOutcome | undefined {
  const { amount, installments, kind, card, authentication, proof, acquirerReference } = attempt;
  const declined = (scenario: string): AuthorizeOutcome => ({
    outcome: 'declined',
    decline: declineFor(card.brand, codeFor(card.brand, scenario)),
    answer: {},
  });
  const invalid = (reason: string): AuthorizeOutcome => ({ outcome: 'invalid_request', reason, answer: {} });
  if (!Number.isSafeInteger(amount) || amount < 1) return invalid('the amount is no whole number from 1');
  if (amount > MAX_AMOUNT) return declined(BAD_AMOUNT_SCENARIO);
  if (installments.count > MAX_INSTALLMENTS || (kind === 'debit' && installments.count > 1)) {
    return declined(BAD_INSTALLMENTS_SCENARIO);
  }
  if (installments.count > 1 && installments.plan !== 'store') {
    return invalid('Rede knows no installments of the issuer');
  }
  if (!REFERENCE.test(acquirerReference))
    return invalid('the reference is not of 1 to 16 letters and digits');
  if (kind === 'debit' && !authentication && (!proof || proof.dataOnly))
    return invalid('a debit is never sent without authentication');
  return undefined;
}

function saleOutcome(
  context: RedeContext,
  attempt: AuthorizeRequest,
  fields: Fields,
  status: number,
): AuthorizeOutcome {
  const foreign = foreignName(fields, { reference: attempt.acquirerReference, tid: undefined });
  if (foreign !== undefined) {
    return { outcome: 'unknown', reason: foreign, answer: foreignAnswer(fields, status) };
  }
  const answer = hostAnswer(fields, status);
  const named = identifier(fields, 'reference') !== undefined;
  const unknown = (reason: string): AuthorizeOutcome => ({
    outcome: 'unknown',
    reason,
    // Without our reference in the same answer, the tid may belong to another charge.
    answer: named ? answer : foreignAnswer(fields, status),
  });
  const verdict = verdictOf(fields, status, attempt.card.brand);
  switch (verdict.kind) {
    case 'approved':
      if (!named || answer.theirId === undefined) return unknown('an approval without reference and tid');
      if (status === ACCEPTED_STATUS) return { outcome: 'pending', answer };
      return { outcome: 'approved', captured: attempt.capture || attempt.kind === 'debit', answer };
    case 'redirect': {
      const url = pageAddress(group(fields, 'threeDSecure').url, context.production);
      if (url === undefined) return unknown('no usable address to authenticate the buyer');
      const expiresAt = context.clock.now() + context.timing.authenticationMs;
      return { outcome: 'buyer_awaited', nextAction: { kind: 'redirect', url }, expiresAt, answer };
    }
    default:
      return refusalOf(verdict, answer) ?? unknown(`return code ${answer.rawCode ?? 'missing'}`);
  }
}
