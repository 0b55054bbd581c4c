import { type Html, html } from '../../platform/http/index.ts';
import { qrModules } from '../../platform/qr-code.ts';
import { BARCODE, barcodeMarks } from './sheet/barcode.ts';
import { type Mark, SHEET, type SheetText } from './sheet/marks.ts';
import { sheetOf } from './sheet/sheet.ts';
import type { PrintedSlip } from './slip.ts';

/** Nothing may stand beside the bars: readers take the white for the barcode's ends. */
const QUIET_ZONE = 6;
const TYPE = 'Noto Sans, Arial, Helvetica, sans-serif';

/** The barcode alone, in true millimetres. */
export function barcodeSvg(barcode: string): Html {
  const wide = BARCODE.wide + 2 * QUIET_ZONE;
  const high = BARCODE.high + 4;
  const bars = barcodeMarks(barcode, { x: QUIET_ZONE, y: 2 }).map(markSvg);
  return html`<svg role="img" aria-label="Código de barras do boleto" xmlns="http://www.w3.org/2000/svg" width="${wide}mm" height="${high}mm" viewBox="0 0 ${wide} ${high}"><path fill="#fff" d="M0 0h${wide}v${high}H0z"/>${bars}</svg>`;
}

/** The whole slip as it lies on a sheet of A4. `title`: what it is for those who do not see it. */
export function sheetSvg(slip: PrintedSlip, title: string): Html {
  const { wide, high } = SHEET;
  return html`<svg role="img" aria-label="${title}" xmlns="http://www.w3.org/2000/svg" width="${wide}mm" height="${high}mm" viewBox="0 0 ${wide} ${high}" font-family="${TYPE}"><path fill="#fff" d="M0 0h${wide}v${high}H0z"/>${sheetOf(slip).map(markSvg)}</svg>`;
}

function markSvg(mark: Mark): Html {
  switch (mark.kind) {
    case 'bar':
      return html`<path d="M${length(mark.at.x)} ${length(mark.at.y)}h${length(mark.wide)}v${mark.high}H${length(mark.at.x)}z"/>`;
    case 'rule':
      return html`<path stroke="#000" stroke-width="${mark.thick}"${mark.dashed && html` stroke-dasharray="1.5 1"`} d="M${mark.from.x} ${mark.from.y}L${mark.to.x} ${mark.to.y}"/>`;
    case 'code':
      return codeSvg(mark);
    case 'text':
      return textSvg(mark);
  }
}

function textSvg({ at, size, text, bold, right, wide }: SheetText): Html {
  return html`<text x="${at.x}" y="${at.y}" font-size="${size}"${bold && html` font-weight="700"`}${right && html` text-anchor="end"`}${wide !== undefined ? html` textLength="${wide}" lengthAdjust="spacingAndGlyphs"` : undefined}>${text}</text>`;
}

function codeSvg({ at, side, text }: Extract<Mark, { kind: 'code' }>): Html {
  const { data, size } = qrModules(text);
  const module = side / size;
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<path transform="translate(${at.x} ${at.y}) scale(${length(module)})" shape-rendering="crispEdges" d="${squares.join('')}"/>`;
}

/** Shorter than a thousandth of a millimetre nobody prints. */
function length(millimetres: number): number {
  return Math.round(millimetres * 1e4) / 1e4;
}
