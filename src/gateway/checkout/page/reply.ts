import type { FastifyReply } from 'fastify';
import { buyerPage, buyerPageHeaders, type Html } from '../../../platform/http/index.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { type EndedPage, shopMessagePage } from './ended-views.ts';
import type { Shop } from './offer.ts';
import { checkoutHeaders, checkoutPage } from './shell.ts';

export interface Refresh {
  readonly seconds: number;
  readonly url: string;
}

export interface ScriptedForm {
  readonly body: Html;
  readonly script: string;
  /** By its hash, as the header allows it. */
  readonly scriptSource: string;
}

/** Sends the pages of the checkout. */
export interface Replies {
  ended(reply: FastifyReply, status: number, ended: EndedPage, refresh?: Refresh): FastifyReply;
  form(reply: FastifyReply, status: number, shop: Shop, body: Html): FastifyReply;
  /** A form with a script of its own. */
  scripted(reply: FastifyReply, status: number, shop: Shop, form: ScriptedForm): FastifyReply;
}

export function createReplies({ sandbox }: { readonly sandbox: boolean }): Replies {
  return {
    ended: (reply, status, ended, refresh) =>
      reply
        .code(status)
        .headers(checkoutHeaders(ended.shop))
        .send(checkoutPage({ ...ended, narrow: true, sandbox, refresh })),
    form: (reply, status, shop, body) =>
      reply
        .code(status)
        .headers(checkoutHeaders(shop))
        .send(checkoutPage({ title: `Pagar a ${shop.name}`, shop, body, sandbox })),
    scripted: (reply, status, shop, { body, script, scriptSource }) =>
      reply
        .code(status)
        .headers(buyerPageHeaders(shop, { scriptSource, forms: 'anywhere' }))
        .send(buyerPage({ title: `Pagar a ${shop.name}`, shop, body, sandbox, script })),
  };
}

export function heldPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'Muitas tentativas', [
    'Houve tentativas demais de pagamento. Para a sua segurança, espere 30 minutos e abra o link de novo.',
    `Nada foi cobrado. Se precisar, fale com ${shop.name}.`,
  ]);
}

/** Of a shop whose access was taken away. What has begun goes on: this page is only for what has not. */
export function closedShopPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'Pagamento indisponível', [
    'Esta loja não recebe pagamentos agora. Nada foi cobrado.',
    `Em caso de dúvida, fale com ${shop.name}.`,
  ]);
}

export function usedUpPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'Este link já foi usado', [
    'Este link já foi pago o número máximo de vezes. Nada foi cobrado agora.',
    `Se ainda quiser pagar, peça um link novo a ${shop.name}.`,
  ]);
}

/** `28/11/2026 às 23:59`. */
export function localText(time: LocalTime, epochMs: number): string {
  const [date = '', clock = ''] = time.iso(epochMs).split('T');
  return `${date.split('-').reverse().join('/')} às ${clock.slice(0, 5)}`;
}
