import { type Html, html } from '../../../platform/http/index.ts';

interface TestCard {
  readonly number: string;
  /** What becomes of it at the simulated acquirer (docs/simulator.md). */
  readonly outcome: string;
  /** The function of the card that it is for, if not any. */
  readonly type?: 'debit';
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4000000000090003', outcome: 'Aprovado' },
  { number: '4000000000090516', outcome: 'Sem saldo' },
  { number: '4000000000090631', outcome: 'Código errado' },
  { number: '4000000000090433', outcome: 'Cartão roubado' },
  { number: '4000000000096018', outcome: 'Demora 5 segundos' },
  { number: '4000000000096216', outcome: 'Em análise' },
  { number: '4000000000001091', outcome: 'Débito: o banco confirma', type: 'debit' },
];

/** Each is typed by one press; without a script the numbers can be read. */
export function testCardsView(types: 'any' | 'credit' | 'debit'): Html {
  const cards = TEST_CARDS.filter(({ type }) => type === undefined || types !== 'credit');
  return html`<fieldset class="tests" id="cartoes-teste"><legend>Cartões de teste do simulador</legend>
${cards.map(({ number, outcome, type }) => html`<button type="button" data-card="${number}"${type === undefined ? undefined : html` data-kind="debito"`}>${outcome} <small>${number}</small></button>`)}
</fieldset>`;
}
