import type { KeepResult } from './keep-card.ts';
import { storedCardRefuse } from './refusals.ts';
import type { CardToStore } from './stored-card.ts';

export const RETRY_AFTER_SECONDS = 5;
const DAY_MS = 24 * 60 * 60_000;

export function refusalOfKeeping(result: Exclude<KeepResult, { kind: 'kept' | 'pending' }>) {
  switch (result.kind) {
    case 'declined':
      return storedCardRefuse('card_refused', {
        field: 'cardInfo',
        message: `O cartão foi recusado: ${result.decline.message} (código ${result.decline.code}).`,
      });
    case 'unsupported':
      return storedCardRefuse('tokenization_unsupported');
    case 'failed':
      return storedCardRefuse('tokenization_failed', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** The month is over everywhere on earth. Without the code nobody is asked about the card, and it would be stored for nothing. */
export function refuseExpired({ cvv, expirationMonth, expirationYear }: CardToStore, now: number): void {
  const over = Date.UTC(Number(expirationYear), Number(expirationMonth), 1) + DAY_MS;
  if (cvv !== undefined || now < over) return;
  throw storedCardRefuse('card_refused', {
    field: 'cardInfo.expirationMonth',
    message: 'O cartão está vencido. Nada foi salvo.',
  });
}
