import type { Accounts } from '../../../accounts/accounts.ts';
import type { Callbacks } from '../../callbacks/index.ts';
import type { GatewayCharges } from '../../charges/index.ts';
import type { Photos } from '../../photos/index.ts';
import type { TechnicalPasswords } from '../../technical-passwords/index.ts';
import type { SellOptions } from '../selling/sell.ts';
import type { WorkSignals } from '../work/work-signals.ts';
import type { SaleTimes } from './wire.ts';

/** Dependencies of the sales' use cases. */
export interface SaleRooms extends SellOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'mayActFor'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly times: SaleTimes;
  readonly gateway: GatewayCharges;
  readonly callbacks: Callbacks;
  readonly signals: WorkSignals;
  /** Whether callbacks may only go to public addresses. */
  readonly production: boolean;
  readonly technicalPasswords: TechnicalPasswords;
}
