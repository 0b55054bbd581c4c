import { type Html, html } from '../../../platform/http/index.ts';
import { brandTitle } from '../../card-data/index.ts';
import type { StoredCard } from '../../stored-cards/index.ts';
import { brandMarks } from '../page/brand-marks.ts';
import { ASKING_LINE, type EndedPage, shopMessagePage } from '../page/ended-views.ts';
import { cardFieldsView, type Notice, noticeView, WAITING_LINE } from '../page/form-view.ts';
import type { Shop } from '../page/offer.ts';
import type { FieldErrors, TypedForm } from '../page/read-form.ts';
import { testCardsView } from '../page/test-cards.ts';

const LAST_DIGITS = 4;
/** Fields that the page's script fills with browser data; not read here. */
const DEVICE_FIELDS = ['cores', 'idioma', 'altura', 'largura', 'fuso'] as const;

export interface SaveCardForm {
  readonly shop: Shop;
  readonly typed: TypedForm;
  readonly errors: FieldErrors;
  readonly notice: Notice | undefined;
  readonly sandbox: boolean;
}

/** The form to store a card. It works without a script, and is posted to its own address. */
export function saveCardView({ shop, typed, errors, notice, sandbox }: SaveCardForm): Html {
  return html`<section aria-label="Resumo">
<h1 class="amount">Guardar cartão</h1>
<p class="soft">Nada é cobrado agora. ${shop.name} poderá usar este cartão nas próximas cobranças que você combinar.</p>
</section>
<form class="card" method="post" novalidate data-card>
<h2>Dados do cartão</h2>
${brandMarks()}
${noticeView(notice)}
${cardFieldsView({ typed, errors })}
${DEVICE_FIELDS.map((name) => html`<input type="hidden" name="${name}" value="">`)}
<button class="go" type="submit" data-busy="Falando com o banco…">Guardar cartão</button>
${WAITING_LINE}
<p class="safe">Cadastro seguro: a loja não vê os dados do seu cartão.</p>
${sandbox ? testCardsView('credit') : undefined}
</form>`;
}

export function savedPage(shop: Shop, card: StoredCard, toShop: string | undefined): EndedPage {
  const name = `${brandTitle(card.brand ?? 'Cartão')} final ${card.mask.slice(-LAST_DIGITS)}`;
  return shopMessagePage(
    shop,
    'Cartão salvo',
    [`${name} está salvo para ${shop.name}. Nada foi cobrado.`],
    toShop === undefined
      ? html`<p class="gap soft">Você já pode fechar esta página.</p>`
      : html`<a class="go" href="${toShop}">Voltar à loja</a>`,
  );
}

export function confirmingCardPage(shop: Shop, again: string): EndedPage {
  return shopMessagePage(
    shop,
    'Estamos confirmando',
    ['A adquirente ainda não confirmou que guardou o cartão. Isso costuma levar alguns segundos.'],
    html`${ASKING_LINE}<a class="go" href="${again}">Atualizar agora</a>`,
  );
}

export function closedFormPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'Esta página não vale mais', [
    'O prazo ou o número de tentativas acabou, ou o cartão foi excluído. Nada foi cobrado.',
    `Para guardar um cartão, peça um link novo a ${shop.name}.`,
  ]);
}

export const UNKNOWN_FORM_PAGE: EndedPage = shopMessagePage(undefined, 'Página não encontrada', [
  'Confira se o endereço está completo, ou peça um link novo à loja.',
]);
