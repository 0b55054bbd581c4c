import { randomBytes } from 'node:crypto';
import type { Job } from '../../../../platform/jobs/index.ts';
import type { ChargeProvider } from '../../charge-provider.ts';
import type { SlipProvider } from '../../slips/slip-provider.ts';
import { createWaits } from '../waits.ts';
import type { SimulatedBankOptions } from './bank-options.ts';
import { enteringAhead } from './book/entering.ts';
import { simulatedBankConnector } from './connector/simulated-bank-connector.ts';
import { type BankControl, createBankControl } from './control.ts';
import { bankJob } from './notices.ts';
import { createBankBook } from './pix-book.ts';
import { simulatedSlipBank } from './slip/simulated-slip-bank.ts';

const TOKEN_BYTES = 32;

export interface SimulatedBank {
  /** The simulated bank under a name, in capitals: all names share one book. */
  connector(provider: string): ChargeProvider;
  /** The same for slips. */
  slipBank(provider: string): SlipProvider;
  readonly control: BankControl;
  /** Lets happen what happens by itself, and sends the notices. */
  readonly job: Job;
  /** Ends all waits: creations that time out answer `unknown`. */
  close(): void;
}

/** A bank inside this process whose payers decide by the amount. Never part of a production service. */
export function createSimulatedBank(options: SimulatedBankOptions): SimulatedBank {
  const { clock, timeScale } = options;
  const storage = enteringAhead(options.storage, options.onStorageError);
  const book = createBankBook({ clock, timeScale, storage, dayOf: options.dayOf });
  const waits = createWaits((ms) => options.sleep(ms / timeScale));
  const context = {
    ...options,
    storage,
    book,
    wait: waits.wait,
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  };
  return {
    connector: (provider) => ({ provider, ...simulatedBankConnector(context) }),
    slipBank: (provider) => simulatedSlipBank(context, provider),
    control: createBankControl(context),
    job: bankJob(context),
    close: waits.end,
  };
}
