import { runGuiche } from '../../support/command-line.ts';
import type { DatabasePlace } from '../../support/databases.ts';
import { API_PAIR } from '../../support/gateway-client.ts';
import type { ApiPair } from '../../support/merchants.ts';
import { openStoredRows } from '../../support/stored-rows.ts';
import { startTransactionPooler, type TransactionPooler } from '../../support/transaction-pooler.ts';
import { type Acquirer, type AcquirerAccount, startAcquirer } from './acquirer.ts';
import { type Buyers, createBuyers, PUBLIC_URL } from './buyer.ts';
import { type Clocks, createClocks } from './clocks.ts';
import { type Cluster, createCluster } from './cluster.ts';
import type { Receipt, TokenAnswer } from './judge/evidence.ts';
import type { TillAnswer } from './judge/till-evidence.ts';
import { type Bank, startBank } from './pix/bank.ts';
import { createRandom, type Random } from './random.ts';
import { type Receivers, startReceivers } from './receiver.ts';
import { createRecordingClient, type RecordingClient } from './recording-client.ts';
import { type PinPads, startPinPads } from './till/pin-pads.ts';
import { openTillShop, type TillShop } from './till/shop.ts';

/** Divides the service's waits: a buyer has 1.5 s, and the third attempt to deliver a postback is after 0.6 s. */
const SERVICE_TIME_SCALE = 600;

const DEMO_PERSON = '1';
/** A callback is tried six times only, here within six seconds, and each kill may cost one. */
const RELIABLE_RECEIVER = 1;
const ACCOUNTS: readonly [AcquirerAccount, AcquirerAccount] = [
  { pv: '10000001', key: 'chave-de-integracao-de-teste-0001' },
  { pv: '10000002', key: 'chave-de-integracao-de-teste-0002' },
];

/** All parties of the test. Each has its own process, except the merchants and their receivers. */
export interface TestBed {
  readonly place: DatabasePlace;
  readonly acquirer: Acquirer;
  /** Where Pix are paid. */
  readonly bank: Bank;
  readonly cluster: Cluster;
  /** Where the test makes clocks wrong. */
  readonly clocks: Clocks | undefined;
  /** Between the instances and PostgreSQL, where there is one. */
  readonly pooler: TransactionPooler | undefined;
  readonly receivers: Receivers;
  readonly client: RecordingClient;
  readonly buyers: Buyers;
  /** What buyers of links were shown, and what merchants were answered about stored cards. */
  readonly receipts: Receipt[];
  readonly tokenAnswers: TokenAnswer[];
  readonly apis: readonly ApiPair[];
  readonly till: TillShop;
  readonly tillAnswers: TillAnswer[];
  readonly pinPads: PinPads;
  /** Has what failed for good delivered again, as an operator would. Returns how many messages. */
  resendFailed(): Promise<number>;
  /** Lets recovery go on with what it left to a person, as an operator would. Returns how many sales. */
  retryManual(): Promise<number>;
  close(): Promise<void>;
}

