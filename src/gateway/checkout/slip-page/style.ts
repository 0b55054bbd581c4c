import { trustedMarkup } from '../../../platform/http/index.ts';

/** On screen the slip's barcode and what to do; on paper the sheet alone, in true millimetres. */
export const SLIP_STYLE = trustedMarkup(
  [
    '.bars{margin-top:18px;padding:10px 0;background:#fff;border-radius:8px}',
    '.bars svg{display:block;width:100%;max-width:115mm;height:auto;margin:0 auto}',
    '.line{resize:none;font:15px/1.5 ui-monospace,monospace;text-align:center}',
    '.card.gap{margin-top:16px}',
    '.sheet{display:none}',
    '@page{size:A4;margin:0}',
    '@media print{.shop,.test,main>:not(.sheet){display:none}main,main.one{display:block;padding:0;margin:0;max-width:none}',
    '.sheet{display:block}.sheet svg{display:block;width:210mm;height:296.5mm}}',
  ].join(''),
);
