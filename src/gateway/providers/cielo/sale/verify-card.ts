import type { AttemptCard, VerifyOutcome } from '../../card-acquirer.ts';
import { identifier, message, notAnswered, schemeIdsIn } from '../../http/index.ts';
import { present } from '../answer/present.ts';
import { adviceIn, CIELO_SCHEME_IDS, schemeCodeIn } from '../answer/record.ts';
import { SALE_UNKNOWN } from '../answer/return-codes.ts';
import { declineOfSale, errorVerdict } from '../answer/verdict.ts';
import { CHECKED_BRANDS } from '../brands.ts';
import type { CieloAccount } from '../call/settings.ts';
import type { CieloContext } from '../context.ts';
import { cieloCardFields } from './sale.ts';

/** Cielo checks no cards of this brand; and blocks the check of this card by rules of its own. */
const OTHER_BRAND = '57';
const BLOCKED = '389';

/** Checks whether a card is good, without an amount (Zero Auth). */
export async function cieloVerifyCard(
  context: CieloContext,
  account: CieloAccount,
  card: AttemptCard,
): Promise<VerifyOutcome> {
  if (!account.zeroAuth || !CHECKED_BRANDS.has(card.brand ?? '')) return { outcome: 'not_supported' };
  const body = { CardType: 'CreditCard', ...cieloCardFields(card), SaveCard: false };
  const reply = await context.host.call(
    account,
    { method: 'POST', path: '/1/zeroauth', body, secrets: [card.number] },
    context.deadlineIn(context.timing.authorizeMs),
  );
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status: httpStatus } = reply;
  if (httpStatus >= 400) return refusal(errorVerdict(fields), httpStatus);
  const code = identifier(fields, 'returncode');
  const advice = adviceIn(identifier(fields, 'merchantadvicecode'));
  const answer = {
    ...present('rawCode', code),
    ...present('rawMessage', message(fields, 'returnmessage')),
    ...present('abecsCode', schemeCodeIn(code)),
    ...present('merchantAdviceCode', advice),
    ...schemeIdsIn([fields], CIELO_SCHEME_IDS),
    httpStatus,
  };
  if (fields.valid === true) return { outcome: 'approved', captured: false, answer };
  if (fields.valid !== false || code === undefined || SALE_UNKNOWN.has(code)) {
    return { outcome: 'unknown', reason: `return code ${code ?? 'missing'}`, answer };
  }
  return { outcome: 'declined', decline: declineOfSale(card.brand, code, advice), answer };
}

function refusal(verdict: ReturnType<typeof errorVerdict>, httpStatus: number): VerifyOutcome {
  if (!verdict) return { outcome: 'unknown', reason: `HTTP ${httpStatus}`, answer: { httpStatus } };
  const answer = { rawCode: verdict.code, httpStatus };
  if (verdict.code === OTHER_BRAND) return { outcome: 'not_supported' };
  if (verdict.code === BLOCKED) {
    return { outcome: 'declined', decline: declineOfSale(undefined, undefined, undefined), answer };
  }
  const reason = verdict.kind === 'invalid_request' ? verdict.reason : `return code ${verdict.code}`;
  return { outcome: 'invalid_request', reason, answer };
}
