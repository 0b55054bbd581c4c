import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { money } from '../../ui/text/format.ts';
import type { TillDraft } from './till-draft.ts';

/** The message about a field that the terminal requires and that is still missing. */
export function missingOf(
  settings: Pick<TerminalRow['settings'], 'asksReference' | 'asksClient' | 'asksOperator'>,
  draft: Pick<TillDraft, 'reference' | 'clientId' | 'operatorId'>,
  operators: readonly unknown[],
): string | undefined {
  if (settings.asksReference && draft.reference.trim() === '') return 'Informe a referência para receber.';
  if (settings.asksClient && draft.clientId === undefined) return 'Escolha o cliente para receber.';
  if (settings.asksOperator && operators.length > 0 && draft.operatorId === undefined) {
    return 'Escolha o operador para receber.';
  }
  return undefined;
}

/** `À vista`, `2x de R$ 6,25`, as far as a way of paying takes, and no further than one centavo each. */
export function installmentChoices(
  methods: readonly Pick<PaymentMethodRow, 'maxInstallments'>[],
  total: number,
) {
  const most = Math.max(1, ...methods.map(({ maxInstallments }) => maxInstallments));
  const sensible = total <= 0 ? most : Math.max(1, Math.min(most, total));
  return Array.from({ length: sensible }, (_, index) => ({
    value: String(index + 1),
    label: index === 0 ? 'À vista' : installmentText(index + 1, total),
  }));
}

/** Without a value before there is a total. */
function installmentText(count: number, total: number): string {
  return total <= 0 ? `${count}x` : `${count}x de ${money(Math.floor(total / count))}`;
}
