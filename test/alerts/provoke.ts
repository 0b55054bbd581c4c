import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PAIR, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { giveUpNewestSale } from '../support/manual-case.ts';
import { DEMO_KEY } from '../support/operations-client.ts';
import { type OwnPostgres, urlOn } from '../support/own-postgres.ts';
import { CARD, saleBody } from '../support/sales.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import type { SmallDisk } from './small-disk.ts';

const LOST_ANSWER = '4000000000096042';
const SLOW = '4000000000096026';
const NOT_SENT = '4000000000096067';
const INVALID_MERCHANT = '4000000000090037';
const DENIED = '4000000000090516';
const BUYER = {
  tipo: 'credito',
  numero: DENIED,
  validade: '12/35',
  cvv: '123',
  nome: 'MARIA DA SILVA',
  parcelas: '1',
};
/** In the folder of the scene: what banks' return files are put into. */
export const RETURNS = 'returns';
/** A document that nobody has. */
const NOBODY = '11144477736';
const DEVICE = {
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: 3,
};

export interface Scene {
  readonly first: ServiceProcess;
  readonly second: ServiceProcess;
  readonly database: OwnPostgres;
  /** Of a third instance, alone on SQLite: its data folder. */
  readonly disk: SmallDisk;
  /** For what a provocation leaves. */
  readonly folder: string;
  /** Runs a command on their database. Throws when it fails. */
  command(words: readonly string[]): Promise<void>;
  /** The same on that of the third one. */
  commandAlone(words: readonly string[]): Promise<void>;
  /** Starts an ended second instance again, at its address, as another version. */
  startSecondAs(version: string): Promise<void>;
}

export interface Provocation {
  readonly alerts: readonly string[];
  provoke(scene: Scene): Promise<void>;
}

