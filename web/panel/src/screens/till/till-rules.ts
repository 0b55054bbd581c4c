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

/** `À vista`, `2x de R$ 6,25`, as far as a way of paying takes. */
export function installmentChoices(
  methods: readonly Pick<PaymentMethodRow, 'maxInstallments'>[],
  total: number,
) {
  const most = Math.max(1, ...methods.map(({ maxInstallments }) => maxInstallments));
  return Array.from({ length: most }, (_, index) => ({
    value: String(index + 1),
    label:
      index === 0 ? 'À vista' : `${index + 1}x de ${money(Math.floor(Math.max(total, 0) / (index + 1)))}`,
  }));
}
