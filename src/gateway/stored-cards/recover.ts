import type { Job } from '../../platform/jobs/index.ts';
import {
  capabilitiesOf,
  isAbandoned,
  QUERY_EVERY_MS,
  QUERY_LIMIT_MS,
  QUERY_STEPS_MS,
  RECHECK_AFTER_MS,
  type Route,
  UNDO_LIMIT_MS,
  weighNotFound,
} from '../providers/index.ts';
import { openToken, type StoredCardDependencies } from './context.ts';
import { endStoring } from './end-storing.ts';
import { type HeldCards, releaseHeldCards } from './held-card.ts';
import type { AcquirerToken } from './stored-card.ts';

const EVERY_MS = 1_000;
const LEAST_EVERY_MS = 100;
const MAX_AT_ONCE = 32;
const STOPPED = 'the service stopped before the answer was stored';
const NO_WAY = 'the merchant has no account at this acquirer';

export interface StoredCardRecovery extends StoredCardDependencies, HeldCards {
  /** Which of these instances are dead, so that their calls can be taken over. */
  findDeadInstances(instances: readonly string[]): Promise<readonly string[]>;
  /** Called when only a person can continue, for the log. */
  onNeedsAttention(found: { readonly reference: string; readonly reason: string }): void;
}

/**
 * The background job that finds out whether the acquirer stored a card whose answer was lost, and deletes unused tokens
 * at the acquirer. Leased: two at once would only query the acquirer twice.
 */
export function storedCardRecoveryJob(dependencies: StoredCardRecovery): Job {
  return {
    name: 'stored-card-recovery',
    where: 'leased',
    everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / dependencies.timeScale),
    run: (signal) => recoverStoredCards(dependencies, signal),
  };
}

export async function recoverStoredCards(
  dependencies: StoredCardRecovery,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = dependencies;
  await takeOver(dependencies);
  await releaseHeldCards(dependencies);
  while (!signal.aborted) {
    const due = await store.due(clock.now(), MAX_AT_ONCE);
    if (signal.aborted) return;
    await Promise.all(due.map((token) => step(dependencies, token)));
    if (due.length < MAX_AT_ONCE) return;
  }
}

/** Calls in progress on a dead instance have an unknown outcome. */
async function takeOver(dependencies: StoredCardRecovery): Promise<void> {
  const { store, clock, ages, timeScale, findDeadInstances } = dependencies;
  const sending = await store.sending(MAX_AT_ONCE);
  if (sending.length === 0) return;
  const dead = new Set(await findDeadInstances([...new Set(sending.map(({ holder }) => holder))]));
  const old = new Set(sending.filter(({ reference }) => isAbandoned(ages.of(reference), timeScale)));
  const left = sending.filter((token) => dead.has(token.holder) || old.has(token));
  for (const { reference } of left) {
    await endStoring(dependencies, reference, { kind: 'unknown', reason: STOPPED, nextAt: clock.now() });
  }
}

/** A failed step is rescheduled, so that it blocks no other. */
async function step(dependencies: StoredCardRecovery, token: AcquirerToken): Promise<void> {
  try {
    const route = await dependencies.acquirers.routeOf(token);
    if (!route) return await reschedule(dependencies, token, NO_WAY);
    if (token.state === 'removing') await remove(dependencies, token, route);
    else await findOut(dependencies, token, route);
  } catch (error) {
    dependencies.onError(error);
    await reschedule(dependencies, token, 'recovery failed: see the log for the reason').catch(
      () => undefined,
    );
  }
}

async function findOut(dependencies: StoredCardRecovery, token: AcquirerToken, route: Route): Promise<void> {
  const { clock, ages, timeScale } = dependencies;
  const { storedCards, timing } = capabilitiesOf(route, { type: 'credit', card: undefined });
  const { reference } = token;
  if (storedCards !== 'by_reference') {
    const reason = 'this acquirer cannot be queried by reference';
    await endStoring(dependencies, reference, { kind: 'lost', reason });
    return;
  }
  const account = await route.settings();
  const found = await route.connector.findStoredCard({ reference, acquirerToken: undefined, account });
  if (found.outcome === 'found') {
    await endStoring(dependencies, reference, { kind: 'stored', acquirerToken: found.acquirerToken });
    return;
  }
  if (found.outcome !== 'not_found') return reschedule(dependencies, token, found.reason);
  if (token.state === 'absent') return change(dependencies, token, { nextAt: undefined });
  const facts = { ageMs: ages.of(reference), maxProcessingMs: timing.maxProcessingMs };
  const weight = weighNotFound(token.notFound, facts);
  if (weight !== 'proven') {
    return reschedule(dependencies, token, 'not found', weight === 'counts' ? token.notFound + 1 : 0);
  }
  await endStoring(dependencies, reference, {
    kind: 'not_stored',
    state: 'absent',
    reason: 'the acquirer does not have it',
    recheckAt: Math.ceil(clock.now() + RECHECK_AFTER_MS / timeScale),
  });
}

async function remove(dependencies: StoredCardRecovery, token: AcquirerToken, route: Route): Promise<void> {
  const account = await route.settings();
  const acquirerToken = openToken(dependencies, token);
  const { reference } = token;
  const outcome = await route.connector.deleteStoredCard({ reference, acquirerToken, account });
  if (outcome.outcome === 'deleted' || outcome.outcome === 'forgotten') {
    // Where the acquirer keeps it, its list of tokens says so; nothing here can charge it any more.
    const reason = outcome.outcome === 'forgotten' ? 'the acquirer has no way to delete it' : undefined;
    const gone = { state: 'removed', sealed: undefined, nextAt: undefined, reason } as const;
    return change(dependencies, token, { ...gone, endedAt: dependencies.clock.now() });
  }
  if (outcome.outcome === 'refused') return leaveToOperator(dependencies, token, outcome.reason);
  return reschedule(dependencies, token, outcome.reason);
}

/** Schedules the next query; after the limit a person has to take over. */
async function reschedule(
  dependencies: StoredCardRecovery,
  token: AcquirerToken,
  reason: string,
  notFound = 0,
): Promise<void> {
  const { clock, timeScale } = dependencies;
  const now = clock.now();
  const pause = QUERY_STEPS_MS[token.tries] ?? QUERY_EVERY_MS;
  const nextAt = Math.ceil(now + pause / timeScale);
  const limit = token.state === 'removing' ? UNDO_LIMIT_MS : QUERY_LIMIT_MS;
  const isOver =
    token.tries >= QUERY_STEPS_MS.length && nextAt > (token.endedAt ?? token.createdAt) + limit / timeScale;
  if (!isOver) return change(dependencies, token, { nextAt, notFound, reason });
  // Only an open token can end as lost: a recheck of one that the acquirer did not have is left to the operator.
  if (token.state === 'removing' || token.state === 'absent') {
    return leaveToOperator(dependencies, token, reason);
  }
  await endStoring(dependencies, token.reference, { kind: 'lost', reason });
  dependencies.onNeedsAttention({ reference: token.reference, reason });
}

async function leaveToOperator(
  dependencies: StoredCardRecovery,
  token: AcquirerToken,
  reason: string,
): Promise<void> {
  await change(dependencies, token, { nextAt: undefined, reason });
  dependencies.onNeedsAttention({ reference: token.reference, reason });
}

/** Nothing is written when somebody else was faster. */
async function change(
  { store }: StoredCardRecovery,
  token: AcquirerToken,
  changes: Partial<AcquirerToken>,
): Promise<void> {
  await store.change({ tokens: [{ from: token, to: { ...token, ...changes, tries: token.tries + 1 } }] });
}
