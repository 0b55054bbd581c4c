import { startHost } from './host-process.ts';
import type { HostCard, HostCharge } from './judge/evidence.ts';

const PROVIDER = 'REDE';

export interface AcquirerAccount {
  readonly pv: string;
  readonly key: string;
}

/** rede-host in a separate process. */
export interface Acquirer {
  /** `--setting NAME=VALUE` arguments of an account there. */
  settings(account: AcquirerAccount): readonly string[];
  /** Sets the fault rates, as in `POST /__sim/faults`. */
  setFaults(rates: object): Promise<void>;
  /** Moves its clock forward. */
  advance(ms: number): Promise<void>;
  book(): Promise<{
    charges: readonly HostCharge[];
    repeatedReferences: readonly string[];
    cards: readonly HostCard[];
  }>;
  stop(): Promise<void>;
}

export async function startAcquirer(accounts: readonly AcquirerAccount[]): Promise<Acquirer> {
  const named = accounts.flatMap(({ pv, key }) => ['--pv', pv, '--key', key]);
  const { address, control, repeatedReferences, stop } = await startHost('rede-host', named);
  return {
    settings: ({ pv, key }) =>
      [
        `pv=${pv}`,
        `key=${key}`,
        `api=${address}/v2`,
        `token=${address}/oauth2/token`,
        `cards=${address}/token-service/oauth/v2`,
      ].flatMap((setting) => ['--setting', setting]),
    setFaults: async (rates) => void (await control('/faults', rates)),
    advance: async (ms) => void (await control('/clock', { advanceMs: ms })),
    book: async () => {
      const { charges } = await control('/book?all=1');
      const { cards } = await control('/cards');
      return {
        charges: (charges as readonly HostCharge[]).map((charge) => ({ ...charge, provider: PROVIDER })),
        cards: cards as readonly HostCard[],
        repeatedReferences: await repeatedReferences(),
      };
    },
    stop,
  };
}
