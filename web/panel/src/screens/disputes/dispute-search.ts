import type { DisputeState } from '../../../../../src/panel/disputes/schema.ts';
import { DISPUTE_LOOKS } from './dispute-words.ts';

export interface DisputeSearch {
  readonly situacao?: DisputeState;
}

/** The filter of the screen, from the URL. Anything else is ignored, because a bookmark may be old. */
export function readDisputeSearch({ situacao }: Record<string, unknown>): DisputeSearch {
  return typeof situacao === 'string' && Object.hasOwn(DISPUTE_LOOKS, situacao)
    ? { situacao: situacao as DisputeState }
    : {};
}
