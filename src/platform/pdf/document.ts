import { boldFont, printable, regularFont } from './fonts.ts';

/** A part of a document, below its title. */
export interface PdfSection {
  readonly title: string;
  readonly facts?: readonly (readonly [label: string, value: string])[] | undefined;
  readonly paragraphs?: readonly string[] | undefined;
  readonly table?: PdfTable | undefined;
  /** JPEG or PNG that was encoded here. */
  readonly pictures?: readonly { readonly name: string; readonly content: Buffer }[] | undefined;
}

export interface PdfTable {
  readonly headings: readonly string[];
  /** Shares of the width of the page. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly string[])[];
}

export interface PdfText {
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  /** At the foot of every page. */
  readonly footer: string;
  readonly createdAt: number;
  readonly sections: readonly PdfSection[];
}

type Document = PDFKit.PDFDocument;

/** What the types of the library leave out. */
interface OpensImages {
  openImage(content: Buffer): { readonly width: number; readonly height: number };
}

const MARGIN = 48;
const LABEL_WIDTH = 150;
const GAP = 8;
const SIZES = { title: 18, heading: 12, text: 9.5, small: 8 } as const;
const INK = '#1b1f24';
const SOFT = '#5b6470';
const LINE = '#d5dae0';

/** A document of A4 pages, with its type in it and without a link. */
export async function writePdf(text: PdfText): Promise<Buffer> {
  // Loaded when one is asked for: most services write few.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 16 },
    bufferPages: true,
    font: regularFont(),
    lang: 'pt-BR',
    info: { Title: text.title, Author: text.author, CreationDate: new Date(text.createdAt) },
  });
  document.registerFont('regular', regularFont()).registerFont('bold', boldFont());
  drawHead(document, text);
  for (const section of text.sections) drawSection(document, section);
  drawFeet(document, text.footer);
  document.end();
  const parts: Uint8Array[] = [];
  for await (const part of document) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

function widthOf({ page }: Document): number {
  return page.width - 2 * MARGIN;
}

function drawHead(document: Document, { title, subtitle }: PdfText): void {
  document.font('bold').fontSize(SIZES.title).fillColor(INK).text(printable(title));
  document.font('regular').fontSize(SIZES.text).fillColor(SOFT).text(printable(subtitle));
  document.moveDown(0.6);
}

function drawSection(document: Document, { title, facts, paragraphs, table, pictures }: PdfSection): void {
  makeRoom(document, 60);
  document.moveDown(0.8);
  document.font('bold').fontSize(SIZES.heading).fillColor(INK).text(printable(title), MARGIN);
  const { y } = document;
  document
    .moveTo(MARGIN, y + 2)
    .lineTo(MARGIN + widthOf(document), y + 2)
    .lineWidth(0.6)
    .stroke(LINE);
  document.y = y + GAP;
  for (const fact of facts ?? []) drawFact(document, fact);
  for (const paragraph of paragraphs ?? []) {
    document.font('regular').fontSize(SIZES.text).fillColor(INK);
    document.text(printable(paragraph), MARGIN, document.y, { width: widthOf(document), paragraphGap: 4 });
  }
  if (table) drawTable(document, table);
  for (const picture of pictures ?? []) drawPicture(document, picture);
}

function drawFact(document: Document, [label, value]: readonly [string, string]): void {
  drawCells(
    document,
    [
      { text: label, x: MARGIN, width: LABEL_WIDTH - GAP, color: SOFT },
      { text: value, x: MARGIN + LABEL_WIDTH, width: widthOf(document) - LABEL_WIDTH, color: INK },
    ],
    'regular',
  );
}

function drawTable(document: Document, { headings, widths, rows }: PdfTable): void {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const columns = widths.map((width, index) => ({
    x: MARGIN + (widthOf(document) * widths.slice(0, index).reduce((sum, one) => sum + one, 0)) / total,
    width: (widthOf(document) * width) / total - GAP,
  }));
  const cells = (texts: readonly string[], color: string) =>
    columns.map((column, index) => ({ ...column, text: texts[index] ?? '', color }));
  const drawHeadings = () => drawCells(document, cells(headings, SOFT), 'bold');
  drawHeadings();
  for (const row of rows) drawCells(document, cells(row, INK), 'regular', drawHeadings);
}

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly color: string;
}

/** Texts side by side, on one page as long as they fit on any. */
function drawCells(
  document: Document,
  cells: readonly Cell[],
  font: 'regular' | 'bold',
  beginPage?: () => void,
): void {
  document.font(font).fontSize(SIZES.text);
  const shown = cells.map((cell) => ({ ...cell, text: printable(cell.text) }));
  const height = Math.max(...shown.map(({ text, width }) => document.heightOfString(text, { width })));
  if (makeRoom(document, height) && beginPage) {
    beginPage();
    document.font(font).fontSize(SIZES.text);
  }
  const { y } = document;
  const { page } = document;
  let end = y + height;
  for (const { text, x, width, color } of shown) {
    document.fillColor(color).text(text, x, y, { width });
    // A text longer than a page goes on on others.
    if (document.page !== page) end = document.y;
  }
  document.y = end + 3;
}

function drawPicture(
  document: Document,
  { name, content }: { readonly name: string; readonly content: Buffer },
): void {
  document.addPage();
  document.font('bold').fontSize(SIZES.text).fillColor(INK).text(printable(name), MARGIN, MARGIN);
  const { y } = document;
  const bottom = document.page.height - document.page.margins.bottom;
  // A small picture stays small: a point to a pixel at most.
  const { width, height } = (document as unknown as OpensImages).openImage(content);
  const most = [Math.min(width, widthOf(document)), Math.min(height, bottom - y - 2 * GAP)] as const;
  document.image(content, MARGIN, y + GAP, { fit: [...most] });
  document.y = bottom;
}

/** True: on a page of its own. */
function makeRoom(document: Document, height: number): boolean {
  const { page } = document;
  const bottom = page.height - page.margins.bottom;
  if (document.y + height <= bottom || document.y <= page.margins.top) return false;
  document.addPage();
  return true;
}

function drawFeet(document: Document, footer: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    document.switchToPage(index);
    // Below the margin nothing begins a page of its own.
    document.page.margins.bottom = 0;
    const y = document.page.height - MARGIN;
    document.font('regular').fontSize(SIZES.small).fillColor(SOFT);
    document.text(printable(footer), MARGIN, y, { width: widthOf(document) - 60, lineBreak: false });
    document.text(`${index + 1}/${count}`, document.page.width - MARGIN - 60, y, {
      width: 60,
      align: 'right',
      lineBreak: false,
    });
  }
}
