import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** Of a page, in pixels. A4 has some 150 of them to an inch: small type stays readable. */
const SIDE = 1_800;
const JPEG_QUALITY = 82;
/** What a shop has to show of one sale. */
const MOST_PAGES = 20;
/** As the library tells them. */
const LOCKED = /password|security scheme/i;

/** Why a file is not taken. `heavy`: whoever drew it ran out of memory or time. */
export type PdfProblem = 'broken' | 'locked' | 'long' | 'heavy';
export type DrawnPdf = { readonly pages: readonly Buffer[] } | { readonly problem: PdfProblem };

/**
 * The pages of a PDF, each drawn as a JPEG on white. What else is in the file stays behind: scripts, links, files, hidden layers. Must
 * run in a thread of a separate process (`decode-process.ts`), which watches memory and time.
 */
export async function drawPdf(bytes: Uint8Array): Promise<DrawnPdf> {
  try {
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(bytes);
    const count = document.getPageCount();
    if (count > MOST_PAGES) return { problem: 'long' };
    const pages: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const page = await drawPage(document.getPage(index));
      if (!page) return { problem: 'broken' };
      pages.push(page);
    }
    return count === 0 ? { problem: 'broken' } : { pages };
  } catch (error) {
    return { problem: LOCKED.test(String(error)) ? 'locked' : 'broken' };
  }
}

/** Undefined: the file has a page of which nothing can be read. */
async function drawPage(page: PDFiumPage): Promise<Buffer | undefined> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight);
  if (!(longest > 0)) return undefined;
  const pixels = (points: number) => Math.max(1, Math.round((points / longest) * SIDE));
  const [width, height] = [pixels(originalWidth), pixels(originalHeight)];
  // With what was typed into its form.
  const { data } = await page.render({ width, height, scale: 1, renderFormFields: true });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
