import { Secret } from '../../../../platform/secret.ts';
import { maskCardNumber } from '../../../card-data/index.ts';
import type {
  DeleteStoredCardOutcome,
  FindStoredCardOutcome,
  StoreCardOutcome,
  StoreCardRequest,
  StoredCardIds,
} from '../../card-acquirer.ts';
import { scenarioOfCard } from '../../issuer/index.ts';
import type { SimulatedCard } from '../card-storage.ts';
import type { SimulatorContext } from '../context.ts';
import { hidesAnswer, unreadable } from './unreadable.ts';

const NOT_SENT = { outcome: 'not_sent', reason: 'connection refused' } as const;
const CLOSED = { outcome: 'unknown', reason: 'the simulator was closed before it answered' } as const;

/** Keeps a card in the simulated acquirer's vault. No issuer is asked; the answer travels as the scenario says. */
export async function simulatedStoreCard(
  context: SimulatorContext,
  { reference, card }: StoreCardRequest,
): Promise<StoreCardOutcome> {
  const number = card.number.reveal();
  const scenario = context.scenarioFor(scenarioOfCard(number));
  const wire = scenario.authorize;
  if (wire.answer === 'connection_refused') return NOT_SENT;
  const mask = maskCardNumber(number);
  const at = context.clock.now();
  const cvvSent = card.cvv !== undefined;
  const { brand } = card;
  const request = { at, operation: 'store_card', reference, number: mask, brand, cvvSent } as const;
  context.requests.add({ ...request, scenario: scenario.name });
  if (wire.decidesAfterMs > 0 && !(await context.wait(wire.decidesAfterMs))) return CLOSED;
  if (!wire.recorded) return unreadable(context, wire.answer);
  const known = await context.cards.byReference(reference);
  const token = known?.token ?? context.newToken();
  if (!known) {
    const own = scenarioOfCard(number).name;
    await context.cards.insert({ token, reference, mask, brand, scenario: own, deleted: 0, created: at });
  }
  return hidesAnswer(wire.answer)
    ? unreadable(context, wire.answer)
    : { outcome: 'stored', acquirerToken: new Secret(token) };
}

export async function simulatedFindStoredCard(
  context: SimulatorContext,
  ids: StoredCardIds,
): Promise<FindStoredCardOutcome> {
  const card = await look(context, ids, 'find_stored_card');
  return card === undefined || card.deleted
    ? { outcome: 'not_found' }
    : { outcome: 'found', acquirerToken: new Secret(card.token) };
}

export async function simulatedDeleteStoredCard(
  context: SimulatorContext,
  ids: StoredCardIds,
): Promise<DeleteStoredCardOutcome> {
  const card = await look(context, ids, 'delete_stored_card');
  if (card === undefined || card.deleted) return { outcome: 'deleted', existed: false };
  await context.cards.delete(card.token);
  return { outcome: 'deleted', existed: true };
}

function look(
  context: SimulatorContext,
  { reference, acquirerToken }: StoredCardIds,
  operation: 'find_stored_card' | 'delete_stored_card',
): Promise<SimulatedCard | undefined> {
  context.requests.add({ at: context.clock.now(), operation, reference });
  return acquirerToken ? context.cards.byToken(acquirerToken.reveal()) : context.cards.byReference(reference);
}
