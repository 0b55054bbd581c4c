import type { Written } from '../../accounts/options.ts';
import { type ChargeTables, findCharges } from '../charges/index.ts';
import { findOpenForm } from '../client-cards/index.ts';
import { type Client, type ClientTables, findClient, findClients } from '../clients/index.ts';
import { inWords } from '../interface/member-names.ts';
import { cancelRecurrence } from './cancel.ts';
import { findCardOfEntries } from './card-of-entry.ts';
import { type CreateOptions, createRecurrence, type RecurrenceToCreate } from './create.ts';
import { pauseRecurrence } from './pause.ts';
import {
  type OutermostEntries,
  type RecurrenceFilter,
  selectNewestRecurrences,
  selectOutermostEntries,
} from './read.ts';
import {
  countByStatus,
  ENTRY_STATUS,
  type EntryCounts,
  type Recurrence,
  type RecurrenceEntry,
  referenceOfEntry,
} from './recurrence.ts';
import { countEntries, findRecurrence, selectEntries } from './store.ts';
import type { RecurrenceTables } from './tables.ts';

export interface ListedRecurrence extends OutermostEntries {
  readonly id: number;
  readonly recurrence: Recurrence;
  readonly client: Client | undefined;
  readonly counts: EntryCounts;
}

export interface RecurrenceDetails extends Omit<ListedRecurrence, 'id'> {
  /** In the order of their numbers. */
  readonly entries: readonly RecurrenceEntry[];
  /** Something is left to charge, and the client has no card that can be charged. */
  readonly needsCard: boolean;
  /** Where the client types the missing card, while a form is open. */
  readonly formUrl: string | undefined;
}

/** How the gateway's sales of one entry are recognized: one for each try that the gateway took. */
export interface SalesOfEntry {
  readonly reference: string;
  readonly chargeId: number;
}

/** The recurring charges of a seller, for screens. */
export interface SellerRecurrences {
  /** Newest first; `beforeId`: below this id. */
  list(
    filter: RecurrenceFilter,
    page: { readonly beforeId: number | undefined; readonly limit: number },
  ): Promise<readonly ListedRecurrence[]>;
  find(personId: number, id: number): Promise<RecurrenceDetails | undefined>;
  findSalesOfEntry(
    personId: number,
    entry: { readonly recurrenceId: number; readonly number: number },
  ): Promise<SalesOfEntry | undefined>;
  /** Refusals: those of `createRecurrence`. */
  create(
    wanted: RecurrenceToCreate,
    key: string | undefined,
    written: Written<Recurrence>,
  ): Promise<Recurrence>;
  /** Refusal: not_found. */
  cancel(
    request: { readonly personId: number; readonly id: number },
    written: Written<Recurrence>,
  ): Promise<Recurrence>;
  /** Refusal: not_found. */
  pause(
    request: { readonly personId: number; readonly id: number; readonly paused: boolean },
    written: Written<Recurrence>,
  ): Promise<Recurrence>;
}

export function createSellerRecurrences(rooms: CreateOptions): SellerRecurrences {
  const { database } = rooms;
  const tables = () => database.read<RecurrenceTables>();
  return {
    list: async (filter, page) => {
      const aside = database.readAside<RecurrenceTables & ClientTables>();
      const found = await selectNewestRecurrences(aside, filter, page);
      const ids = found.map(({ id }) => id);
      const [outermost, counts, clients] = await Promise.all([
        selectOutermostEntries(aside, ids),
        countEntries(aside, ids),
        findClients(aside, [...new Set(found.map(({ clientId }) => clientId))]),
      ]);
      return found.map((recurrence) => ({
        id: recurrence.id,
        recurrence,
        client: clients.find(({ id }) => id === recurrence.clientId),
        counts: counts.get(recurrence.id) ?? new Map(),
        lastTried: outermost.get(recurrence.id)?.lastTried,
        next: outermost.get(recurrence.id)?.next,
      }));
    },
    find: async (personId, id) => {
      const recurrence = await findRecurrence(tables(), personId, id);
      if (!recurrence) return undefined;
      const { clientId } = recurrence;
      const entries = await selectEntries(tables(), id);
      const next = entries.find(({ status }) => status === ENTRY_STATUS.scheduled);
      const needsCard = next !== undefined && !(await findCardOfEntries(rooms, recurrence));
      return {
        recurrence,
        client: await findClient(database.read<ClientTables>(), personId, clientId),
        counts: countByStatus(entries),
        entries,
        lastTried: entries.findLast(({ tries }) => tries > 0),
        next,
        needsCard,
        formUrl: needsCard ? await findOpenForm(rooms, personId, clientId) : undefined,
      };
    },
    findSalesOfEntry: async (personId, { recurrenceId, number }) => {
      const recurrence = await findRecurrence(tables(), personId, recurrenceId);
      const entries = recurrence ? await selectEntries(tables(), recurrenceId) : [];
      const entry = entries.find((one) => one.number === number);
      if (!recurrence || !entry) return undefined;
      const [charge] = await findCharges(database.read<ChargeTables>(), 'entry', [entry.id]);
      return charge && { reference: referenceOfEntry(recurrence, number), chargeId: charge.id };
    },
    create: (wanted, key, written) =>
      inWords({}, createRecurrence(rooms, wanted, { key, onlyInUse: true }, written)),
    cancel: (request, written) => cancelRecurrence(rooms, request, written),
    pause: (request, written) => pauseRecurrence(rooms, request, written),
  };
}
