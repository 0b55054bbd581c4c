import { reasonTeller } from '../../platform/text/reasons.ts';
import { KIND_REASONS } from '../kinds/index.ts';
import { PROVIDER_REASONS } from '../providers/index.ts';
import { STORED_CARD_REASONS } from '../stored-cards/index.ts';
import { ENGINE_REASONS } from '../transactions/index.ts';

/** A stored reason for people, in Portuguese. A text that no room has stays as it is. */
export const reasonText = reasonTeller([
  ENGINE_REASONS,
  ...PROVIDER_REASONS,
  ...KIND_REASONS,
  STORED_CARD_REASONS,
]);
