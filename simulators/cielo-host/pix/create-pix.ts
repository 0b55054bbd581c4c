import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing, objectOf } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { readAmount, readText } from '../sales/read-fields.ts';
import { payPix } from './pay-pix.ts';
import type { PixCharge } from './pix-book.ts';
import { pixScenario } from './scenarios.ts';
import { pixRecord } from './wire-form.ts';

const CREATED = 201;
const ORDER_NUMBER = /^[0-9A-Za-z]{1,25}$/;
/** Nothing lives longer. */
const LONGEST_SECONDS = 86_400;

export function isPixSale({ body }: Call): boolean {
  return objectOf(body.Payment).Type === 'Pix';
}

/** `POST /1/sales/` of a Pix: each call is a code of its own, unless the shop's order numbers count once. */
export async function createPix(host: Host, { merchant, body }: Call): Promise<HostAnswer> {
  const { merchantId } = merchant;
  const reference = readText(body.MerchantOrderId, ORDER_NUMBER, { wrong: '107', missing: '122' }) ?? '';
  const payment = objectOf(body.Payment);
  if (payment.Provider !== 'Cielo2' || merchant.withoutPix) throw refuse('133');
  const amount = readAmount(payment.Amount);
  const scenario = pixScenario(amount);
  host.requests.add({ at: host.clock.now(), operation: 'authorize', reference, amount, type: 'Pix' });
  if (scenario.creation === 'lost') return { status: 0, body: {}, delivery: 'none' };
  if (!host.references.take(merchantId, reference) && merchant.uniqueOrders) throw refuse('302');
  const { Expiration: life = LONGEST_SECONDS } = objectOf(payment.QrCode);
  const lifeSeconds = Math.min(readAmount(life), LONGEST_SECONDS);
  const customer = isMissing(body.Customer) ? undefined : objectOf(body.Customer);
  const createdAt = host.clock.now();
  const charge = host.pix.add({ merchantId, reference, amount, lifeSeconds, customer, createdAt });
  payLater(host, charge, scenario.paidAfterMs);
  const isLost = scenario.creation === 'answer_lost';
  return { status: CREATED, body: pixRecord(host, charge), ...(isLost && { delivery: 'none' }) };
}

/** Pays a new one by itself, where its amount says so. */
function payLater(host: Host, charge: PixCharge, afterMs: number | undefined): void {
  if (afterMs === undefined) return;
  void (async () => {
    if (await host.clock.wait(afterMs)) payPix(host, charge);
  })();
}
