import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type {
  AttemptCard,
  AuthorizeRequest,
  Connector,
  HostAnswer,
  TokenCard,
} from '../../src/gateway/acquirers/connector.ts';
import { faultOfForm, type Method } from './outcome-forms.ts';

/** Texts that no answer may hold: those of the account, and of every card that the connector was given. */
interface Hidden {
  readonly account: readonly string[];
  readonly card: AttemptCard | TokenCard | undefined;
}

/**
 * The connector, with every answer looked at: it comes at all instead of an exception, has one of the forms of the
 * contract, holds no card number, security code or key however it is printed, and tells what the host saw.
 */
export function watched(connector: Connector, secrets: readonly string[]): Connector {
  const look = async <Answer>(
    method: Method,
    call: () => Promise<Answer>,
    card?: AttemptCard | TokenCard,
  ): Promise<Answer> => {
    const answer = await answerOf(method, call);
    assert.equal(faultOfForm(method, answer), undefined);
    showsNothingHidden(answer, { account: secrets, card });
    return answer;
  };

  return {
    provider: connector.provider,
    version: connector.version,
    live: connector.live,
    capabilities: (brand, kind) => connector.capabilities(brand, kind),
    authorize: async (attempt) => {
      const outcome = await look('authorize', () => connector.authorize(attempt), attempt.card);
      if ('answer' in outcome && outcome.answer) seesWhatWasSent(outcome.answer, attempt);
      if (outcome.outcome === 'approved') tellsNames(outcome.answer);
      return outcome;
    },
    continueAfterAuthentication: (ids) =>
      look('continueAfterAuthentication', () => connector.continueAfterAuthentication(ids)),
    capture: (ids, amount) => look('capture', () => connector.capture(ids, amount)),
    void: (ids, amount) => look('void', () => connector.void(ids, amount)),
    refund: (ids, amount, reference) => look('refund', () => connector.refund(ids, amount, reference)),
    undo: (ids) => look('undo', () => connector.undo(ids)),
    query: (ids) => look('query', () => connector.query(ids)),
    queryRefund: (ids, refundId) => look('queryRefund', () => connector.queryRefund(ids, refundId)),
    verifyCard: (card, account) => look('verifyCard', () => connector.verifyCard(card, account), card),
    storeCard: (request) => look('storeCard', () => connector.storeCard(request), request.card),
    findStoredCard: (ids) => look('findStoredCard', () => connector.findStoredCard(ids)),
    deleteStoredCard: (ids) => look('deleteStoredCard', () => connector.deleteStoredCard(ids)),
    health: (account) => look('health', () => connector.health(account)),
  };
}

async function answerOf<Answer>(method: Method, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    // Not the error itself: nobody knows what it holds.
    return assert.fail(`${method} threw ${error instanceof Error ? error.stack : typeof error}`);
  }
}

function showsNothingHidden(answer: unknown, { account, card }: Hidden): void {
  const printed = `${JSON.stringify(answer)}\n${inspect(answer, { depth: null, showHidden: true })}`;
  for (const secret of account)
    assert.ok(!printed.includes(secret), 'an answer shows a secret of the account');
  if (card === undefined) return;
  const number = 'number' in card ? card.number.reveal() : card.acquirerToken.reveal();
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ');
  for (const shown of [number, grouped, grouped.replaceAll(' ', '-')]) {
    assert.ok(!printed.includes(shown), 'an answer shows the card number');
  }
  const cvv = card.cvv?.reveal();
  if (cvv === undefined || /^0+$/.test(cvv)) return;
  // Alone, that is: three digits stand in any long id by chance.
  assert.ok(!new RegExp(`(?<![\\w-])${cvv}(?![\\w-])`).test(printed), 'an answer shows the security code');
}

function seesWhatWasSent({ seen }: HostAnswer, { amount, card }: AuthorizeRequest): void {
  const number = 'number' in card ? card.number.reveal() : card.mask;
  if (seen?.amount !== undefined) assert.equal(seen.amount, amount);
  if (seen?.cardBin !== undefined) assert.ok(number.startsWith(seen.cardBin), 'another card was seen');
  if (seen?.cardLast4 !== undefined) assert.ok(number.endsWith(seen.cardLast4), 'another card was seen');
}

/** Without these nobody could capture, give back or look up an approval. */
function tellsNames({ theirId, authorizationCode, rawCode, seen }: HostAnswer): void {
  assert.ok(theirId !== undefined, 'an approval without their id');
  assert.ok(authorizationCode !== undefined, 'an approval without an authorization code');
  assert.ok(rawCode !== undefined, "an approval without the acquirer's code");
  assert.ok(seen?.amount !== undefined, 'an approval that does not tell the amount that was seen');
  assert.ok(seen.cardLast4 !== undefined, 'an approval that does not tell the card that was seen');
}
