import type { PrintedSlip } from '../slip.ts';
import { compensationForm, FORM_WIDE } from './compensation-form.ts';
import type { Mark } from './marks.ts';
import { payersReceipt } from './receipt.ts';

const LEFT = 15;
const RECEIPT = { x: LEFT, y: 18 } as const;
/** At the bottom of the page, its barcode 12 mm above the edge. */
const FORM = { x: LEFT, y: 187 } as const;
const CUT = 182;

/** A slip on a sheet of A4: the payer's receipt above, the form for the bank below. */
export function sheetOf(slip: PrintedSlip): readonly Mark[] {
  return [
    ...payersReceipt(slip, RECEIPT),
    {
      kind: 'rule',
      from: { x: LEFT, y: CUT },
      to: { x: LEFT + FORM_WIDE, y: CUT },
      thick: 0.2,
      dashed: true,
    },
    ...compensationForm(slip, FORM),
  ];
}
