import type { Written } from '../../accounts/options.ts';
import { type Database, lockSequence, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type ClientTables, findClient } from '../clients/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { CardForms } from './card-forms.ts';
import { CARD_STATUS, type ClientCard } from './client-card.ts';
import { readCards } from './read.ts';
import { clearPreferred, deleteCards, findCard, insertCard, selectCards, updateCard } from './store.ts';
import type { ClientCardTables } from './tables.ts';

/** Maximum number per client: they are listed as a whole. */
const MAX_CARDS = 100;

export interface SaveCardOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cardForms: CardForms;
}

/** Opens a form for one more card of a client. Refusals: value_invalid, records_exceeded. */
export async function addCard(
  options: SaveCardOptions,
  request: { readonly personId: number; readonly clientId: number; readonly preferred: boolean },
  written: Written<ClientCard>,
): Promise<ClientCard> {
  const { database, clock, cardForms } = options;
  const { personId, clientId, preferred } = request;
  if (!(await findClient(database.read<ClientTables>(), personId, clientId))) throw unknownClient(clientId);
  await dropUnfilledForms(options, personId, clientId);
  // If the commit below is interrupted, nobody knows the form, and it expires.
  const formId = await cardForms.open(personId, `cliente-${clientId}`);
  return database.write(async (transaction) => {
    const at = clock.now();
    const card = await addCardOfForm(transaction, { personId, clientId, formId, preferred, at });
    await written(transaction, card);
    return card;
  });
}

/** One more card of a client, which types it on this form. Refusal: records_exceeded. */
export async function addCardOfForm(
  transaction: WriteTransaction,
  request: Pick<ClientCard, 'personId' | 'clientId' | 'formId'> & {
    readonly preferred: boolean;
    readonly at: number;
  },
): Promise<ClientCard> {
  const { personId, clientId, formId, preferred, at } = request;
  const id = await nextId(transaction, 'client_card');
  const tables = transaction.tables<ClientCardTables>();
  if ((await selectCards(tables, clientId)).length >= MAX_CARDS) {
    throw operationRefuse('records_exceeded', {
      message: `O cliente já tem o máximo de ${MAX_CARDS} cartões.`,
    });
  }
  if (preferred) await clearPreferred(tables, clientId);
  const card: ClientCard = {
    id,
    personId,
    clientId,
    formId,
    preferred: preferred ? 1 : 0,
    createdAt: at,
    updatedAt: at,
  };
  await insertCard(tables, card);
  return card;
}

/** Changes whether a card is the preferred one. Refusals: not_found, value_invalid. */
export async function editCard(
  { database, clock }: Pick<SaveCardOptions, 'database' | 'clock'>,
  request: {
    readonly personId: number;
    readonly id: number;
    /** Must be the card's client; undefined: not sent. */
    readonly clientId: number | undefined;
    readonly preferred: boolean | undefined;
  },
  written: Written<ClientCard>,
): Promise<ClientCard> {
  return database.write(async (transaction) => {
    // One at a time, so that concurrent edits do not leave a client with two preferred cards.
    await lockSequence(transaction, 'client_card');
    const card = await changed(transaction, request, clock.now());
    await written(transaction, card);
    return card;
  });
}

async function changed(
  transaction: WriteTransaction,
  { personId, id, clientId, preferred }: Parameters<typeof editCard>[1],
  at: number,
): Promise<ClientCard> {
  const tables = transaction.tables<ClientCardTables>();
  const found = await findCard(tables, personId, id);
  if (!found) throw operationRefuse('not_found');
  if (clientId !== undefined && clientId !== found.clientId) throw unknownClient(clientId);
  if (preferred === undefined) return found;
  if (preferred) await clearPreferred(tables, found.clientId);
  const card: ClientCard = { ...found, preferred: preferred ? 1 : 0, updatedAt: at };
  await updateCard(tables, card);
  return card;
}

/** Unfilled forms make room for new ones. */
async function dropUnfilledForms(
  options: SaveCardOptions,
  personId: number,
  clientId: number,
): Promise<void> {
  const cards = await readCards(options, personId, clientId);
  if (cards.length < MAX_CARDS) return;
  const unfilled = cards.filter(({ status }) => status === CARD_STATUS.inactive).map(({ id }) => id);
  await options.database.write((transaction) =>
    deleteCards(transaction.tables<ClientCardTables>(), unfilled),
  );
}

function unknownClient(clientId: number) {
  return operationRefuse('value_invalid', {
    field: 'clientId',
    message: `Cliente ${clientId} não encontrado.`,
  });
}
