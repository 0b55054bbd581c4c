import type { PixAtAddress } from '../../kinds/pix/index.ts';

/** In the sandbox: pays at the simulated bank, where the charge is its own. */
export interface TestPayer {
  canPay(charge: Pick<PixAtAddress['charge'], 'reference'>): Promise<boolean>;
  /** A bank that takes the money no more changes nothing. */
  pay(charge: Pick<PixAtAddress['charge'], 'reference'>): Promise<void>;
}
