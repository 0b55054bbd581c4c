import type { Accounts } from '../../accounts/index.ts';
import type { Secret } from '../../platform/index.ts';
import type { Photos } from '../photos/index.ts';
import type { SellOptions } from './sell.ts';
import type { SaleTimes } from './wire.ts';
import type { WorkSignals } from './work-signals.ts';

/** What sales stand on. */
export interface SaleRooms extends SellOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'mayActFor'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly times: SaleTimes;
  readonly signals: WorkSignals;
  /** Whether callbacks may only go to public addresses. */
  readonly production: boolean;
  /** Asked for when money that a payment client took is given back; undefined: none is set, nothing is given back. */
  readonly technicalPassword: Secret | undefined;
}
