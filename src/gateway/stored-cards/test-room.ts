import assert from 'node:assert/strict';
import { randomInt, randomUUIDv7 } from 'node:crypto';
import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import { joinMigrations } from '../../platform/database/index.ts';
import { referenceMaker } from '../../platform/ids.ts';
import { Secret } from '../../platform/secret.ts';
import { createKnownAges } from '../../platform/time/known-ages.ts';
import { OPEN_VAULT } from '../../platform/vault/test-vault.ts';
import {
  acquirerMigrations,
  type CardAcquirer,
  createCardStorage,
  createSimulator,
  createSimulatorStorage,
  type Route,
} from '../providers/index.ts';
import { createStoredCards, type SaleStand, type StoredTokenization, storedCardMigrations } from './index.ts';
import { recoverStoredCards } from './recover.ts';
import { createStoredCardStore } from './store.ts';
import type { CardToStore } from './stored-card.ts';
import { ACQUIRER_TOKENS, STORED_CARDS, type StoredCardTables } from './tables.ts';

export const MERCHANT = 7;
const START = Date.UTC(2026, 10, 20, 12);

let cards = 0;

export function newCard(over: Partial<CardToStore> = {}): CardToStore {
  cards += 1;
  const last = String(cards).padStart(4, '0');
  return {
    number: new Secret(`423564772802${last}`),
    mask: `423564******${last}`,
    cvv: undefined,
    expirationMonth: '12',
    expirationYear: '2035',
    holderName: undefined,
    brand: 'VISA',
    ...over,
  };
}

/** Stored cards on a real database, with the simulator's vault and a movable clock. */
export async function openTestRoom(engine: TestEngine) {
  const { database, close } = await newDatabase(engine);
  await database.migrate(joinMigrations(acquirerMigrations, storedCardMigrations));
  let now = START;
  const clock = { now: () => now };
  const vault = createCardStorage(database);
  const dead = new Set<string>();
  const attention: string[] = [];
  const notified: string[] = [];
  const broken = new Set<string>();
  const stands = new Map<string, SaleStand>();
  const simulator = createSimulator({
    clock,
    sleep: async (ms) => {
      now += ms;
    },
    timeScale: 1,
    faults: {},
    storage: createSimulatorStorage(database, OPEN_VAULT),
    cards: vault,
    random: () => 0.5,
    onStorageError: (error) => assert.fail(String(error)),
    publicUrl: () => 'https://g.test',
  });
  const plain = simulator.connector('REDE');
  let played: Partial<CardAcquirer> = {};
  let accountId = 0;
  let hasAccount = true;
  const route: Route = {
    connector: new Proxy(plain, {
      get: (target, name: keyof CardAcquirer) => played[name] ?? target[name],
    }),
    get accountId() {
      return accountId;
    },
    settings: async () => ({ accountId: String(accountId), settings: {} }),
  };
  const acquirers = {
    route: async () => route,
    routeOf: async () => route,
    routeInUse: async () => (hasAccount ? route : undefined),
  };
  const options = {
    database,
    publicUrl: () => 'https://g.test',
    vault: OPEN_VAULT,
    clock,
    acquirers,
    holder: 'this-one',
    timeScale: 1,
    createFence: async () => () => true,
    newId: randomUUIDv7,
    newReference: referenceMaker({ now: () => now, nonce: randomInt(2 ** 24) }),
    notify: async (_: unknown, { tokenization }: StoredTokenization) => {
      if (broken.has(tokenization.id)) throw new Error('it cannot be notified');
      notified.push(tokenization.id);
    },
    onOutcome: () => undefined,
    ages: createKnownAges(() => now),
    onError: (error: unknown) => {
      if (broken.size === 0) assert.fail(String(error));
    },
    saleStand: async (transactionId: string) => stands.get(transactionId) ?? 'over',
    findDeadInstances: async (ids: readonly string[]) => ids.filter((id) => dead.has(id)),
    onNeedsAttention: ({ reason }: { readonly reason: string }) => attention.push(reason),
  };
  const storedCards = createStoredCards(options);
  const store = createStoredCardStore(database);
  const recovering = { ...options, store, hmacKey: Buffer.alloc(32, 7) };
  return {
    storedCards,
    store,
    plain,
    dead,
    /** What became of sales, by their id. */
    stands,
    /** Ids of tokenizations whose merchants were notified. */
    notified,
    /** Those of which the merchant cannot be notified. */
    broken,
    route,
    attention,
    close,
    keep: (card: CardToStore) => storedCards.keep({ merchantId: MERCHANT, card, route }),
    play: (part: Partial<CardAcquirer>) => {
      played = part;
    },
    moveTo: (account: number) => {
      accountId = account;
    },
    removeAccount: () => {
      hasAccount = false;
    },
    pass: async (ms: number) => {
      now += ms;
      await recoverStoredCards(recovering, new AbortController().signal);
    },
    /** Only moves the clock. */
    wait: (ms: number) => {
      now += ms;
    },
    /** Cards that the acquirer would charge. */
    live: async ({ mask }: CardToStore) =>
      (await vault.newest(1_000)).filter((card) => card.mask === mask && !card.deleted).length,
    /** What is stored of a card, by its mask, and of the requests to keep it. */
    rowsOf: async (mask: string) => {
      const tables = database.read<StoredCardTables>();
      const cards = await tables.selectFrom('stored_cards').selectAll().where('mask', '=', mask).execute();
      const ids = cards.map(({ id }) => id);
      const tokens = await tables
        .selectFrom('acquirer_tokens')
        .selectAll()
        .where('card_id', 'in', [...ids, ''])
        .execute();
      // Requests of a test name the mask as their reference.
      const tokenizations = await database
        .read<{ tokenizations: { id: string; state: string; reference_id: string | null } }>()
        .selectFrom('tokenizations')
        .select(['id', 'state'])
        .where('reference_id', '=', mask)
        .orderBy('id')
        .execute();
      return {
        cards: cards.map(STORED_CARDS.fromRow),
        tokens: tokens.map(ACQUIRER_TOKENS.fromRow),
        tokenizations,
      };
    },
    requests: () => simulator.control.requests({ limit: 500 }),
    reset: () => {
      played = {};
      accountId = 0;
      broken.clear();
      hasAccount = true;
      simulator.control.reset();
    },
  };
}

export type TestRoom = Awaited<ReturnType<typeof openTestRoom>>;
