import { detectBrand, maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import { readText } from '../fields.ts';
import type { Host } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { readCard } from '../sales/new-transaction.ts';
import type { VaultCard } from './card-vault.ts';

const SUCCESS = { returnCode: '00', returnMessage: 'Success.' } as const;
const STATUSES: Readonly<Record<string, VaultCard['status']>> = {
  delete: 'Deleted',
  suspend: 'Suspended',
  reactivate: 'Active',
};

/** `POST /tokenization`: stores a card without asking its issuer (docs/contract/acquirers.md A.6). */
export async function tokenizeCard(host: Host, { body, merchant }: Call): Promise<HostAnswer> {
  const { number, month, year, cvv } = readCard(body);
  readText(
    body.cardholderName,
    { size: '55', format: '59' },
    { maxLength: 30, pattern: /^[A-Za-z0-9 .'-]+$/ },
  );
  host.requests.add({
    at: host.clock.now(),
    operation: 'tokenize',
    number: maskCardNumber(number),
    brand: detectBrand(number),
    cvvSent: cvv !== undefined,
  });
  const { id } = host.cards.add({ pv: merchant.pv, number, month, year });
  return { status: 201, body: { ...SUCCESS, tokenizationId: id } };
}

/** `GET /tokenization/{id}`. */
export async function queryTokenization(host: Host, call: Call): Promise<HostAnswer> {
  const card = cardOf(host, call);
  host.requests.add({ at: host.clock.now(), operation: 'query_token', theirId: card.id });
  if (card.status === 'Pending') host.cards.change(card.id, 'Active');
  return {
    status: 200,
    body: {
      ...SUCCESS,
      tokenizationId: card.id,
      tokenizationStatus: card.status,
      bin: card.number.slice(0, 6),
      last4: card.number.slice(-4),
      brand: { name: detectBrand(card.number) ?? 'Other', tokenStatus: card.status },
    },
  };
}

/** `PUT /tokenization/{id}`: deletes, suspends or reactivates it. */
export async function manageTokenization(host: Host, call: Call): Promise<HostAnswer> {
  const card = cardOf(host, call);
  const status = STATUSES[String(call.body.tokenizationStatus).toLowerCase()];
  if (status === undefined) throw refuse('40');
  host.requests.add({ at: host.clock.now(), operation: 'manage_token', theirId: card.id, status });
  host.cards.change(card.id, status);
  return { status: 200, body: { ...SUCCESS, tokenizationId: card.id } };
}

/** Throws 78 for an unknown or deleted card. */
function cardOf({ cards }: Host, { merchant, params }: Call): VaultCard {
  const card = cards.find(merchant.pv, String(params.id));
  if (card === undefined || card.status === 'Deleted') throw refuse('78');
  return card;
}
