import { encode } from 'uqr';
import { type Html, html } from './http/pages/html.ts';

/** White modules around the code, as the standard wants them. */
const QUIET_ZONE = 4;
/** Units of the picture for each module, so that it has a size of its own where nobody sets one. */
const MODULE = 10;

/** The modules of a text's code, with their quiet zone, row by row: true is black. */
export function qrModules(text: string): {
  readonly data: readonly (readonly boolean[])[];
  readonly size: number;
} {
  return encode(text, { ecc: 'M', border: QUIET_ZONE });
}

/** A text as a picture for cameras, with what it is for those who do not see it. It survives 15 % of dirt. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = qrModules(text);
  const side = size * MODULE;
  return html`<svg role="img" aria-label="${label}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" transform="scale(${MODULE})" d="${data.map(rowPath).join('')}"/></svg>`;
}

/** The same as a document of its own. */
export function qrCodeSvg(text: string, label: string): string {
  return qrCode(text, label).text;
}

/** One stroke for each run of black modules: a third of the bytes of a square for each. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = row.indexOf(true); x !== -1; ) {
    const white = row.indexOf(false, x);
    const next = row.indexOf(true, white);
    path += path === '' ? `M${x} ${y}.5h${white - x}` : `h${white - x}`;
    if (next !== -1) path += `m${next - white} 0`;
    x = next;
  }
  return path;
}
