import { barcodeOf } from '../../../slip-code/index.ts';
import { refuse } from '../../control.ts';
import { pay } from '../book/pay.ts';
import type { BankContext } from '../connector/context.ts';
import { amountIn, controlText, fieldsOf, timeOf } from '../control-fields.ts';

/** Of the location in the text of a Pix: 256 bits in base64url. */
const TOKEN = /\/__sim\/pix\/([\w-]{43})/;

/** Pays a slip by its barcode, or by its Pix where that is named. */
export async function paySlip(context: BankContext, body: unknown): Promise<{ readonly paymentId: string }> {
  const { book, clock, timeScale, dayOf } = context;
  const fields = fieldsOf(body, 'O corpo');
  const pix = controlText(fields.pix, 'pix', Number.MAX_SAFE_INTEGER);
  const txid = await named(context, { ...fields, pix });
  if (txid === undefined) throw refuse('sim_unknown');
  const amount = amountIn(fields.amount);
  const asked = timeOf(fields.at, clock.now());
  const changed = await book.change(txid, (charge) => {
    const at = asked ?? clock.now();
    const isPayable = charge.slip !== undefined && at >= charge.createdAt;
    const paying = { at, amount, byPix: pix !== undefined, timeScale, dayOf };
    const paid = isPayable ? pay(charge, paying) : undefined;
    return { charge: paid?.charge ?? charge, told: paid?.payment.endToEndId };
  });
  if (!changed?.charge.slip) throw refuse('sim_unknown');
  if (changed.told === undefined) throw refuse('sim_not_payable');
  return { paymentId: changed.told };
}

async function named(
  { storage, txidOfTransaction, txidOfBarcode }: BankContext,
  { pix, ...fields }: Readonly<Record<string, unknown>> & { readonly pix: string | undefined },
): Promise<string | undefined> {
  const line = controlText(fields.line, 'line');
  const transactionId = controlText(fields.transactionId, 'transactionId');
  if ([line, transactionId, pix].filter((one) => one !== undefined).length !== 1) {
    throw refuse('sim_invalid', { message: 'Informe transactionId, line ou pix.' });
  }
  if (transactionId !== undefined) return txidOfTransaction(transactionId);
  if (line !== undefined) return txidOfBarcode?.(barcodeOf(line));
  const token = TOKEN.exec(pix ?? '')?.[1];
  return token === undefined ? undefined : (await storage.byToken(token))?.charge.txid;
}
