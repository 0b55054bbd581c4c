import { type Html, html } from '../../../platform/http/index.ts';
import { type Slips, slipOfferOf } from '../../kinds/slip/index.ts';
import { dayWords } from '../../printed-slip/index.ts';
import type { Transaction } from '../../transactions/index.ts';

/** Beside the other ways: what becomes of the slip that is out. */
export async function slipOutNote(
  { slips }: { readonly slips: Pick<Slips, 'liveSlip'> },
  transaction: Transaction,
): Promise<Html | undefined> {
  const { intention } = transaction.order;
  const live = intention && slipOfferOf(intention) && (await slips.liveSlip(transaction));
  if (!live?.url) return undefined;
  return html`<div class="note wait gap" role="status"><p>Já há um <a href="${live.url}">boleto</a> para este pagamento.</p><p>Ele vence ${dayWords(live.dueOn)}. Se você pagar aqui, ele deixa de valer.</p></div>`;
}
