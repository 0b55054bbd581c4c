import type { Refusal } from '../../../platform/refusal.ts';
import type { ChargeRoute } from '../provider.ts';

/** The accounts of a person that cards are charged through. */
export interface ReachableAccounts<Way extends ChargeRoute> {
  /** The providers at which it has one. */
  readonly own: readonly string[];
  /** The one that takes what names none. */
  readonly fallback: string | undefined;
  /** In the sandbox the simulator answers for every name. Undefined: nobody does. */
  reach(provider: string): Way | undefined;
  refused(code: 'provider_missing' | 'provider_unknown'): Refusal;
}

/** Throws provider_unknown and provider_missing. */
export function routeNamed<Way extends ChargeRoute>(
  { fallback, reach, refused }: ReachableAccounts<Way>,
  requested: string | undefined,
): Way {
  const provider = requested ?? fallback;
  if (provider === undefined) throw refused('provider_missing');
  const route = reach(provider);
  if (!route) throw refused('provider_unknown');
  return route;
}
