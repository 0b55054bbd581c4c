export { slipPdf } from './pdf.ts';
export type { PrintedSlip } from './slip.ts';
export { barcodeSvg, sheetSvg } from './svg.ts';
export { afterDueText, dayText, dayWords, termsTexts } from './words.ts';
