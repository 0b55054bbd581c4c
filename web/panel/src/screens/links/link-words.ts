import type { LinkRow } from '../../../../../src/panel/links/schema.ts';
import { count, money } from '../../ui/format.ts';

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

/** As `usesText`, in a sentence. A payment under way holds its use, so these are not all paid. */
export function usedText(link: LinkRow): string {
  return `${usesText(link)} ${link.uses === 1 && link.maxUses === null ? 'uso' : 'usos'}`;
}

/** `3 de 20`, or only the count if there is no limit. */
export function usesText({ uses, maxUses }: LinkRow): string {
  return maxUses === null ? count(uses) : `${count(uses)} de ${count(maxUses)}`;
}
