import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { qrModules } from '../../platform/qr-code.ts';
import { type Mark, SHEET, type SheetText } from './sheet/marks.ts';
import { sheetOf } from './sheet/sheet.ts';
import type { PrintedSlip } from './slip.ts';

const POINTS = 72 / 25.4;
const FONTS = { plain: fontFile('400'), bold: fontFile('700') } as const;
/** Letters that the embedded type has: those of Western Europe. */
const KNOWN = /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201d\u2022\u2026\u2212]/;
const MARKS = /\p{M}/gu;

/** The slip as a file of one A4 page, with its type in it. */
export async function slipPdf(slip: PrintedSlip, madeAt: number): Promise<Buffer> {
  const document = new PDFDocument({
    size: [SHEET.wide * POINTS, SHEET.high * POINTS],
    margin: 0,
    lang: 'pt-BR',
    info: {
      Title: `Boleto ${slip.ourNumber}`,
      Author: slip.beneficiary.name,
      CreationDate: new Date(madeAt),
    },
    font: FONTS.plain,
  });
  document.registerFont('plain', FONTS.plain).registerFont('bold', FONTS.bold);
  document.scale(POINTS);
  for (const mark of sheetOf(slip)) draw(document, mark);
  document.end();
  const parts: Uint8Array[] = [];
  for await (const part of document) parts.push(part);
  return Buffer.concat(parts);
}

function draw(document: PDFKit.PDFDocument, mark: Mark): void {
  switch (mark.kind) {
    case 'bar':
      document.rect(mark.at.x, mark.at.y, mark.wide, mark.high).fill('#000');
      return;
    case 'rule':
      document.lineWidth(mark.thick).moveTo(mark.from.x, mark.from.y).lineTo(mark.to.x, mark.to.y);
      if (mark.dashed) document.dash(1.5, { space: 1 }).stroke('#000').undash();
      else document.stroke('#000');
      return;
    case 'code':
      drawCode(document, mark);
      return;
    case 'text':
      drawText(document, mark);
  }
}

function drawText(document: PDFKit.PDFDocument, { at, size, text, bold, right, wide }: SheetText): void {
  const shown = knownLetters(text);
  document.font(bold ? 'bold' : 'plain').fontSize(size);
  const natural = document.widthOfString(shown);
  const width = wide ?? natural;
  document.fillColor('#000').text(shown, right ? at.x - width : at.x, at.y, {
    lineBreak: false,
    baseline: 'alphabetic',
    ...(wide === undefined ? {} : { horizontalScaling: (100 * wide) / natural }),
  });
}

function drawCode(document: PDFKit.PDFDocument, { at, side, text }: Extract<Mark, { kind: 'code' }>): void {
  const { data, size } = qrModules(text);
  const module = side / size;
  for (const [y, row] of data.entries()) {
    for (const [x, isBlack] of row.entries()) {
      if (isBlack) document.rect(at.x + x * module, at.y + y * module, module, module);
    }
  }
  document.fill('#000');
}

/** A letter without a shape of its own loses its accent; one that has none even so becomes a question mark. */
function knownLetters(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (KNOWN.test(letter)) return letter;
      const plain = letter.normalize('NFKD').replace(MARKS, '');
      return [...plain].every((part) => KNOWN.test(part)) && plain !== '' ? plain : '?';
    })
    .join('');
}

function fontFile(weight: '400' | '700'): string {
  const file = `@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`;
  return fileURLToPath(import.meta.resolve(file));
}
