import type { LineClass } from '../../../../../src/panel/reconciliation/schema.ts';
import { CLASS_LOOKS } from './reconciliation-words.ts';

export interface ReconciliationSearch {
  readonly classe?: LineClass;
}

export interface PayoutSearch {
  /** Of the shop at the acquirer: two of them may have a payment of one name. */
  readonly conta?: number;
}

export function readPayoutSearch({ conta }: Record<string, unknown>): PayoutSearch {
  return Number.isSafeInteger(conta) && Number(conta) >= 0 ? { conta: Number(conta) } : {};
}

/** The filter of the screen, from the URL. Anything else is ignored, because a bookmark may be old. */
export function readReconciliationSearch(given: Record<string, unknown>): ReconciliationSearch {
  const { classe } = given;
  return typeof classe === 'string' && Object.hasOwn(CLASS_LOOKS, classe)
    ? { classe: classe as LineClass }
    : {};
}
