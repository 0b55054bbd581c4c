import type { Rooms } from '../../composition/rooms.ts';
import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import { pixBeside } from '../../gateway/kinds/pix/index.ts';
import { slipBeside } from '../../gateway/kinds/slip/index.ts';
import type { Transaction } from '../../gateway/transactions/index.ts';

/** What is kept beside a transaction that its buyer pays by himself. */
export async function paidByBuyer(
  { pixCodes, slips }: Pick<Rooms, 'pixCodes' | 'slips'>,
  transaction: Transaction,
) {
  const [pix, slip] = await Promise.all([
    pixBeside(pixCodes, transaction),
    slipBeside({ ...pixCodes, slips, kinds: PAYMENT_KINDS }, transaction),
  ]);
  return { pix, slip };
}
