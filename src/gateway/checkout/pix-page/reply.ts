import type { FastifyReply } from 'fastify';
import { buyerPage, buyerPageHeaders, type Html, type PageRefresh } from '../../../platform/http/index.ts';
import type { Shop } from '../page/offer.ts';
import { PIX_SCRIPT, PIX_SCRIPT_SOURCE } from './script.ts';

/** Without a script a page is read anew: seldom enough to copy the code from it. */
const RELOAD_SECONDS = { preparing: 3, waiting: 15, ending: 5, refunding: 30 } as const;

export interface ShownPixPage {
  readonly title: string;
  readonly shop: Shop | undefined;
  readonly body: Html;
  readonly wide?: boolean;
  readonly refresh?: PageRefresh | undefined;
}

/** A page that asks how a Pix stands. */
export function sendPixPage(
  reply: FastifyReply,
  status: number,
  { wide = false, ...shown }: ShownPixPage,
  sandbox: boolean,
): FastifyReply {
  return reply
    .code(status)
    .headers(buyerPageHeaders(shown.shop, { scriptSource: PIX_SCRIPT_SOURCE, asks: true }))
    .header('X-Robots-Tag', 'noindex, nofollow')
    .send(buyerPage({ ...shown, narrow: !wide, sandbox, script: PIX_SCRIPT }));
}

export function reload(stand: string, url: string): PageRefresh | undefined {
  const seconds = Object.entries(RELOAD_SECONDS).find(([name]) => name === stand)?.[1];
  return seconds === undefined ? undefined : { seconds, url, onlyWithoutScript: true };
}
