import type { LinkRow } from '../../../../../src/panel/links/schema.ts';
import { count, money } from '../../ui/text/format.ts';

/** Label, colour and icon of a link's state. */
export const LINK_STATES = {
  open: { label: 'Ativo', tone: 'good', icon: 'check' },
  inactive: { label: 'Desativado', tone: 'idle', icon: 'cross' },
  expired: { label: 'Vencido', tone: 'idle', icon: 'clock' },
  used_up: { label: 'Esgotado', tone: 'idle', icon: 'check' },
} as const;

/** `R$ 50,00`, or the range from which the buyer chooses. */
export function amountText({ amount, minAmount, maxAmount }: LinkRow): string {
  if (amount !== null) return money(amount);
  return `De ${money(minAmount ?? 0)} a ${money(maxAmount ?? 0)}`;
}

/** As `paidText`, in a sentence. */
export function paidSentence(link: LinkRow): string {
  return `${paidText(link)} ${link.paid === 1 && link.maxUses === null ? 'pagamento' : 'pagamentos'}`;
}

/** `3 de 20`, or only the count if there is no limit. Payments under way are not among them. */
export function paidText({ paid, maxUses }: LinkRow): string {
  return maxUses === null ? count(paid) : `${count(paid)} de ${count(maxUses)}`;
}
