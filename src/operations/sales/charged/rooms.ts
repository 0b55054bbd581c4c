import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Callbacks } from '../../callbacks/index.ts';
import type { GatewayCharges } from '../../charges/index.ts';
import type { CardForms } from '../../client-cards/index.ts';
import type { SaleWaits } from '../record/external-payment.ts';

/** Dependencies of sales that the gateway charges. */
export interface ChargingRooms {
  readonly database: Database;
  readonly clock: Clock;
  readonly waits: SaleWaits;
  readonly gateway: GatewayCharges;
  readonly cardForms: Pick<CardForms, 'find'>;
  readonly callbacks: Callbacks;
}
