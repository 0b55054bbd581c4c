import { schemeCodes } from './abecs/index.ts';
import { cieloDeclineCodes } from './cielo/index.ts';
import { redeDeclineCodes } from './rede/index.ts';

/** The codes of refusals that the card schemes and the acquirers are known to send, in alphabetical order. */
export const declineCodes: readonly string[] = [
  ...new Set([...schemeCodes, ...redeDeclineCodes, ...cieloDeclineCodes]),
].sort();
