import { barWidths } from '../../providers/index.ts';
import type { Mark, Point } from './marks.ts';

/** As banks' readers want it (±1 mm). */
export const BARCODE = { wide: 103, high: 13 } as const;

/** The bars of a barcode in millimetres. */
export function barcodeMarks(barcode: string, at: Point): readonly Mark[] {
  const widths = barWidths(barcode);
  const narrow = BARCODE.wide / widths.reduce((sum, width) => sum + width, 0);
  let x = at.x;
  return widths.flatMap((width, index) => {
    const bar: Mark = { kind: 'bar', at: { x, y: at.y }, wide: width * narrow, high: BARCODE.high };
    x += width * narrow;
    return index % 2 === 0 ? [bar] : [];
  });
}
