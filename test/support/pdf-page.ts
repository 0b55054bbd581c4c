import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Picture } from './pictures-of-slips.ts';

export interface PdfPage {
  /** How many pages the file has. */
  readonly pages: number;
  /** All of its text, in the order in which it was written. */
  readonly text: string;
  /** Points of the picture to a millimetre. */
  readonly scale: number;
  readonly picture: Picture;
  readonly png: Buffer;
}

const MILLIMETRE = 72 / 25.4;

/** The first page of a PDF, read and drawn by a viewer. `scale`: points of the picture to a millimetre. */
export async function readPdfPage(file: Uint8Array, scale: number): Promise<PdfPage> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  try {
    const document = await loading.promise;
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: scale / MILLIMETRE });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    const canvasContext = canvas.getContext('2d');
    await page.render({ canvasContext, viewport, canvas } as unknown as Parameters<typeof page.render>[0])
      .promise;
    const { items } = await page.getTextContent();
    return {
      pages: document.numPages,
      text: items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '),
      scale,
      picture: canvasContext.getImageData(0, 0, canvas.width, canvas.height) as unknown as Picture,
      png: canvas.toBuffer('image/png'),
    };
  } finally {
    await loading.destroy();
  }
}

/** The text of each page of a PDF, and how many links or other annotations its pages have. */
export async function readPdfPages(
  file: Uint8Array,
): Promise<{ readonly texts: readonly string[]; readonly annotations: number }> {
  const loading = getDocument({ data: new Uint8Array(file), useSystemFonts: false, verbosity: 0 });
  try {
    const document = await loading.promise;
    const texts: string[] = [];
    let annotations = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      annotations += (await page.getAnnotations()).length;
      const { items } = await page.getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }
    return { texts, annotations };
  } finally {
    await loading.destroy();
  }
}
