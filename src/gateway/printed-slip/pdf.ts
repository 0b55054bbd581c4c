import { boldFont, printable, regularFont } from '../../platform/pdf/index.ts';
import { qrModules } from '../../platform/qr-code.ts';
import { type Mark, SHEET, type SheetText } from './sheet/marks.ts';
import { sheetOf } from './sheet/sheet.ts';
import type { PrintedSlip } from './slip.ts';

const POINTS = 72 / 25.4;

/** The slip as a file of one A4 page, with its type in it. */
export async function slipPdf(slip: PrintedSlip, madeAt: number): Promise<Buffer> {
  // Loaded when one is asked for: most services write few.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: [SHEET.wide * POINTS, SHEET.high * POINTS],
    margin: 0,
    lang: 'pt-BR',
    info: {
      Title: `Boleto ${slip.ourNumber}`,
      Author: slip.beneficiary.name,
      CreationDate: new Date(madeAt),
    },
    font: regularFont(),
  });
  document.registerFont('plain', regularFont()).registerFont('bold', boldFont());
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
  const shown = printable(text);
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
