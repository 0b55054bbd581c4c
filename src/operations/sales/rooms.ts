import type { Accounts } from '../../accounts/accounts.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Callbacks } from '../callbacks/index.ts';
import type { GatewayCharges } from '../charges/index.ts';
import type { CardForms } from '../client-cards/index.ts';
import type { Photos } from '../photos/index.ts';
import type { TechnicalPasswords } from '../technical-passwords/index.ts';
import type { SaleWaits, SellOptions } from './sell.ts';
import type { SaleTimes } from './wire.ts';
import type { WorkSignals } from './work-signals.ts';

/** Dependencies of sales that the gateway charges. */
export interface ChargingRooms {
  readonly database: Database;
  readonly clock: Clock;
  readonly waits: SaleWaits;
  readonly gateway: GatewayCharges;
  readonly cardForms: Pick<CardForms, 'find'>;
  readonly callbacks: Callbacks;
}

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
