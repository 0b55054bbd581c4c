import type { SlipView } from '../../../../../src/panel/slips/schema.ts';

export interface SlipSearch {
  readonly visao?: Exclude<SlipView, 'due'>;
}

/** The tab of the screen, from the URL. Anything else is ignored, because a bookmark may be old. */
export function readSlipSearch({ visao }: Record<string, unknown>): SlipSearch {
  return visao === 'late' || visao === 'paid' ? { visao } : {};
}
