import type { Accounts } from '../../accounts/accounts.ts';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Callbacks } from '../callbacks/index.ts';
import {
  CHARGE_RECHECK_MS,
  type Charge,
  type ChargeState,
  type ChargeTables,
  findCharge,
  type GatewayCharges,
  isFinalRefusal,
  isSellerInactive,
  planTransactionId,
  retryLimitOf,
  setTransaction,
} from '../charges/index.ts';
import type { CardForms } from '../client-cards/index.ts';
import { type ClientTables, findClient } from '../clients/index.ts';
import { findCardOfEntries } from './card-of-entry.ts';
import {
  ENTRY_STATUS,
  type EntryStatus,
  NO_CARD,
  type Recurrence,
  type RecurrenceEntry,
  referenceOfEntry,
  type TryResult,
  tryResultOf,
} from './recurrence.ts';
import { WAIT_FOR_CARD_MS, waitBeforeRetry } from './retry.ts';
import { endTry, findEntry, findRecurrence, lockRecurrence, type TryEnd, takeForTry } from './store.ts';
import type { RecurrenceTables } from './tables.ts';

/** Nothing notifies of a filled form, so an entry whose client has no card is looked at this often. */
const CARD_RECHECK_MS = 10 * 60_000;
/** A recurrence that goes on again is looked at this soon. */
const PAUSE_RECHECK_MS = 10 * 60_000;
/** Nothing is charged for a seller whose access was taken away; it is looked up this often. */
const SELLER_RECHECK_MS = 24 * 60 * 60_000;
/** No try under way is left alone for longer, and a good deal more. */
export const LONGEST_UNDER_WAY_MS = 5 * CHARGE_RECHECK_MS;
/** No entry whose date is past, and that is not to be tried later, is left alone for longer. */
export const LONGEST_RECHECK_MS = SELLER_RECHECK_MS;
/** What the gateway keeps, without the month after it. */
const MAX_DESCRIPTION_CHARACTERS = 290;
const { scheduled, approved, denied, canceled } = ENTRY_STATUS;

export interface SettleEntryRooms {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly clock: Clock;
  readonly gateway: Pick<GatewayCharges, 'chargeCard' | 'find'>;
  readonly cardForms: Pick<CardForms, 'find'>;
  readonly callbacks: Pick<Callbacks, 'notifyOfEntry'>;
}

/**
 * Brings an entry of a recurrence in line with its charge: charges it when it is due, ends it by the outcome, or plans the
 * next try. Each try is written before it is sent, under a key of its own, so that it charges once whatever is repeated.
 * Returns when to look again; undefined: nothing is left. Throws what the gateway throws when it is to be asked again.
 */
export async function settleEntryCharge(rooms: SettleEntryRooms, due: Charge): Promise<number | undefined> {
  const tables = rooms.database.read<RecurrenceTables & ChargeTables>();
  const entry = await findEntry(tables, due.ownerId);
  // Read after its entry, since another instance may have begun a try since it was found due: the card and the planned
  // transaction of that try must be known, or it would count as failed and be charged once more.
  const charge = entry && (await findCharge(tables, due.owner, due.ownerId));
  if (!charge) return undefined;
  const recurrence = entry && (await findRecurrence(tables, entry.personId, entry.recurrenceId));
  if (!recurrence) return undefined;
  if (entry.status !== scheduled) return settleEnded(rooms, { charge, entry, recurrence });
  if (entry.underWay === 0) return startTry(rooms, { charge, entry, recurrence });
  return settleTry(rooms, { charge, entry, recurrence });
}

interface Settling {
  readonly charge: Charge;
  readonly entry: RecurrenceEntry;
  readonly recurrence: Recurrence;
}

async function startTry(rooms: SettleEntryRooms, settling: Settling): Promise<number | undefined> {
  const { database, clock } = rooms;
  const { charge, entry, recurrence } = settling;
  if (recurrence.canceled === 1) {
    const { transactionId } = entry;
    return end(rooms, settling, { status: canceled, result: tryResultOf(entry), transactionId });
  }
  const now = clock.now();
  if (recurrence.pausedAt !== undefined) return now + PAUSE_RECHECK_MS;
  const notBefore = Math.max(entry.dueAt, entry.nextTryAt ?? 0);
  if (now < notBefore) return notBefore;
  const seller = await rooms.accounts.findPerson(recurrence.personId);
  if (seller?.status !== 'active') return now + SELLER_RECHECK_MS;
  const cardToken = await findCardOfEntries(rooms, recurrence);
  if (cardToken === undefined) {
    if (now < entry.dueAt + WAIT_FOR_CARD_MS) return now + CARD_RECHECK_MS;
    return end(rooms, settling, { status: denied, result: { message: NO_CARD } });
  }
  const plannedTransactionId = planTransactionId(now);
  const card = { token: cardToken, plannedTransactionId };
  const taken = await database.write((transaction) => takeForTry(transaction, { entry, charge, card }));
  // Somebody else tries it, or has canceled it.
  if (!taken) return now;
  const sent: Charge = { ...charge, cardToken, plannedTransactionId, transactionId: undefined };
  return settleTry(rooms, { charge: sent, entry: taken, recurrence });
}

