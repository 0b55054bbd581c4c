import type { MovementOption } from '../../gateway/transactions/index.ts';
import { moment } from '../interface/moment.ts';
import type { Action } from './schema.ts';

const DEMO: Action = { possible: false, reason: 'Venda de demonstração: nenhuma adquirente a conhece.' };
/** Of what was paid by a barcode: no bank takes that back. */
export const NO_WAY_BACK: Action = {
  possible: false,
  reason:
    'O banco não devolve o que foi pago pelo código de barras: devolva por transferência ou Pix a quem pagou.',
};
const KINDS = { capture: 'capture', void: 'cancel', refund: 'refund' } as const;

/** Whether the action is possible and up to which amount, or why not: as the gateway would decide now. */
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

/** Demo sales allow no actions. */
export function actionsOfDemo(): { readonly capture: Action; readonly release: Action } {
  return { capture: DEMO, release: DEMO };
}
