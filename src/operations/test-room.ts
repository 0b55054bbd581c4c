import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { InjectOptions } from 'fastify';
import { newDatabase, type TestEngine } from '../../test/support/databases.ts';
import { TEST_PASSWORD_COST } from '../../test/support/password-cost.ts';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { accountMigrations } from '../accounts/migrations.ts';
import { type Database, sequenceMigrations } from '../platform/database/index.ts';
import { createHttp, finishRoutes } from '../platform/http/index.ts';
import { dueAgainJob, type Job } from '../platform/jobs/index.ts';
import { createLog } from '../platform/logs.ts';
import { Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import { localTime } from '../platform/time/clock.ts';
import { openVault, vaultMigrations } from '../platform/vault/index.ts';
import {
  allSaleOperations,
  type CardForms,
  type ClientWorkOptions,
  callbackOperations,
  catalogueOperations,
  changeOf,
  chargeJobs,
  clientCardOperations,
  createAnsweredSales,
  createCallbacks,
  createPaymentClients,
  createPaymentMethods,
  createPhotos,
  createTechnicalPasswords,
  createWorkSignals,
  createWriteLimiter,
  type GatewayCharges,
  insertDefaultProduct,
  type NewCallback,
  operationMigrations,
  type PaymentClients,
  type PaymentMethods,
  type Photos,
  paymentClientOperations,
  printExpiry,
  printingOperations,
  printOf,
  recurrenceOperations,
  registerOperations,
  registerPairingRoutes,
  registerPaymentClientRoutes,
  registerPhotoRoutes,
  SALE_WAITS,
  type SaleRooms,
  saleJobs,
  settleEntryCharge,
  settleSaleCharge,
  simulatedPaymentClient,
  type TechnicalPasswords,
  WAITING_OPERATIONS,
} from './index.ts';
import { loginOperations, registerPasswordPage, sessionOperations } from './login/index.ts';
import { personOperations } from './persons/index.ts';
import type { TestAnswer, TestSeller } from './test-answer.ts';
import { NO_FORMS, NO_GATEWAY, PUBLIC_URL } from './test-no-gateway.ts';

const CODE_KEY = Buffer.alloc(32, 7);
const START_MS = Date.UTC(2026, 0, 15, 12);

export interface OperationsRoom {
  readonly database: Database;
  readonly dataDir: string;
  readonly accounts: Accounts;
  readonly photos: Photos;
  readonly paymentMethods: PaymentMethods;
  readonly paymentClients: PaymentClients;
  readonly technicalPasswords: TechnicalPasswords;
  /** Callbacks to sellers' systems, as written to the outbox. */
  readonly callbacks: readonly NewCallback[];
  /** The jobs of sales, with the simulated payment client and what brings back waits that are too long. */
  readonly saleJobs: readonly Job[];
  readonly clock: { now(): number; advance(ms: number): void };
  /** An active person with an integration key. */
  addPerson(person?: {
    readonly name?: string;
    readonly role?: 'seller' | 'integrator' | 'operator';
    readonly createdBy?: number;
  }): Promise<TestSeller>;
  /** POST with a body, GET without. */
  call(path: string, key: string | undefined, body?: unknown, idempotencyKey?: string): Promise<TestAnswer>;
  get(path: string): Promise<TestAnswer>;
  inject(request: InjectOptions): Promise<TestAnswer>;
}

/** The rooms of the operational interface and their routes on a real, empty database. */
export async function openOperationsRoom(
  context: Pick<TestContext, 'after'>,
  engine: TestEngine,
  choices: {
    readonly mode?: 'sandbox' | 'production';
    readonly checkDocuments?: boolean;
    readonly startDecodeProcess?: () => ChildProcess;
    readonly keptPhotoDays?: number;
    /** Absent: nothing is charged by the gateway. */
    readonly gateway?: GatewayCharges;
    readonly pixAccount?: boolean;
    /** Absent: no cards are kept. */
    readonly cardForms?: CardForms;
  } = {},
): Promise<OperationsRoom> {
  const { mode = 'sandbox', checkDocuments = false } = choices;
  const { database, place, close } = await newDatabase(engine, {
    ...vaultMigrations,
    ...sequenceMigrations,
    ...accountMigrations,
    ...operationMigrations,
  });
  let now = START_MS;
  const advance = (ms: number) => {
    now += ms;
  };
  const clock = { now: () => now, advance };
  const masterKeys = [new Secret(Buffer.alloc(32, 7).toString('base64'))];
  const accounts = createAccounts({
    database,
    vault: await openVault({ database, masterKeys, clock }),
    clock,
    randomBytes,
    passwordCost: TEST_PASSWORD_COST,
    mode,
    checkDocuments,
    publicUrl: PUBLIC_URL,
    onPersonAdded: insertDefaultProduct,
  });
  const photos = createPhotos({
    database,
    dataDir: place.dataDir,
    publicUrl: () => PUBLIC_URL,
    clock,
    keptDays: choices.keptPhotoDays ?? 0,
    randomBytes,
    onDecoderError: (error) => {
      throw error;
    },
    ...(choices.startDecodeProcess ? { startDecodeProcess: choices.startDecodeProcess } : {}),
  });
  const paymentClients = createPaymentClients({ database, clock, codeKey: CODE_KEY, randomBytes });
  const pix = { hasAccount: async () => choices.pixAccount ?? false, hasClient: paymentClients.takePix };
  const paymentMethods = createPaymentMethods({ database, accounts, mode, pix, slips: pix });
  const technicalPasswords = createTechnicalPasswords({ database, clock, hmacKey: CODE_KEY, mode });
  const app = createHttp({
    log: createLog({ write: () => undefined }),
    trustedProxies: [],
    errorBody: (_path, refusal) => ({ message: refusal.message }),
    onAnswer: () => undefined,
  });
  const dependencies = {
    accounts,
    clock,
    time: localTime('America/Sao_Paulo'),
    exposesCardNumber: (text: string) => text.includes('NUMBER'),
  };
  const signals = createWorkSignals();
  const notified: NewCallback[] = [];
  const callbacks = createCallbacks({
    write: async (_transaction, some) => {
      notified.push(...some);
    },
  });
  const work: ClientWorkOptions = {
    database,
    clock,
    callbacks,
    changed: ({ id }) => signals.wake(changeOf(id)),
    printStarted: ({ id }) => signals.wake(printOf(id)),
  };
  const cardForms = choices.cardForms ?? NO_FORMS;
  const saleRooms: SaleRooms = {
    database,
    clock,
    accounts,
    photos,
    paymentMethods,
    times: { local: dependencies.time },
    waits: SALE_WAITS,
    randomInt: (limit) => randomInt(limit),
    gateway: choices.gateway ?? NO_GATEWAY,
    cardForms,
    callbacks,
    signals,
    answeredSales: createAnsweredSales(database, clock),
    production: mode === 'production',
    technicalPasswords,
  };
  const charges = chargeJobs({
    database,
    clock,
    settle: {
      sale: (charge) => settleSaleCharge(saleRooms, charge),
      entry: (charge) => settleEntryCharge(saleRooms, charge),
    },
    onError: () => undefined,
  });
  const limitWrites = createWriteLimiter();
  registerOperations(app, { ...dependencies, limitWrites }, [
    ...loginOperations({ accounts, database, photos }),
    ...sessionOperations({ accounts, database, photos }),
    ...personOperations({ accounts, photos }),
    ...catalogueOperations({ ...dependencies, database, photos, paymentMethods, checkDocuments }),
    ...clientCardOperations({ ...dependencies, database, cardForms }),
    ...recurrenceOperations({ ...saleRooms, time: dependencies.time }),
    ...allSaleOperations(saleRooms),
    ...callbackOperations(saleRooms),
    ...paymentClientOperations({ database, clock, randomBytes }),
    ...printingOperations(saleRooms),
  ]);
  registerPaymentClientRoutes(app, {
    ...work,
    accounts,
    gateway: saleRooms.gateway,
    signals,
    exposesCardNumber: dependencies.exposesCardNumber,
    limitWrites,
  });
  registerPairingRoutes(app, {
    database,
    clock,
    codeKey: CODE_KEY,
    accounts,
    signals,
    randomBytes,
    randomInt: (limit) => randomInt(limit),
  });
  registerPhotoRoutes(app, { photos, accounts });
  await registerPasswordPage(app, { accounts, clock });
  finishRoutes(app);
  context.after(async () => {
    await app.close();
    await photos.close();
    await close();
  });

  let documents = 0;
  const inject = async (request: InjectOptions): Promise<TestAnswer> => {
    const answer = await app.inject(request);
    const json = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: json ? answer.json() : undefined,
      headers: answer.headers,
      bytes: answer.rawPayload,
    };
  };
  return {
    database,
    dataDir: place.dataDir,
    accounts,
    photos,
    paymentMethods,
    paymentClients,
    technicalPasswords,
    callbacks: notified,
    saleJobs: [
      dueAgainJob({ database, clock, kinds: WAITING_OPERATIONS }),
      ...saleJobs(work),
      printExpiry(work),
      simulatedPaymentClient(work),
      ...charges,
    ],
    clock,
    addPerson: async ({ name = 'Loja', role = 'seller', createdBy } = {}) => {
      documents += 1;
      const document = String(documents).padStart(11, '0');
      const { id } = await accounts.addPerson({ document, name, role, createdBy });
      await accounts.activatePerson(id);
      const { secret } = await accounts.issueCredential({ personId: id, kind: 'integration' });
      return { id, key: secret?.reveal() ?? '' };
    },
    call: (path, key, body, idempotencyKey) => {
      const url = new URL(path, PUBLIC_URL);
      if (key !== undefined) url.searchParams.set('key', key);
      const target = `${url.pathname}${url.search}`;
      if (body === undefined) return inject({ method: 'GET', url: target });
      return inject({
        method: 'POST',
        url: target,
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    inject,
    get: (path) => inject({ method: 'GET', url: path.replace(PUBLIC_URL, '') }),
  };
}

/** For `assert.rejects`. */
export const refusedWith =
  (code: string, status: number) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code && error.status === status;
