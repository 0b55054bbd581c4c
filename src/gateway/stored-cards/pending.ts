import type { KeepResult } from './keep-card.ts';
import type { AcquirerToken, StoredCard } from './stored-card.ts';
import type { Tokenization } from './tokenization.ts';

type PendingResult = Extract<KeepResult, { readonly kind: 'pending' }>;

/** The fields of a tokenization whose outcome is not known yet. */
export function pendingBy({ card, reference }: PendingResult) {
  return { state: 'pending', cardId: card.id, reference } as const;
}

/**
 * The outcome of a pending tokenization. An active card proves nothing by itself: this may have been its renewal, and
 * the older token may still be in use.
 */
export async function pendingOutcome(
  dependencies: { findAcquirerToken(reference: string): Promise<AcquirerToken | undefined> },
  { reference }: Pick<Tokenization, 'reference'>,
  card: StoredCard | undefined,
): Promise<'pending' | 'stored' | 'failed'> {
  if (card?.state === 'storing') return 'pending';
  if (card?.state !== 'active') return 'failed';
  // It was pending before references were stored.
  if (reference === undefined) return card.underWay === undefined ? 'stored' : 'pending';
  const token = await dependencies.findAcquirerToken(reference);
  switch (token?.state) {
    case 'sending':
    case 'unknown':
      return 'pending';
    // A later renewal may have replaced it since.
    case 'stored':
    case 'removing':
    case 'removed':
      return 'stored';
    default:
      return 'failed';
  }
}
