import { Secret } from '../../../../platform/secret.ts';
import type {
  DeleteStoredCardOutcome,
  FindStoredCardOutcome,
  StoreCardOutcome,
  StoreCardRequest,
  StoredCardIds,
} from '../../card-acquirer.ts';
import { identifier, notAnswered } from '../../http/index.ts';
import { hostAnswer } from '../answer/answer.ts';
import { verdictOf } from '../answer/verdict.ts';
import type { RedeAccount } from '../call/settings.ts';
import type { RedeContext } from '../context.ts';
import { cardFields } from '../sale/sale.ts';

const NO_CONTENT = 204;
/** Why a card is deleted: the customer asked for it. */
const CUSTOMER_REQUEST = 1;
const TOKEN = /^[\w-]{1,100}$/;

/** Has Rede keep a card (docs/contract/acquirers.md A.6). Rede takes no reference of ours: a lost answer stays lost. */
export async function redeStoreCard(
  { host, timing, deadlineIn }: RedeContext,
  account: RedeAccount,
  { card }: StoreCardRequest,
): Promise<StoreCardOutcome> {
  if (account.auth === 'basic') {
    return { outcome: 'invalid_request', reason: 'the token service needs auth=oauth', answer: {} };
  }
  const body = { ...cardFields(card, account), storageCard: '0', embeddedZeroDollar: false };
  const call = {
    method: 'POST',
    service: 'cards',
    path: '/tokenization',
    body,
    secrets: [card.number],
  } as const;
  const reply = await host.call(account, call, deadlineIn(timing.authorizeMs));
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status } = reply;
  const answer = hostAnswer(fields, status);
  const verdict = verdictOf(fields, status, card.brand);
  switch (verdict.kind) {
    case 'approved': {
      const id = identifier(fields, 'tokenizationId');
      if (id === undefined || !TOKEN.test(id)) {
        return { outcome: 'unknown', reason: 'kept without a usable tokenizationId', answer };
      }
      return { outcome: 'stored', acquirerToken: new Secret(id) };
    }
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'invalid_request':
      return { outcome: 'invalid_request', reason: verdict.reason, answer };
    default:
      return { outcome: 'unknown', reason: `return code ${answer.rawCode ?? 'missing'}`, answer };
  }
}

/** Whether Rede still keeps a card of a known token. Without one nothing can be asked. */
export async function redeFindStoredCard(
  { host, timing, deadlineIn }: RedeContext,
  account: RedeAccount,
  { acquirerToken }: StoredCardIds,
): Promise<FindStoredCardOutcome> {
  if (!acquirerToken) return { outcome: 'unknown', reason: 'Rede finds a card by its own token only' };
  const call = {
    method: 'GET',
    service: 'cards',
    path: pathOf(acquirerToken),
    secrets: [acquirerToken],
  } as const;
  const reply = await host.call(account, call, deadlineIn(timing.otherMs));
  if (reply.kind !== 'answered') return { outcome: reply.kind, reason: reply.reason };
  const { fields, status } = reply;
  if (verdictOf(fields, status).kind === 'not_found') return { outcome: 'not_found' };
  if (status >= 400 || identifier(fields, 'tokenizationId') !== acquirerToken.reveal()) {
    return { outcome: 'unknown', reason: `the answer cannot be read (HTTP ${status})` };
  }
  const isDeleted = identifier(fields, 'tokenizationStatus')?.toLowerCase() === 'deleted';
  return isDeleted ? { outcome: 'not_found' } : { outcome: 'found', acquirerToken };
}

export async function redeDeleteStoredCard(
  { host, timing, deadlineIn }: RedeContext,
  account: RedeAccount,
  { acquirerToken }: StoredCardIds,
): Promise<DeleteStoredCardOutcome> {
  if (!acquirerToken) return { outcome: 'refused', reason: 'Rede deletes a card by its own token only' };
  const body = { tokenizationStatus: 'delete', reason: CUSTOMER_REQUEST };
  const path = pathOf(acquirerToken);
  const call = { method: 'PUT', service: 'cards', path, body, secrets: [acquirerToken] } as const;
  const reply = await host.call(account, call, deadlineIn(timing.otherMs));
  if (reply.kind === 'unknown' && reply.status === NO_CONTENT) return { outcome: 'deleted', existed: true };
  if (reply.kind !== 'answered') return { outcome: reply.kind, reason: reply.reason };
  const { fields, status } = reply;
  const { kind } = verdictOf(fields, status);
  if (kind === 'not_found') return { outcome: 'deleted', existed: false };
  if (kind === 'approved' && status < 400) return { outcome: 'deleted', existed: true };
  return { outcome: 'unknown', reason: `HTTP ${status}` };
}

function pathOf(token: Secret): string {
  return `/tokenization/${encodeURIComponent(token.reveal())}`;
}
