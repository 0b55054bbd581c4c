import { DEMO_MERCHANT } from '../../../../simulators/cielo-host/access/merchants.ts';
import { startHost } from '../host-process.ts';
import type { HostCharge } from '../judge/evidence.ts';

const PROVIDER = 'CIELO';

/** cielo-host in a separate process, with one shop. */
export interface SecondAcquirer {
  readonly provider: string;
  /** `--setting NAME=VALUE` arguments of the account there. */
  readonly settings: readonly string[];
  /** Sets the fault rates, as in `POST /__sim/faults`. */
  setFaults(rates: object): Promise<void>;
  book(): Promise<{ charges: readonly HostCharge[]; repeatedReferences: readonly string[] }>;
  stop(): Promise<void>;
}

export async function startSecondAcquirer(): Promise<SecondAcquirer> {
  // A cancel of a later day may be denied until the next day of the service, which does not come.
  const { address, queryAddress, control, repeatedReferences, stop } = await startHost('cielo-host', [
    '--one-day',
  ]);
  const { merchantId, merchantKey } = DEMO_MERCHANT;
  return {
    provider: PROVIDER,
    settings: [
      `merchantId=${merchantId}`,
      `merchantKey=${merchantKey}`,
      `baseUrl=${address}`,
      `queryUrl=${queryAddress}`,
    ].flatMap((setting) => ['--setting', setting]),
    setFaults: async (rates) => void (await control('/faults', rates)),
    book: async () => {
      const { charges } = await control('/book?all=1');
      return {
        charges: (charges as readonly HostCharge[]).map((charge) => ({ ...charge, provider: PROVIDER })),
        repeatedReferences: await repeatedReferences(),
      };
    },
    stop,
  };
}
