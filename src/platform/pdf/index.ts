export { type PdfSection, type PdfText, writePdf } from './document.ts';
export { boldFont, printable, regularFont } from './fonts.ts';
