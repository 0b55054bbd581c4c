import type { Charge } from '../../charges/index.ts';
import type { CardForms } from '../../client-cards/index.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from '../record/sale.ts';
import { changeCharged } from './change-charged.ts';
import type { ChargingRooms } from './rooms.ts';

/** Nothing notifies of a filled form, so a sale that waits for one is checked this often. */
const FORM_RECHECK_MS = 15_000;

/** Ends a sale that stores a card, once the card is stored or its time is over. Returns when to check again. */
export async function settleCardForm(
  rooms: ChargingRooms,
  { personId, formId = '' }: Charge,
  sale: Sale,
): Promise<number | undefined> {
  if (sale.status !== SALE_STATUS.pending) return undefined;
  const now = rooms.clock.now();
  const status = await statusByForm(rooms, {
    personId,
    formId,
    isLate: now >= sale.createdAt + rooms.waits.pendingMs,
  });
  if (status === undefined) return now + FORM_RECHECK_MS;
  const result = status === SALE_STATUS.credited ? { message: 'CARTÃO GUARDADO' } : {};
  const isChanged = await rooms.database.write((transaction) =>
    changeCharged(transaction, rooms, { sale, status, result }),
  );
  return isChanged ? undefined : now;
}

async function statusByForm(
  { cardForms }: { readonly cardForms: Pick<CardForms, 'find'> },
  {
    personId,
    formId,
    isLate,
  }: { readonly personId: number; readonly formId: string; readonly isLate: boolean },
): Promise<SaleStatus | undefined> {
  const form = (await cardForms.find(personId, [formId])).get(formId);
  if (form?.kind === 'kept' || form?.kind === 'deleted') return SALE_STATUS.credited;
  if (form?.kind === 'confirming') return undefined;
  return isLate || form?.kind !== 'open' ? SALE_STATUS.expired : undefined;
}
