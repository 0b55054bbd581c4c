import type { MovementOption } from '../../gateway/transactions/index.ts';
import { moment } from './sale-row.ts';
import type { Action } from './schema.ts';

const DEMO: Action = { possible: false, reason: 'Venda de demonstração: nenhum adquirente a conhece.' };
const KINDS = { capture: 'capture', void: 'cancel', refund: 'refund' } as const;

/** What can be done, and how much of it, or why nothing: as the gateway would decide it now. */
export function actionOf(option: MovementOption): Action {
  if (option.kind === 'refused') return { possible: false, reason: option.refusal.message };
  return {
    possible: true,
    kind: KINDS[option.movement],
    max: option.max,
    partial: option.partial,
    deadline: option.until === undefined ? null : moment(option.until),
  };
}

/** Nothing can be done with a sale that was made up. */
export function actionsOfDemo(): { readonly capture: Action; readonly release: Action } {
  return { capture: DEMO, release: DEMO };
}
