import type { Accounts } from '../../accounts/index.ts';
import type { Photos } from '../photos/index.ts';
import type { SellOptions } from './sell.ts';
import type { SaleTimes } from './wire.ts';

/** What sales stand on. */
export interface SaleRooms extends SellOptions {
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly times: SaleTimes;
}
