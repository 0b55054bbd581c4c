import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import type { PixBeside } from '../../kinds/pix/index.ts';
import type { Shop } from './offer.ts';

/** Money that came twice or late. */
export function surplusNotes({ surplus }: Pick<PixBeside, 'surplus'>, shop: Shop): readonly Html[] {
  return surplus.map(({ amount, surplus: state }) => {
    const what = {
      refunding: 'Ele está sendo devolvido para a conta que pagou.',
      refunded: 'Ele já foi devolvido para a conta que pagou.',
      kept: `Para saber o que será feito dele, fale com ${shop.name}.`,
      failed: `Ainda não foi possível devolvê-lo: fale com ${shop.name}.`,
    }[state ?? 'kept'];
    return html`<div class="note wait gap"><p>Chegou um Pix de ${moneyText(amount)} além do esperado.</p><p>${what}</p></div>`;
  });
}
