import { type BuyerPage, buyerPage, buyerPageHeaders, type PageShop } from '../../../platform/http/index.ts';
import { SCRIPT, SCRIPT_SOURCE } from './page-script.ts';

/** A complete page of the checkout, with its script. */
export function checkoutPage(shown: Omit<BuyerPage, 'script'>): string {
  return buyerPage({ ...shown, script: SCRIPT });
}

export function checkoutHeaders(shop: PageShop | undefined): Readonly<Record<string, string>> {
  return buyerPageHeaders(shop, { scriptSource: SCRIPT_SOURCE, forms: 'anywhere', asks: true });
}
