import type { Mode } from '../../composition/config/config-settings.ts';
import type { Rooms } from '../../composition/rooms.ts';
import { checkSettings } from '../../gateway/providers/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Finding } from './finding.ts';

const TITLE = 'Contas em adquirentes';
/** Accounts named in the answer. */
const MAX_NAMED = 5;

/** Whether the settings of all accounts open and are complete. The acquirers are not asked. */
export async function checkAccounts(
  { merchantAccounts }: Pick<Rooms, 'merchantAccounts'>,
  mode: Mode,
): Promise<Finding> {
  const accounts = await merchantAccounts.list(undefined);
  const faults: string[] = [];
  for (const account of accounts) {
    const { settings } = await merchantAccounts.settings(account);
    const plain = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.reveal()]));
    try {
      checkSettings(account.provider, plain, mode === 'production');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push(`pessoa ${account.personId}, ${account.provider}: ${error.message}`);
    }
  }
  if (faults.length > 0) {
    return {
      title: TITLE,
      state: 'bad',
      text: `${faults.length} com ajuste errado; ${faults.slice(0, MAX_NAMED).join('; ')}`,
      advice: 'Corrija com guiche acquirer set (guiche acquirer --help), ou no painel, e teste a conta lá.',
    };
  }
  if (accounts.length > 0) {
    return {
      title: TITLE,
      state: 'good',
      text: `${accounts.length}, com os ajustes completos`,
      advice: null,
    };
  }
  if (mode === 'sandbox') {
    return { title: TITLE, state: 'info', text: 'nenhuma: na sandbox o simulador responde', advice: null };
  }
  return {
    title: TITLE,
    state: 'warn',
    text: 'nenhuma: toda venda é recusada com provider_missing',
    advice: 'Crie a primeira com guiche acquirer add (docs/rede.md), ou no painel.',
  };
}
