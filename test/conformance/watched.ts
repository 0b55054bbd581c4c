import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type {
  AttemptCard,
  AuthorizeRequest,
  CardAcquirer,
  TokenCard,
} from '../../src/gateway/providers/card-acquirer.ts';
import type { HostAnswer } from '../../src/gateway/providers/outcome.ts';
import { faultOfForm, type Method } from './outcome-forms.ts';

/** Secrets that no answer may contain: those of the account, and of every card passed to the connector. */
interface Hidden {
  readonly account: readonly string[];
  readonly proof?: AuthorizeRequest['proof'] | undefined;
  readonly card: AttemptCard | TokenCard | undefined;
}

/**
 * Wraps a connector and checks every answer: no exception, one of the forms of the contract, no card number, security code
 * or key in any printed form, and the amount and card that the host saw.
 */
export function watched(connector: CardAcquirer, secrets: readonly string[]): CardAcquirer {
  const check = async <Answer>(
    method: Method,
    call: () => Promise<Answer>,
    card?: AttemptCard | TokenCard,
    proof?: AuthorizeRequest['proof'],
  ): Promise<Answer> => {
    const answer = await answerOf(method, call);
    assert.equal(faultOfForm(method, answer), undefined);
    showsNothingHidden(answer, { account: secrets, card, proof });
    return answer;
  };

  return {
    provider: connector.provider,
    version: connector.version,
    live: connector.live,
    capabilities: (brand, kind) => connector.capabilities(brand, kind),
    authorize: async (attempt) => {
      const outcome = await check(
        'authorize',
        () => connector.authorize(attempt),
        attempt.card,
        attempt.proof,
      );
      if ('answer' in outcome && outcome.answer) hasSentValues(outcome.answer, attempt);
      if (outcome.outcome === 'approved') hasIds(outcome.answer);
      return outcome;
    },
    continueAfterAuthentication: (ids) =>
      check('continueAfterAuthentication', () => connector.continueAfterAuthentication(ids)),
    capture: (ids, amount) => check('capture', () => connector.capture(ids, amount)),
    void: (ids, amount) => check('void', () => connector.void(ids, amount)),
    refund: (ids, amount, reference) => check('refund', () => connector.refund(ids, amount, reference)),
    undo: (ids) => check('undo', () => connector.undo(ids)),
    query: (ids) => check('query', () => connector.query(ids)),
    queryRefund: (ids, refundId) => check('queryRefund', () => connector.queryRefund(ids, refundId)),
    verifyCard: (card, account) => check('verifyCard', () => connector.verifyCard(card, account), card),
    storeCard: (request) => check('storeCard', () => connector.storeCard(request), request.card),
    findStoredCard: (ids) => check('findStoredCard', () => connector.findStoredCard(ids)),
    deleteStoredCard: (ids) => check('deleteStoredCard', () => connector.deleteStoredCard(ids)),
    health: (account) => check('health', () => connector.health(account)),
  };
}

async function answerOf<Answer>(method: Method, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    // Not the error itself, which may contain secrets.
    return assert.fail(`${method} threw ${error instanceof Error ? error.stack : typeof error}`);
  }
}

function showsNothingHidden(answer: unknown, { account, card, proof }: Hidden): void {
  const printed = `${JSON.stringify(answer)}\n${inspect(answer, { depth: null, showHidden: true })}`;
  for (const secret of account)
    assert.ok(!printed.includes(secret), 'an answer shows a secret of the account');
  for (const part of [proof?.cavv, proof?.xid]) {
    assert.ok(part === undefined || !printed.includes(part.reveal()), 'an answer shows the proof');
  }
  if (card === undefined) return;
  const number = 'number' in card ? card.number.reveal() : card.acquirerToken.reveal();
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ');
  for (const shown of [number, grouped, grouped.replaceAll(' ', '-')]) {
    assert.ok(!printed.includes(shown), 'an answer shows the card number');
  }
  const cvv = card.cvv?.reveal();
  if (cvv === undefined || /^0+$/.test(cvv)) return;
  // Only as a separate word: three digits occur in long ids by chance.
  assert.ok(!new RegExp(`(?<![\\w-])${cvv}(?![\\w-])`).test(printed), 'an answer shows the security code');
}

function hasSentValues({ seen }: HostAnswer, { amount, card }: AuthorizeRequest): void {
  const number = 'number' in card ? card.number.reveal() : card.mask;
  if (seen?.amount !== undefined) assert.equal(seen.amount, amount);
  if (seen?.cardBin !== undefined) assert.ok(number.startsWith(seen.cardBin), 'another card was seen');
  if (seen?.cardLast4 !== undefined) assert.ok(number.endsWith(seen.cardLast4), 'another card was seen');
}

/** Asserts the values without which an approval could not be captured, refunded or queried. */
function hasIds({ theirId, authorizationCode, rawCode, seen }: HostAnswer): void {
  assert.ok(theirId !== undefined, 'an approval without their id');
  assert.ok(authorizationCode !== undefined, 'an approval without an authorization code');
  assert.ok(rawCode !== undefined, "an approval without the acquirer's code");
  assert.ok(seen?.amount !== undefined, 'an approval without the amount that the host saw');
  assert.ok(seen.cardLast4 !== undefined, 'an approval without the card that the host saw');
}
