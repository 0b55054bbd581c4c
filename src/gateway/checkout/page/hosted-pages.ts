import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import type { Pix } from '../../kinds/pix/index.ts';
import type { Slips } from '../../kinds/slip/index.ts';
import type { Payments } from '../../payments/index.ts';
import type { Shop } from './offer.ts';
import type { TestPayer } from './test-payer.ts';
import type { TryDependencies } from './try-to-pay.ts';

/** What the pages stand on by which buyers pay. */
export interface HostedPages extends TryDependencies {
  readonly payments: Pick<Payments, 'findIntention' | 'pay' | 'triesOf' | 'savedTokenOf' | 'redirectUrlOf'>;
  readonly pix: Pick<Pix, 'liveCharge' | 'besideOf' | 'offer'>;
  readonly slips: Pick<Slips, 'liveSlip' | 'besideOf' | 'offer'>;
  /** When a page that asks how its Pix stands may ask again, in milliseconds. */
  askPace(): number;
  /** Sandbox only. */
  readonly testPayer: TestPayer | undefined;
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly sandbox: boolean;
  readonly checkDocuments: boolean;
  shopOf(merchantId: number): Promise<Shop>;
  /** Tells who asked for the page what became of its charge. */
  settleCharge(chargeId: number): Promise<void>;
}
