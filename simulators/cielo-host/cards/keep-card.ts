import { detectBrand, maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { readCard } from '../sales/read-card.ts';

/** `POST /1/card/`: keeps a card without asking its issuer. */
export async function keepCard(host: Host, { body, merchant: { merchantId } }: Call): Promise<HostAnswer> {
  const { number, month, year, holder, brandName, cvv } = readCard(body, merchantId, host.cards, {
    checksNumber: true,
  });
  host.requests.add({
    at: host.clock.now(),
    operation: 'tokenize',
    number: maskCardNumber(number),
    brandName,
    cvvSent: cvv !== undefined,
  });
  const CardToken = host.cards.keep({
    merchantId,
    number,
    holder,
    expiration: `${month}/${year}`,
    brand: detectBrand(number),
  });
  // One link, not a list of them.
  const Links = { Method: 'GET', Rel: 'self', Href: `${host.addresses().query}/1/card/${CardToken}` };
  return { status: 201, body: { CardToken, Links } };
}

/** `GET /1/card/{token}` */
export async function readKeptCard(host: Host, { merchant, params }: Call): Promise<HostAnswer> {
  host.requests.add({ at: host.clock.now(), operation: 'query', card: true });
  const kept = host.cards.find(merchant.merchantId, String(params.token));
  if (kept === undefined) throw refuse('not_found');
  const { number, holder, expiration } = kept;
  const CardNumber = maskCardNumber(number);
  return { status: 200, body: { CardNumber, Holder: holder, ExpirationDate: expiration } };
}
