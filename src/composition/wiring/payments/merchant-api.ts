import { merchantOf, requireApiPair } from '../../../gateway/credentials.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { RoomParts } from '../../room.ts';

export const merchantIdOf = (request: Parameters<typeof merchantOf>[0]) => merchantOf(request).personId;

/** What every route needs that a merchant calls with its key pair. */
export function merchantApi({ config, rooms: { accounts, clock } }: RoomParts, payments: Payments) {
  return {
    payments,
    clock,
    production: config.mode === 'production',
    time: localTime(config.timeZone),
    requireApiPair: requireApiPair(accounts),
    merchantId: merchantIdOf,
  };
}

/** Where a buyer pays an intention. */
export function hostedPageOf({ publicUrl }: Pick<RoomParts, 'publicUrl'>, payments: Payments) {
  return (id: string): string => `${publicUrl()}/v1/payment/${payments.tokenOf({ id })}`;
}
