import { randomBytes } from 'node:crypto';
import type { AttemptCard, VerifyOutcome } from '../../card-acquirer.ts';
import { notAnswered } from '../../http/index.ts';
import { foreignAnswer, foreignName, hostAnswer } from '../answer/answer.ts';
import { refusalOf, verdictOf } from '../answer/verdict.ts';
import type { RedeAccount } from '../call/settings.ts';
import { MAX_REFERENCE } from '../capabilities.ts';
import type { RedeContext } from '../context.ts';
import { checkBody } from './sale.ts';

/** Checks whether a card is good, with amount zero. */
export async function redeVerifyCard(
  context: RedeContext,
  account: RedeAccount,
  card: AttemptCard,
): Promise<VerifyOutcome> {
  const reference = newReference();
  const body = checkBody(card, reference, account);
  const reply = await context.host.call(
    account,
    { method: 'POST', path: '/transactions', body, secrets: [card.number] },
    context.deadlineIn(context.timing.authorizeMs),
  );
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status } = reply;
  const foreign = foreignName(fields, { reference, tid: undefined });
  if (foreign !== undefined) {
    return { outcome: 'unknown', reason: foreign, answer: foreignAnswer(fields, status) };
  }
  const answer = hostAnswer(fields, status);
  const verdict = verdictOf(fields, status, card.brand);
  if (verdict.kind === 'card_is_good' || verdict.kind === 'approved') {
    return { outcome: 'approved', captured: false, answer };
  }
  const reason = `return code ${answer.rawCode ?? 'missing'}`;
  return refusalOf(verdict, answer) ?? { outcome: 'unknown', reason, answer };
}

/** Nothing is ever looked up by it: a check leaves nothing to be resolved. */
function newReference(): string {
  return randomBytes(MAX_REFERENCE / 2)
    .toString('hex')
    .toUpperCase();
}