/** What makes each alert fire, in this order. It ends without database and second instance. */
export const PROVOCATIONS: readonly Provocation[] = [
  {
    alerts: [
      'GuicheAcquirerSlow',
      'GuicheUnknownOutcomes',
      'GuicheAcquirerUnreachable',
      'GuicheAcquirerConfiguration',
    ],
    provoke: async ({ first }) => {
      const cards = [SLOW, SLOW, SLOW, LOST_ANSWER, LOST_ANSWER, NOT_SENT, NOT_SENT, INVALID_MERCHANT];
      await Promise.all(cards.map((number) => sellAt(first, { number })));
      await sleep(4_000);
      await Promise.all(cards.map((number) => sellAt(first, { number })));
    },
  },
  {
    alerts: ['GuicheAcquirerCircuitOpen'],
    provoke: async ({ first }) => {
      for (let sale = 0; sale < 5; sale += 1) await sellAt(first, { number: NOT_SENT });
    },
  },
  {
    alerts: ['GuichePostbacksFail', 'GuichePostbacksDelayed'],
    provoke: async ({ first, database }) => {
      const nobody = { postBackUrl: 'http://127.0.0.1:9/' };
      for (let round = 0; round < 3; round += 1) {
        await times(15, () => sellAt(first, {}, nobody));
        await sleep(1_500);
      }
      await database.query(
        `update postbacks set created_at = created_at - ${5 * 3_600_000} where state = 'waiting'`,
      );
    },
  },
  {
    // The simulated bank tells nobody of these amounts.
    alerts: ['GuichePixNoticesLost'],
    provoke: async ({ first }) => {
      await times(8, () => payByPix(first, '1007'));
    },
  },
  {
    // The simulated bank has these, and its answer is lost.
    alerts: ['GuicheSlipsNotRegistered'],
    provoke: async ({ first }) => {
      await times(8, () => sellBySlip(first, '10005'));
    },
  },
  {
    alerts: ['GuicheReturnFileUnread'],
    provoke: ({ folder }) => writeFile(join(folder, RETURNS, 'retorno.ret'), 'nada'),
  },
  {
    alerts: ['GuicheManyDeclines'],
    provoke: async ({ first }) => {
      for (let round = 0; round < 6; round += 1) {
        await times(50, () => sellAt(first, { number: DENIED }));
        await sleep(500);
      }
    },
  },
  {
    alerts: ['GuicheAuthenticationsFail'],
    provoke: async ({ first }) => {
      for (let count = 0; count < 14; count += 1) await cancelAuthentication(first);
    },
  },
  {
    alerts: ['GuicheFailedCredentials'],
    provoke: ({ first }) =>
      inRounds(8, () =>
        times(60, () => sellAt(first, {}, {}, { authenticationKey: 'not-the-key-not-the-key' })),
      ),
  },
  {
    alerts: ['GuicheFailedLogins', 'GuicheLimitsHit'],
    provoke: async ({ first }) => {
      const senha = 'not the password';
      // After ten wrong ones a login is refused before its password is checked, but for those of the sandbox's demo.
      await inRounds(12, () => times(30, () => call(first, '/Login/Login/', { cpfCnpj: NOBODY, senha })));
      for (let count = 0; count < 70; count += 1) {
        await call(first, '/Login/Login/', { cpfCnpj: String(11_111_111_000 + count), senha });
      }
    },
  },
  {
    alerts: ['GuicheNeedsAttention'],
    provoke: async ({ first, database }) => {
      await sellAt(first, {});
      await giveUpNewestSale({ dataDir: '', url: urlOn([database]), remove: async () => undefined });
    },
  },
  {
    alerts: ['GuicheTillSalesNeedAttention'],
    provoke: async ({ database }) => {
      // A payment whose client took it and was never heard of again.
      await database.query(
        `insert into external_payments (id, person_id, terminal_id, sale_id, type, status, origin, installment_kind,
           created_at, updated_at, auto_start, client_id, heard_at, result)
         values (1000000, 1, 1000000, 1000000, 1, 10, 1, 1, 0, 0, 0, 1, 0, '{}')`,
      );
      await sleep(12_000);
      await database.query('delete from external_payments where id = 1000000');
    },
  },
  {
    alerts: ['GuicheRecoveryBehind'],
    provoke: async ({ first, database }) => {
      await sellAt(first, { number: LOST_ANSWER });
      // Recovery cannot write what it finds out while another session holds the table.
      await database.query(
        `begin; update recovery_cases set next_at = next_at - 1200000 where state = 'open'; commit;
         begin; lock table recovery_cases in share row exclusive mode; select pg_sleep(14); rollback`,
      );
    },
  },
  {
    alerts: ['GuicheCardTesting'],
    provoke: ({ first }) =>
      inRounds(10, () => times(6, async () => payHosted(first, await createLink(first)))),
  },
  {
    alerts: ['GuicheManyDisputes'],
    provoke: async ({ database }) => {
      await database.query(
        `insert into disputes (id, transaction_id, merchant_id, provider, source, kind, amount, notified_day, state, money,
             created_at, updated_at, version)
           select 'd' || n, 't' || n, 1, 'REDE', 'manual', 'chargeback', 100, to_char(now(), 'YYYY-MM-DD'), 'lost', 'none',
             0, 0, 1
           from generate_series(1, 2000) n`,
      );
    },
  },
  {
    alerts: ['GuicheStatementsNotRead', 'GuicheMoneyMissing'],
    provoke: async ({ database }) => {
      await database.query(
        `insert into statement_readings (account_id, merchant_id, provider, read_from, slot, problem, corrections, updated_at)
           values (1000000, 1, 'REDE', '', 'x', 'HTTP 403', 0, 0);
         insert into receivables (transaction_id, line, kind, installment, due_day, gross, fee, net, merchant_id, account_id,
             provider, paid_by, installments, capture_day, state, fee_unknown, version, class)
           select gen_random_uuid(), 1, 'installment', 1, to_char(now(), 'YYYY-MM-DD'), 100, 0, 100, 1, 1000000, 'REDE', 'credit',
             1, to_char(now(), 'YYYY-MM-DD'), 'expected', 0, 1, 'missing'
           from generate_series(1, 60)`,
      );
    },
  },
  {
    alerts: ['GuicheManyRegistrations'],
    provoke: async ({ database }) => {
      // Registrations without their persons: those count too, and a replica's session may write them.
      await database.query(
        `set session_replication_role = replica;
         insert into registrations (person_id, code_hash, network, created_at)
           select 1000000 + n, '', '', 0 from generate_series(1, 8001) n`,
      );
      await sleep(12_000);
      await database.query('delete from registrations where person_id > 1000000');
    },
  },
  {
    alerts: ['GuicheInternalError', 'GuicheJobFailing'],
    provoke: async ({ first, database }) => {
      await database.query('alter table transactions rename to transactions_away');
      await database.query('alter table recovery_cases rename to recovery_cases_away');
      await inRounds(15, () => sellAt(first, {}));
      await database.query('alter table recovery_cases_away rename to recovery_cases');
      await database.query('alter table transactions_away rename to transactions');
    },
  },
  {
    alerts: ['GuicheSlowReads', 'GuicheDatabaseConnectionsExhausted'],
    provoke: async ({ first, database }) => {
      const find = () => call(first, `${TRANSACTIONS_PATH}?referenceId=none`);
      await find();
      await sleep(4_000);
      const held = database.query(
        'begin; lock table transactions, products in access exclusive mode; select pg_sleep(14); rollback',
      );
      await sleep(1_000);
      const list = () => call(first, `/Produto/GetByPessoaId?pessoaId=1&key=${DEMO_KEY}`, {});
      await Promise.all([held, times(30, find), times(40, list)]);
      await times(30, find);
    },
  },
  {
    alerts: ['GuicheEventLoopBlocked'],
    provoke: async ({ second }) => {
      for (let count = 0; count < 8; count += 1) {
        second.pause();
        await sleep(700);
        second.resume();
        await sleep(150);
      }
    },
  },
  {
    alerts: ['GuicheDatabaseUnavailable', 'GuicheServerErrors'],
    provoke: async ({ first, database }) => {
      await database.kill();
      await inRounds(14, () => times(10, () => sellAt(first, {})));
    },
  },
  {
    alerts: ['GuicheInstanceDown'],
    provoke: async ({ second }) => {
      await second.end('SIGKILL');
    },
  },
];