async function settleTry(rooms: SettleEntryRooms, settling: Settling): Promise<number | undefined> {
  const { entry } = settling;
  const state = await stateOfTry(rooms, settling);
  const now = rooms.clock.now();
  // Only where the seller lost access since the look before the try: it stays under way, and is looked at as any other.
  if (!state) return now + CHARGE_RECHECK_MS;
  switch (state.status) {
    case 'paid':
    case 'refunding':
      return end(rooms, settling, { ...state, status: approved });
    case 'refunded':
      return end(rooms, settling, { ...state, status: canceled });
    case 'underWay':
    case 'waiting':
      return now + CHARGE_RECHECK_MS;
    default: {
      const wait = waitBeforeRetry(state, entry.tries);
      if (wait === undefined) return end(rooms, settling, { ...state, status: denied });
      // The card scheme's time overrules a shorter wait (docs/contract/acquirers.md G.6).
      const nextTryAt = Math.max(now + wait, state.retryAfter ?? 0);
      return retryLater(rooms, settling, { ...state, status: scheduled, nextTryAt });
    }
  }
}

/** Plans the next try, or ends the entry if its recurrence was canceled while this one was under way. */
async function retryLater(
  rooms: SettleEntryRooms,
  settling: Settling,
  planned: Ending & { readonly nextTryAt: number },
): Promise<number | undefined> {
  const { charge, entry, recurrence } = settling;
  const now = rooms.clock.now();
  return rooms.database.write(async (transaction) => {
    const locked = await lockRecurrence(transaction.tables<RecurrenceTables>(), recurrence.id);
    if (locked?.canceled === 1) {
      return endAndNotify(transaction, rooms, settling, {
        ...planned,
        status: canceled,
        nextTryAt: undefined,
      });
    }
    const isEnded = await endTry(transaction, entry, charge, tryEnd(planned, now));
    return isEnded ? planned.nextTryAt : now;
  });
}

type StateOfTry = Omit<ChargeState, 'transactionId'> & { readonly transactionId: string | undefined };

/**
 * Sends a try, once, or asks what became of it. One that the gateway does not take has failed. Undefined: the seller's access
 * was taken away, and nothing was sent.
 */
async function stateOfTry(
  { gateway, database }: SettleEntryRooms,
  { charge, entry, recurrence }: Settling,
): Promise<StateOfTry | undefined> {
  const { personId, transactionId, cardToken = '' } = charge;
  if (transactionId !== undefined) {
    const state = await gateway.find(personId, transactionId);
    if (!state) throw new Error(`the transaction of entry ${entry.id} is gone`);
    return state;
  }
  const { amount, months, description } = recurrence;
  const client = await findClient(database.read<ClientTables>(), personId, recurrence.clientId);
  try {
    const state = await gateway.chargeCard({
      chargeId: charge.id,
      key: `entry ${entry.id} ${entry.tries}`,
      transactionId: charge.plannedTransactionId,
      personId,
      cardToken,
      amount,
      recurrent: true,
      reference: referenceOfEntry(recurrence, entry.number),
      customer: client && { name: client.name, document: client.document },
      description: `${(description ?? 'Mensalidade').slice(0, MAX_DESCRIPTION_CHARACTERS)} ${entry.number}/${months}`,
    });
    await database.write((transaction) =>
      setTransaction(transaction.tables<ChargeTables>(), charge.id, state.transactionId),
    );
    return state;
  } catch (error) {
    if (isSellerInactive(error)) return undefined;
    const limit = retryLimitOf(error);
    if (limit) {
      const declineClass = limit.isForGood ? 'hard' : 'soft_customer';
      return {
        transactionId: undefined,
        status: 'refused',
        declineClass,
        result: { message: limit.message },
      };
    }
    if (!isFinalRefusal(error)) throw error;
    return { transactionId: undefined, status: 'failed', result: { message: (error as Refusal).message } };
  }
}

/** An entry that is over changes only when its payment is refunded in the gateway. */
async function settleEnded(rooms: SettleEntryRooms, settling: Settling): Promise<undefined> {
  const { charge, entry } = settling;
  if (entry.status !== approved || charge.transactionId === undefined) return undefined;
  const state = await rooms.gateway.find(charge.personId, charge.transactionId);
  if (state?.status === 'refunded') await end(rooms, settling, { ...state, status: canceled });
  return undefined;
}

type Ending = {
  readonly status: EntryStatus;
  readonly result: TryResult;
  readonly declineClass?: ChargeState['declineClass'];
  readonly transactionId?: string | undefined;
  readonly nextTryAt?: number | undefined;
};

/** Ends the entry and notifies of it, in one commit. Undefined: nothing is left, or somebody else has ended it. */
async function end(rooms: SettleEntryRooms, settling: Settling, ending: Ending): Promise<undefined> {
  return rooms.database.write((transaction) => endAndNotify(transaction, rooms, settling, ending));
}

async function endAndNotify(
  transaction: WriteTransaction,
  { clock, callbacks }: Pick<SettleEntryRooms, 'clock' | 'callbacks'>,
  { charge, entry, recurrence }: Settling,
  ending: Ending,
): Promise<undefined> {
  const ended = await endTry(transaction, entry, charge, tryEnd(ending, clock.now()));
  if (!ended) return;
  const { id, personId, version, status, number } = ended;
  await callbacks.notifyOfEntry(transaction, {
    id,
    personId,
    version,
    status,
    number,
    recurrenceId: recurrence.id,
    reference: recurrence.reference,
  });
}

function tryEnd({ status, result, declineClass, transactionId, nextTryAt }: Ending, at: number): TryEnd {
  return { status, at, nextTryAt, transactionId, result: JSON.stringify({ declineClass, ...result }) };
}
