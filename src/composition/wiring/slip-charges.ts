import { readPayer, type SlipBeside, type SlipChoice, slipOffer } from '../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import { isPaidByBarcode } from '../../gateway/providers/index.ts';
import type { Transaction } from '../../gateway/transactions/index.ts';
import type { ChargeResult, PageCharge } from '../../operations/index.ts';
import { Refusal } from '../../platform/refusal.ts';

/** What a sale by slip offers its buyer, where the shop says nothing else. */
export const SLIP_OF_SALE = slipOffer({});

/**
 * Makes the slip at once where the shop knows who pays it. Where it does not, or the bank does not take what it knows, the hosted page
 * asks.
 */
export async function makeKnownSlip(
  { pay }: Pick<Payments, 'pay'>,
  transaction: Transaction,
  { chargeId, customer }: PageCharge,
): Promise<void> {
  const payment = customer && payerOf(customer);
  if (!payment) return;
  try {
    await pay({
      transaction,
      origin: { kind: 'sale' },
      payment,
      idempotencyKey: `charge slip ${chargeId}`,
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
  }
}

/** Undefined where something is missing that a slip needs. */
function payerOf({
  name,
  document,
  email,
  address,
}: NonNullable<PageCharge['customer']>): SlipChoice | undefined {
  if (!address) return undefined;
  const { streetType, street, number, complement, postalCode, district, city, state } = address;
  const way = [streetType, street].filter(Boolean).join(' ');
  return readPayer({
    customer: { name, document, email },
    address: { address: way, number, complement, zipcode: postalCode, district, city, state },
  });
}

/** What is known of one, paid or not. */
export function slipResultOf({ result, order }: Transaction, beside: SlipBeside | undefined): ChargeResult {
  const { payment, slip } = beside ?? {};
  const paymentId = payment && !isPaidByBarcode(payment) ? payment.endToEndId : slip?.ourNumber;
  return {
    paymentId: payment && paymentId,
    terminalNsu: payment && paymentId,
    acquirer: order.provider,
    brand: 'BOLETO',
    acquirerCode: result.providerCode,
    message: result.providerMessage ?? (payment && 'BOLETO PAGO'),
    acquirerTime: payment?.receivedAt,
    holderName: payment?.payerName,
  };
}
