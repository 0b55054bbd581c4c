import { buyerPage, buyerPageHeaders, type Html, type PageRefresh } from '../../../platform/http/index.ts';
import type { Shop } from '../page/offer.ts';
import { SLIP_SCRIPT, SLIP_SCRIPT_SOURCE } from './script.ts';
import { SLIP_STYLE } from './style.ts';

export interface ShownSlipPage {
  readonly title: string;
  readonly shop: Shop | undefined;
  readonly body: Html;
  readonly wide?: boolean;
  readonly refresh?: PageRefresh | undefined;
}

/** A page that asks how a slip stands, and the headers it is sent with. */
export function slipPage(
  { wide = false, ...shown }: ShownSlipPage,
  sandbox: boolean,
): { readonly headers: Readonly<Record<string, string>>; readonly text: string } {
  return {
    headers: {
      ...buyerPageHeaders(shown.shop, { scriptSource: SLIP_SCRIPT_SOURCE, asks: true, style: SLIP_STYLE }),
      'X-Robots-Tag': 'noindex, nofollow',
    },
    text: buyerPage({ ...shown, narrow: !wide, sandbox, style: SLIP_STYLE, script: SLIP_SCRIPT }),
  };
}
