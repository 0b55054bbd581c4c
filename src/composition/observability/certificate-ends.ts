import { connectorKindOf, isBank, type MerchantAccounts } from '../../gateway/providers/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isWithin } from '../../platform/time/is-within.ts';

/** Every account's settings are opened for it, and a certificate lasts for months. */
const LOOK_EVERY_MS = 10 * 60_000;

/** The certificate of an account at a bank. */
export interface CertificateEnd {
  readonly personId: number;
  readonly provider: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** When the certificates of all accounts in use end, the first to end first; looked at every few minutes. */
export function certificateEnds(
  { list, settings }: Pick<MerchantAccounts, 'list' | 'settings'>,
  clock: Clock,
): () => Promise<readonly CertificateEnd[]> {
  let looked: { readonly at: number; readonly found: Promise<readonly CertificateEnd[]> } | undefined;

  const look = async (): Promise<readonly CertificateEnd[]> => {
    const ends: CertificateEnd[] = [];
    for (const account of await list(undefined)) {
      const { personId, provider } = account;
      if (!isBank(provider)) continue;
      const endsAt = connectorKindOf(provider)?.certificateEnds?.(await settings(account));
      if (endsAt !== undefined) ends.push({ personId, provider, endsAt });
    }
    return ends.toSorted((one, other) => one.endsAt - other.endsAt);
  };

  return () => {
    if (looked && isWithin(LOOK_EVERY_MS, looked.at, clock.now())) return looked.found;
    const found = look();
    looked = { at: clock.now(), found };
    found.catch(() => {
      looked = undefined;
    });
    return found;
  };
}
