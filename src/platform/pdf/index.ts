export { type PdfSection, type PdfText, writePdf } from './document.ts';
