import PdfDocument from 'pdfkit';

type Drawing = (document: PDFKit.PDFDocument) => void;

/** A PDF of A4 pages, each drawn by one of these. */
export async function pdfOf(
  drawings: readonly Drawing[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4', autoFirstPage: false, ...options });
  for (const draw of drawings) draw(document.addPage());
  document.end();
  const parts: Uint8Array[] = [];
  for await (const part of document) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

/** With a link, and a script that viewers run when they open it. */
export const LETTER: Drawing = (document) => {
  document.fontSize(20).text('Nota fiscal 123', { link: 'https://example.com' });
  document.rect(0, 421, 596, 421).fill('#cc0000');
  const script = document.ref({ S: 'JavaScript', JS: new String("app.alert('oi')") });
  script.end({});
  Object.assign((document as unknown as { _root: { data: object } })._root.data, { OpenAction: script });
};
