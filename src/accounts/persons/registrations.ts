import type { Clock } from '../../platform/index.ts';
import { createAddressWindow } from '../address-window.ts';
import { refuseAccount } from '../refusals.ts';

/** Calls without a key that add or edit persons, of one address within a minute (decisions 4). */
const MAX_KEYLESS_REGISTRATIONS = 30;

/** Counts one such call. Throws `too_many_registrations` when the address had its share. */
export type CountRegistration = (address: string) => void;

export function createRegistrations(clock: Clock): CountRegistration {
  const window = createAddressWindow({ clock, perMinute: MAX_KEYLESS_REGISTRATIONS });
  return (address) => {
    const retryAfterSeconds = window.waitSeconds(address);
    if (retryAfterSeconds !== undefined) throw refuseAccount('too_many_registrations', { retryAfterSeconds });
    window.record(address);
  };
}
