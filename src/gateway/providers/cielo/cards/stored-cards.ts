import { Secret } from '../../../../platform/secret.ts';
import type {
  DeleteStoredCardOutcome,
  FindStoredCardOutcome,
  StoreCardOutcome,
  StoreCardRequest,
  StoredCardIds,
} from '../../card-acquirer.ts';
import { identifier, notAnswered } from '../../http/index.ts';
import { errorVerdict } from '../answer/verdict.ts';
import type { CieloAccount } from '../call/settings.ts';
import type { CieloContext } from '../context.ts';
import { cieloCardFields } from '../sale/sale.ts';

const NOT_FOUND = 404;
const NAMELESS = 'CLIENTE';

/** Has Cielo keep a card. Every call makes a new token and takes no reference of ours: a lost answer stays lost. */
export async function cieloStoreCard(
  { host, timing, deadlineIn }: CieloContext,
  account: CieloAccount,
  { card }: StoreCardRequest,
): Promise<StoreCardOutcome> {
  const { SecurityCode: _, ...fields } = cieloCardFields(card);
  const holder = fields.Holder ?? NAMELESS;
  const call = {
    method: 'POST',
    path: '/1/card/',
    body: { CustomerName: holder, ...fields, Holder: holder },
    secrets: [card.number],
  } as const;
  const reply = await host.call(account, call, deadlineIn(timing.authorizeMs));
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { status: httpStatus } = reply;
  const answer = { httpStatus };
  if (httpStatus >= 400) {
    const verdict = errorVerdict(reply.fields);
    if (!verdict) return { outcome: 'unknown', reason: `HTTP ${httpStatus}`, answer };
    const reason = verdict.kind === 'invalid_request' ? verdict.reason : `return code ${verdict.code}`;
    return { outcome: 'invalid_request', reason, answer: { rawCode: verdict.code, httpStatus } };
  }
  const token = identifier(reply.fields, 'cardtoken');
  if (token === undefined) return { outcome: 'unknown', reason: 'kept without a usable token', answer };
  return { outcome: 'stored', acquirerToken: new Secret(token) };
}

/** Whether Cielo keeps a card of a known token. Without one nothing can be asked. */
export async function cieloFindStoredCard(
  { host, timing, deadlineIn }: CieloContext,
  account: CieloAccount,
  { acquirerToken }: StoredCardIds,
): Promise<FindStoredCardOutcome> {
  if (!acquirerToken) return { outcome: 'unknown', reason: 'Cielo finds a card by its own token only' };
  const path = `/1/card/${encodeURIComponent(acquirerToken.reveal())}`;
  const call = { method: 'GET', path, secrets: [acquirerToken] } as const;
  const reply = await host.call(account, call, deadlineIn(timing.otherMs));
  if (reply.kind !== 'answered') return { outcome: reply.kind, reason: reply.reason };
  if (reply.status === NOT_FOUND) return { outcome: 'not_found' };
  if (reply.status < 400 && reply.fields.cardnumber !== undefined) return { outcome: 'found', acquirerToken };
  return { outcome: 'unknown', reason: `the answer cannot be read (HTTP ${reply.status})` };
}

/** Cielo has no call for it: whoever no longer has the token can no longer charge the card. */
export function cieloDeleteStoredCard(): Promise<DeleteStoredCardOutcome> {
  return Promise.resolve({ outcome: 'forgotten' });
}