async function inRounds(rounds: number, run: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await run();
    await sleep(1_000);
  }
}

function times(count: number, run: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, run));
}

async function payByPix({ address }: ServiceProcess, amount: string): Promise<void> {
  const headers = { ...API_PAIR, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ amount, payment: { pix: {} } });
  const answer = await fetch(address + TRANSACTIONS_PATH, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(await answer.text());
}

async function sellBySlip(service: ServiceProcess, amount: string): Promise<void> {
  const expirationDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const address = {
    ...{ address: 'Rua das Flores', number: '100', district: 'Centro' },
    ...{ zipcode: '01001000', city: 'São Paulo', state: 'SP' },
  };
  const answer = await call(service, TRANSACTIONS_PATH, {
    amount,
    customer: { name: 'Maria da Silva', document: '11144477735', address },
    payment: { bankSlip: { expirationDate, instructions: 'Pagar no banco' } },
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}

function sellAt(
  service: ServiceProcess,
  cardInfo: object,
  top: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = saleBody({ top, card: { capture: true }, cardInfo: { ...CARD, ...cardInfo } });
  return call(service, TRANSACTIONS_PATH, body, { ...API_PAIR, ...headers });
}

function call(
  service: ServiceProcess,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = API_PAIR,
): Promise<Response> {
  return fetch(service.address + path, {
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** The path of a payment link's page. */
async function createLink(service: ServiceProcess): Promise<string> {
  const payment = { card: { type: 1, capture: true, installments: 1 } };
  const link = { referenceId: randomUUID(), amount: '1000', payment };
  const { url } = (await (await call(service, '/v1/intention', link)).json()) as { url: string };
  return new URL(url).pathname;
}

/** Submits the form of a payment link's page with a card that the issuer refuses. */
function payHosted(service: ServiceProcess, path: string): Promise<Response> {
  return fetch(service.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...BUYER, chave: randomUUID() }),
    redirect: 'manual',
  });
}

/** Sells with 3-D Secure, opens the issuer's page as a browser does, and cancels there. */
async function cancelAuthentication(service: ServiceProcess): Promise<void> {
  const sale = saleBody({
    top: { userAgent: 'Mozilla/5.0', device: DEVICE },
    card: { capture: true, authenticate: 1, returnUrl: 'https://loja.example/' },
  });
  const { redirectUrl } = (await (await call(service, TRANSACTIONS_PATH, sale)).json()) as {
    redirectUrl: string;
  };
  const page = await fetch(redirectUrl);
  await fetch(page.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'acao=cancelar',
    redirect: 'manual',
  }).then((answer) => fetch(new URL(answer.headers.get('location') ?? '', page.url), { redirect: 'manual' }));
}
