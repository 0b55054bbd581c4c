import { randomBytes } from 'node:crypto';
import { isForSlipsAlone } from './bank-slips/index.ts';
import type { ChargeProvider } from './charge-provider.ts';
import type { AccountSettings } from './provider.ts';

/** Asked for and removed at once. */
const CENTAVOS = 1;
const LIFE_MS = 10 * 60_000;
const REFERENCE_LENGTH = 16;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface BankTestResult {
  readonly health: Awaited<ReturnType<ChargeProvider['health']>>;
  /** A charge of one centavo, made and removed; undefined where the account does not work. */
  readonly charge:
    | { readonly made: true; readonly removed: boolean }
    | { readonly made: false; readonly reason: string }
    /** It has no key for Pix: it is for slips alone, and none is made for a test. */
    | { readonly made: 'not needed' }
    | undefined;
}

/** Asks a bank whether an account works, makes a charge of one centavo and removes it. Nobody can pay it. */
export async function testBank(
  connector: ChargeProvider,
  account: AccountSettings,
  now: number,
): Promise<BankTestResult> {
  const health = await connector.health(account);
  if (!health.healthy) return { health, charge: undefined };
  if (isForSlipsAlone(connector.provider, account.settings))
    return { health, charge: { made: 'not needed' } };
  const acquirerReference = newReference();
  const created = await connector.create({
    acquirerReference,
    account,
    amount: CENTAVOS,
    expiresAt: now + LIFE_MS,
    key: keyIn(account),
    payer: undefined,
    description: undefined,
  });
  const removed = await connector.undo({ acquirerReference, theirId: undefined, account });
  return {
    health,
    charge:
      created.outcome === 'buyer_awaited'
        ? { made: true, removed: removed.outcome === 'undone' }
        : { made: false, reason: 'reason' in created ? created.reason : created.outcome },
  };
}

/** Any key that the account has. */
function keyIn({ settings }: AccountSettings) {
  if (settings.randomKey) return 'RANDOM_KEY';
  if (settings.emailKey) return 'EMAIL';
  return settings.documentKey ? 'DOCUMENT' : 'PHONE';
}

function newReference(): string {
  return Array.from(randomBytes(REFERENCE_LENGTH), (byte) => CROCKFORD[byte & 31]).join('');
}
