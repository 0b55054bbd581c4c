import { constants, publicEncrypt } from 'node:crypto';
import type { CountedTable } from '../data/storage.ts';
import { type Load, LoadFailed } from '../load/load.ts';
import type { Pace } from '../load/pace.ts';
import type { Part } from '../options.ts';

/** The sandbox's demo accounts (README). */
export const DEMO: Account = {
  api: { authenticationApi: 'demo', authenticationKey: '0123456789ABCDEF0123' },
  checkout: 'C0DE0123456789ABCDEF:0123456789ABCDEFC0DE',
};
const CARDS = ['4235647728025682', '5448280000000007', '4389351648020055', '6062825624254001'];
const VARIANTS = 64;
/** The maximum: the whole scenario uses one session. */
const TTL_MINUTES = 30;

/** Credentials of a merchant. */
export interface Account {
  readonly api: Readonly<Record<'authenticationApi' | 'authenticationKey', string>>;
  /** `user:secret`. */
  readonly checkout: string;
}

export type ScenarioName = Extract<
  Part,
  'clear-sqlite' | 'clear-postgres' | 'workers-postgres' | 'card-hash' | 'public-key' | 'slow-acquirer'
>;

export interface Scenario {
  readonly name: ScenarioName;
  readonly title: string;
  readonly engine: 'sqlite' | 'postgres';
  /** Of the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The table that gets one row for each answer. */
  readonly table: CountedTable;
  /** Whether it is compared with the durable minimum too. */
  readonly besideMinimum?: true;
  /** Where the usual one does not suit. */
  paceOf?(usual: Pace): Pace;
  /** Creates the load; may call the service to prepare it. */
  load(address: string): Promise<Load>;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'clear-sqlite',
    title: 'Clear-card authorization, SQLite',
    engine: 'sqlite',
    besideMinimum: true,
    table: 'transactions',
    load: async () => clearCardLoad(),
  },
  {
    name: 'clear-postgres',
    title: 'Clear-card authorization, PostgreSQL',
    engine: 'postgres',
    besideMinimum: true,
    table: 'transactions',
    load: async () => clearCardLoad(),
  },
  {
    name: 'workers-postgres',
    title: 'Clear-card authorization, PostgreSQL, one process for each core',
    engine: 'postgres',
    settings: { GUICHE_WORKERS: 'auto' },
    table: 'transactions',
    load: async () => clearCardLoad(),
  },
  {
    name: 'card-hash',
    title: 'cardHash authorization, SQLite',
    engine: 'sqlite',
    table: 'transactions',
    load: (address) => cardHashLoad(address, DEMO),
  },
  {
    name: 'public-key',
    title: 'Public-key call, SQLite',
    engine: 'sqlite',
    table: 'card_sessions',
    load: async () => publicKeyLoad(),
  },
];

export function clearCardLoad(): Load {
  return saleLoad(
    DEMO,
    variants((card) => ({ number: card, expirationMonth: '12', expirationYear: '2035', cvv: '123' })),
  );
}

/** Sales with cardHashes encrypted with one public key. */
export async function cardHashLoad(address: string, account: Account): Promise<Load> {
  const { publicKey, sessionKey } = (await answerTo(address, publicKeyLoad(account))) as Record<
    string,
    string
  >;
  if (publicKey === undefined) throw new LoadFailed('the service returned no public key');
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
  return saleLoad(
    account,
    variants((number) => {
      const card = { number, cvv: '123', expirationMonth: '12', expirationYear: '2035' };
      return {
        cardHash: publicEncrypt(key, Buffer.from(JSON.stringify(card))).toString('base64') + sessionKey,
      };
    }),
  );
}

/** Codes that nobody pays, made at the simulated bank. */
export function pixLoad({ api }: Account = DEMO): Load {
  return {
    method: 'POST',
    path: '/v1/transactions',
    headers: { 'Content-Type': 'application/json', ...api },
    bodies: Array.from({ length: VARIANTS }, (_, index) =>
      JSON.stringify({
        referenceId: `pix-${1000 + index}`,
        description: 'Bench order',
        // The last two digits say that nobody pays it.
        amount: String((10 + index) * 100 + 3),
        customer: { name: 'Maria de Souza', document: '11144477735' },
        payment: { pix: {} },
      }),
    ),
    status: 201,
  };
}

/** Reads of stored sales of the demo seller, one after the other. */
export function readLoad(paths: readonly string[]): Load {
  return { method: 'GET', path: paths[0] ?? '', paths, headers: DEMO.api, bodies: [''], status: 200 };
}

export function publicKeyLoad({ checkout }: Account = DEMO): Load {
  return {
    method: 'GET',
    path: `/v2/checkout/generate/public-key?ttl=${TTL_MINUTES}`,
    headers: { Authorization: `Basic ${Buffer.from(checkout).toString('base64')}` },
    bodies: [''],
    status: 200,
  };
}

function saleLoad({ api }: Account, cards: readonly object[]): Load {
  return {
    method: 'POST',
    path: '/v1/transactions',
    headers: { 'Content-Type': 'application/json', ...api },
    bodies: cards.map((cardInfo, index) =>
      JSON.stringify({
        referenceId: `order-${1000 + index}`,
        description: 'Bench order',
        amount: String(1000 + index),
        customer: { name: 'Maria de Souza', document: '11144477735' },
        payment: { card: { type: 1, capture: true, installments: 1, softDescriptor: 'BENCH', cardInfo } },
      }),
    ),
    status: 201,
  };
}

function variants(cardInfo: (number: string) => object): readonly object[] {
  return Array.from({ length: VARIANTS }, (_, index) => cardInfo(CARDS[index % CARDS.length] ?? ''));
}

/** Sends the first request of a load and returns its answer. Throws LoadFailed for an unexpected status. */
export async function answerTo(address: string, load: Load): Promise<unknown> {
  const [body] = load.bodies;
  const { method, headers } = load;
  const answer = await fetch(new URL(load.path, address), { method, headers, ...(body ? { body } : {}) });
  const text = await answer.text();
  if (answer.status !== load.status) throw new LoadFailed(`${load.path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
