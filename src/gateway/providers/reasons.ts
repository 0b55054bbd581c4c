import type { Reasons } from '../../platform/text/reasons.ts';
import { BANK_REASONS } from './bacen-pix/reasons.ts';
import { BANK_SLIP_REASONS } from './bank-slips/reasons.ts';
import { CIELO_REASONS } from './cielo/reasons.ts';
import { CALL_REASONS } from './http/reasons.ts';
import { REDE_REASONS } from './rede/reasons.ts';
import { SIMULATOR_REASONS } from './simulator/reasons.ts';
import { SLIP_BANK_REASONS } from './slips/reasons.ts';

/** Why providers did not do what they were asked, for people: each connector brings its own. */
export const PROVIDER_REASONS: readonly Reasons[] = [
  CALL_REASONS,
  REDE_REASONS,
  CIELO_REASONS,
  BANK_REASONS,
  BANK_SLIP_REASONS,
  SIMULATOR_REASONS,
  SLIP_BANK_REASONS,
];
