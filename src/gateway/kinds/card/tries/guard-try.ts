import { refuseCard } from '../refusals.ts';
import type { CardTries } from './card-tries.ts';
import { LIMIT_TEXTS } from './limit-texts.ts';
import { limitAfter, type RetryLimit, type TriedCard, type UsedTries } from './retry-limits.ts';

/** What became of a try above a ceiling: `skipped` was nobody's own request. */
export type AboveLimit = 'made' | 'refused' | 'skipped';

export interface GuardDependencies {
  readonly tries: Pick<CardTries, 'usedBy'>;
  /** What the merchant wants done with a try that its scheme charges for: made and told, or refused. */
  retryGuardOf(merchantId: number): Promise<'warn' | 'block'>;
  /** Called for the metrics. */
  onAboveLimit(limit: RetryLimit, what: AboveLimit): void;
}

/** A try that may be made. */
export interface GuardedTry {
  /** As it was before this try. */
  readonly used: readonly UsedTries[];
  /** The ceiling that this try is above of, or the one that it reaches. */
  readonly limit: RetryLimit | undefined;
  readonly isAboveLimit: boolean;
}

/** The same once `made` tries more were made: what comes next may reach a ceiling that the first one did not. */
export function afterMore(tried: GuardedTry, made: number): GuardedTry {
  return { ...tried, limit: limitAfter(tried.used, made + 1) };
}

/** Throws retry_limit for a try above a ceiling that is made by itself, or whose merchant wants none; then nothing is sent. */
export async function guardTry(
  { tries, retryGuardOf, onAboveLimit }: GuardDependencies,
  {
    merchantId,
    isAutomatic,
    field,
  }: { readonly merchantId: number; readonly isAutomatic: boolean; readonly field: string },
  card: TriedCard,
): Promise<GuardedTry> {
  const used = await tries.usedBy(card);
  const limit = limitAfter(used, 0);
  if (limit === undefined) return { used, limit: limitAfter(used, 1), isAboveLimit: false };
  const isMade = !isAutomatic && (await retryGuardOf(merchantId)) === 'warn';
  onAboveLimit(limit, isMade ? 'made' : isAutomatic ? 'skipped' : 'refused');
  if (isMade) return { used, limit, isAboveLimit: true };
  const message = `Nada foi enviado: ${LIMIT_TEXTS[limit]}. Use outro cartão.`;
  throw refuseCard('retry_limit', { field, message, beside: { retryReason: limit } });
}
