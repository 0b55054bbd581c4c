import { Secret } from '../../platform/secret.ts';
import type { AttemptCard, CardAcquirer, VerifyOutcome } from './card-acquirer.ts';
import type { Route } from './registry.ts';

/** A card to check without an amount: `sandbox` is one that every simulated host approves. */
export type TestCard = AttemptCard | 'sandbox';

export interface AccountTestResult {
  readonly health: Awaited<ReturnType<CardAcquirer['health']>>;
  /** Undefined: not asked for, or not asked because the account does not work. */
  readonly zeroAmount: VerifyOutcome | undefined;
}

const SANDBOX_NUMBER = '4111111111111111';

/** Asks the acquirer whether an account works, and then whether a card is good, without an amount. Charges nothing. */
export async function testAccount(route: Route, card: TestCard | undefined): Promise<AccountTestResult> {
  const account = await route.settings();
  const health = await route.connector.health(account);
  if (!health.healthy || card === undefined) return { health, zeroAmount: undefined };
  const used = card === 'sandbox' ? sandboxCard() : card;
  if (!route.connector.capabilities(used.brand, 'credit').zeroAmount) {
    return { health, zeroAmount: { outcome: 'not_supported' } };
  }
  return { health, zeroAmount: await route.connector.verifyCard(used, account) };
}

function sandboxCard(): AttemptCard {
  return {
    number: new Secret(SANDBOX_NUMBER),
    cvv: new Secret('123'),
    expirationMonth: '12',
    expirationYear: '2039',
    holderName: 'TESTE DA CONTA',
    brand: 'VISA',
  };
}
