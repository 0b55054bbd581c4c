import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../../../support/databases.ts';
import { TRANSACTIONS_PATH } from '../../../support/gateway-client.ts';
import type { ApiPair } from '../../../support/merchants.ts';
import { openStoredRows } from '../../../support/stored-rows.ts';
import type { Cluster } from '../cluster.ts';
import { receivedFor } from '../judge/slips.ts';
import { INTENTION } from '../judge/statuses.ts';
import { sendUntilAnswered } from '../send-until-answered.ts';
import type { Bank } from './bank.ts';

const VOIDED_WITHIN_MS = 15_000;
const POLL_MS = 200;

interface Ending {
  readonly place: DatabasePlace;
  readonly cluster: Pick<Cluster, 'send'>;
  /** By the id of the merchant. */
  readonly apiOfPerson: ReadonlyMap<string, ApiPair>;
}

/** Codes and slips that nobody paid are canceled, as a shop cancels them: nobody waits for a week. */
export async function cancelWaiting({ place, cluster, apiOfPerson }: Ending): Promise<void> {
  const stored = await openStoredRows(place);
  try {
    const waiting = (await stored.rows('transactions')).filter(
      ({ kind, status }) => (kind === 'pix' || kind === 'bankSlip') && Number(status) === INTENTION,
    );
    for (const { id, merchant_id: merchantId } of waiting) {
      const headers = { ...apiOfPerson.get(String(merchantId)) };
      const request = { method: 'PUT', path: `${TRANSACTIONS_PATH}/${String(id)}/void`, headers } as const;
      await sendUntilAnswered(cluster, request, VOIDED_WITHIN_MS);
    }
  } finally {
    await stored.close();
  }
}

/** Waits until all money that the bank received is in the book, and none of it is still on its way back. */
export async function untilMoneyIsBooked(
  place: DatabasePlace,
  bank: Pick<Bank, 'book' | 'slips'>,
  withinMs: number,
): Promise<string> {
  const deadline = performance.now() + withinMs;
  const [charges, slips] = [await bank.book(), await bank.slips()];
  // With the other halves of slips.
  const arrived = [
    ...charges.flatMap(({ payments }) => payments),
    ...slips.flatMap((slip) => receivedFor(slip, { halves: [] })),
  ].map(({ endToEndId }) => endToEndId);
  const stored = await openStoredRows(place);
  try {
    for (;;) {
      const booked = await stored.rows('pix_payments');
      const known = new Set(booked.map((row) => String(row.end_to_end_id)));
      const missing = arrived.filter((id) => !known.has(id)).length;
      const onTheWay = booked.filter(({ surplus }) => surplus === 'refunding').length;
      if (missing === 0 && onTheWay === 0) return '';
      if (performance.now() > deadline)
        return `${missing} payments not booked, ${onTheWay} surpluses on their way`;
      await sleep(POLL_MS);
    }
  } finally {
    await stored.close();
  }
}
