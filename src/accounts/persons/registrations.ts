import { createAddressWindow } from '../../platform/limits/address-window.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { refuseAccount } from '../refusals.ts';

/** Calls that add or edit persons, without a key (docs/contract/decided.md 4) or with a seller's, of one address within a minute. */
const MAX_REGISTRATIONS = 30;

/** Counts one such call. Throws `too_many_registrations` when the address has used up its share. */
export type CountRegistration = (address: string) => void;

export function createRegistrationCounter(clock: Clock): CountRegistration {
  const window = createAddressWindow({ clock, perMinute: MAX_REGISTRATIONS });
  return (address) => {
    const retryAfterSeconds = window.waitSeconds(address);
    if (retryAfterSeconds !== undefined) throw refuseAccount('too_many_registrations', { retryAfterSeconds });
    window.record(address);
  };
}
