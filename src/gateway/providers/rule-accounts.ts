import type { MerchantAccounts } from './merchant-accounts/index.ts';
import { acquirerRefuse } from './refusals.ts';
import { ACCOUNT_KINDS } from './registry.ts';
import type { RuleSet, RulesOwner } from './routing/index.ts';

type Mode = 'production' | 'sandbox';

/** In production throws connector_missing for a name in rules that no connector has: nobody ever will have an account there. */
export function requireConnectors(rules: RuleSet, mode: Mode): void {
  const connectors = new Set(ACCOUNT_KINDS.map(({ provider }) => provider));
  const strange = namesIn(rules).filter((account) => !connectors.has(account));
  if (mode === 'sandbox' || strange.length === 0) return;
  const message = `Não há conector de produção para ${strange.join(', ')}. Há: ${[...connectors].join(', ')}.`;
  throw acquirerRefuse('connector_missing', { message });
}

/** The accounts that rules name and their person does not have: those are passed over. In the sandbox the simulator answers for every name. */
export async function missingAccounts(
  accounts: Pick<MerchantAccounts, 'of'>,
  owner: RulesOwner,
  { rules, mode }: { readonly rules: RuleSet; readonly mode: Mode },
): Promise<readonly string[]> {
  if (mode === 'sandbox' || owner === 'installation') return [];
  const own = new Set((await accounts.of(owner)).map(({ provider }) => provider));
  return namesIn(rules).filter((account) => !own.has(account));
}

function namesIn({ rules }: RuleSet): readonly string[] {
  return [...new Set(rules.flatMap(({ accounts }) => accounts))];
}
