import { type Database, nextId, type WriteTransaction } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import {
  CHARGE_DUE_AFTER_MS,
  type ChargeTables,
  insertCharge,
  planTransactionId,
} from '../../charges/index.ts';
import { addCardOfForm, type CardForms, findCardToCharge } from '../../client-cards/index.ts';
import { type ClientTables, findClient } from '../../clients/index.ts';
import { missingMember } from '../../interface/member-names.ts';
import type { SaleFlow } from '../record/flow.ts';
import { invalid, refuseSale } from '../record/refusals.ts';
import type { Sale } from '../record/sale.ts';

/** What the gateway has to charge or store for a sale: `cardToken` of a stored card, `formId` of a form for a new one. */
export interface CardOfSale {
  readonly cardToken: string | undefined;
  readonly formId: string | undefined;
}

const NO_CARD: CardOfSale = { cardToken: undefined, formId: undefined };

/** The request's data for it. */
interface AskedCard {
  readonly personId: number;
  readonly clientId: number | undefined;
  readonly orderId: number | undefined;
}

/**
 * Finds the card that a sale charges, or opens the form that stores one, before its commit: if that is interrupted,
 * nobody knows the form, and it expires. Refusals: parameter_missing, field_invalid.
 */
export async function cardForSale(
  rooms: { readonly database: Database; readonly cardForms: CardForms },
  { personId, clientId, orderId }: AskedCard,
  flow: SaleFlow,
): Promise<CardOfSale> {
  if (flow !== 'card' && flow !== 'form') return NO_CARD;
  if (clientId === undefined) throw missingMember('clientId');
  if (!(await findClient(rooms.database.read<ClientTables>(), personId, clientId))) {
    throw invalid('clientId', `Cliente ${clientId} não encontrado.`);
  }
  if (flow === 'card') {
    const card = await findCardToCharge(rooms, personId, clientId);
    return { ...NO_CARD, cardToken: card?.kept?.token };
  }
  // Tills send the value of what they sell with every method: here it is ignored, since nothing is charged.
  if (orderId !== undefined) {
    throw invalid(
      'orderId',
      'Esta forma de pagamento só guarda um cartão do cliente: ela não paga um pedido.',
    );
  }
  return { ...NO_CARD, formId: await rooms.cardForms.open(personId, `cliente-${clientId}`) };
}

/**
 * The charge of a sale, in its commit. The gateway is called after it; if that is interrupted, a job does it when the
 * charge is due. Refusal: card_missing.
 */
export async function insertSaleCharge(
  transaction: WriteTransaction,
  { clock }: { readonly clock: Clock },
  { sale, flow, card }: { readonly sale: Sale; readonly flow: SaleFlow; readonly card: CardOfSale },
): Promise<void> {
  if (flow === 'recorded' || flow === 'terminal') return;
  if (flow === 'card' && card.cardToken === undefined) throw refuseSale('card_missing');
  const { id: ownerId, personId, clientId = 0, createdAt } = sale;
  if (card.formId !== undefined) {
    const { formId } = card;
    await addCardOfForm(transaction, { personId, clientId, formId, preferred: false, at: clock.now() });
  }
  await insertCharge(transaction.tables<ChargeTables>(), {
    id: await nextId(transaction, 'charge'),
    personId,
    owner: 'sale',
    ownerId,
    transactionId: undefined,
    ...card,
    plannedTransactionId: flow === 'card' || flow === 'pix' ? planTransactionId(createdAt) : undefined,
    createdAt,
    dueAt: createdAt + CHARGE_DUE_AFTER_MS,
  });
}