/** Starts all parties. The first merchant accepts late approvals, the second has them undone. */
export async function openTestBed(options: {
  place: DatabasePlace;
  instances: number;
  processes: number;
  seed: number;
  wrongClocks?: boolean;
  pooler?: number;
  pinPads?: boolean;
}): Promise<TestBed> {
  const { place, instances, processes, seed, wrongClocks = false, pinPads: mostlyPinPads = false } = options;
  const randomFor = (purpose: string): Random => createRandom(seed, purpose);
  const acquirer = await startAcquirer(ACCOUNTS);
  const bank = await startBank().catch(async (error: unknown) => {
    await acquirer.stop();
    throw error;
  });
  const receivers = await startReceivers(randomFor('receivers'), { isTimeWrong: wrongClocks });
  const settings = {
    GUICHE_SIM_TIME_SCALE: String(SERVICE_TIME_SCALE),
    GUICHE_PUBLIC_URL: PUBLIC_URL,
    GUICHE_TRUSTED_PROXIES: '127.0.0.1/32',
  };
  const clocks = wrongClocks ? await createClocks(place, instances, randomFor('clocks')) : undefined;
  const random = randomFor('balancer');
  const pooler = await poolerBefore(place, options.pooler ?? 0);
  const reached = pooler ? { ...place, url: pooler.url } : place;
  const cluster = createCluster({
    ...{ place: reached, isPooled: pooler !== undefined },
    ...{ instances, processes, settings, clocks, random },
  });
  const client = createRecordingClient(cluster);
  const buyers = createBuyers(cluster);
  let pinPads: PinPads | undefined;
  const close = async (): Promise<void> => {
    buyers.close();
    await pinPads?.stop();
    await cluster.abandon();
    await pooler?.close();
    await clocks?.close();
    await acquirer.stop();
    await bank.stop();
    await receivers.close();
  };
  try {
    await cluster.start();
    const prepare = async (personId: string, account: AcquirerAccount): Promise<string> => {
      const words = ['acquirer', 'add', '--person', personId, '--provider', 'REDE', '--default'];
      await command(place, [...words, ...acquirer.settings(account)]);
      const atBank = ['acquirer', 'add', '--person', personId, '--provider', bank.provider];
      await command(place, [...atBank, ...bank.settings]);
      return (await issue(place, personId, 'postback')).secret;
    };
    const second = addMerchant(place);
    receivers.setSecrets(
      await Promise.all([
        prepare(DEMO_PERSON, ACCOUNTS[0]),
        second.then(({ personId }) => prepare(personId, ACCOUNTS[1])),
      ]),
    );
    const apis = [API_PAIR, (await second).api];
    const callbackUrl = receivers.callbackUrl(RELIABLE_RECEIVER);
    const till = await openTillShop(cluster, randomFor('tills'), { callbackUrl, mostlyPinPads });
    pinPads = await startPinPads(cluster, randomFor('pin pads'), till.paired, { mostlyPinPads });
    return {
      place,
      acquirer,
      bank,
      cluster,
      clocks,
      pooler,
      receivers,
      client,
      buyers,
      receipts: [],
      tokenAnswers: [],
      apis,
      till,
      tillAnswers: [],
      pinPads,
      resendFailed: async () => Number((await command(place, ['postback', 'resend', '--failed'])).resent),
      retryManual: async () => {
        const left = await manualSales(place);
        for (const id of left) await command(place, ['transaction', 'retry', id]);
        return left.length;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function poolerBefore({ url }: DatabasePlace, size: number): Promise<TransactionPooler | undefined> {
  return url === undefined || size === 0 ? undefined : startTransactionPooler(url, size);
}

async function manualSales(place: DatabasePlace): Promise<readonly string[]> {
  const stored = await openStoredRows(place);
  try {
    const cases = await stored.rows('recovery_cases');
    const manual = cases.filter(({ state }) => state === 'manual');
    return [...new Set(manual.map((row) => String(row.transaction_id)))];
  } finally {
    await stored.close();
  }
}

async function addMerchant(place: DatabasePlace): Promise<{ personId: string; api: ApiPair }> {
  const person = ['--document', '11222333000181', '--name', 'Loja que desfaz', '--role', 'seller'];
  const personId = String((await command(place, ['person', 'add', ...person])).id);
  await command(place, ['person', 'activate', personId]);
  await command(place, ['person', 'set', personId, '--late-approval', 'undo']);
  const { name, secret } = await issue(place, personId, 'api');
  return { personId, api: { authenticationApi: name, authenticationKey: secret } };
}

async function issue(place: DatabasePlace, personId: string, kind: 'api' | 'postback') {
  const issued = await command(place, ['credential', 'issue', '--person', personId, '--kind', kind]);
  return { name: String(issued.name), secret: String(issued.secret) };
}

/** Runs one command of the command line while the service runs. */
async function command(place: DatabasePlace, words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, error } = await runGuiche(place, [...words, '--json']);
  if (code !== 0) throw new Error(`${words.join(' ')}: exit code ${code}: ${error}`);
  return JSON.parse(out) as Record<string, unknown>;
}
