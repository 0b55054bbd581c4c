import { cardRoute } from '../../../providers/index.ts';
import {
  type AwaitedBuyer,
  type BuyerResolution,
  type ResumeDependencies,
  resolveAwaited,
  type SettledOutcome,
} from '../../../transactions/flow/resume.ts';
import type { AwaitedBuyers } from '../../../transactions/recovery/context.ts';
import type { AuthenticationStore } from './authentication-store.ts';

export interface AuthenticationDependencies extends ResumeDependencies {
  /** Called with what a buyer's authentication led to: `approved`, `failed` (the authentication itself), `declined`. */
  onAuthenticated?(provider: string, result: string): void;
}

/** Asks the acquirer once how an authentication ended, and stores it (`resolveAwaited`). */
export async function resolveAuthentication(
  dependencies: AuthenticationDependencies,
  awaited: AwaitedBuyer,
): Promise<BuyerResolution> {
  const resolution = await resolveAwaited(dependencies, awaited, ({ route, ids }) =>
    cardRoute(route).connector.continueAfterAuthentication(ids),
  );
  if (resolution.kind === 'settled') {
    const { provider } = awaited.transaction.order;
    dependencies.onAuthenticated?.(provider, authenticationResult(resolution.outcome));
  }
  return resolution;
}

function authenticationResult(outcome: SettledOutcome): 'approved' | 'failed' | 'declined' {
  if (outcome.outcome === 'approved') return 'approved';
  return outcome.decline.declineClass === 'authentication' ? 'failed' : 'declined';
}

/** The buyers whom issuers authenticate, for recovery. */
export function authenticatedBuyers(
  dependencies: AuthenticationDependencies & {
    readonly authentications: Pick<AuthenticationStore, 'ofAttempt'>;
  },
): AwaitedBuyers {
  return {
    endsAt: async ({ transactionId, reference }) =>
      (await dependencies.authentications.ofAttempt(transactionId, reference))?.expiresAt,
    resolve: (awaited) => resolveAuthentication(dependencies, awaited),
  };
}
