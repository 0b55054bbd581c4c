export { barcodeOf, groupedLine, readSlipCode, typeableLineOf, writeBarcode } from './barcode.ts';
export { barWidths } from './bars.ts';
export { modulo10, modulo11 } from './check-digits.ts';
