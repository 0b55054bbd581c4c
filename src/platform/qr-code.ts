import { renderSVG } from 'uqr';
import { html } from './http/pages/html.ts';

/** White modules around the code, as the standard wants them. */
const QUIET_ZONE = 4;

/** A text as a picture for cameras, with what it is for those who do not see it. It survives 15 % of dirt. */
export function qrCodeSvg(text: string, label: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: QUIET_ZONE });
  return svg.replace('<svg ', () => html`<svg role="img" aria-label="${label}" `.text);
}
