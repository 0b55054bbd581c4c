import type { DatabasePlace } from '../../support/databases.ts';
import type { ApiPair } from '../../support/merchants.ts';
import { openStoredRows } from '../../support/stored-rows.ts';
import { startTransactionPooler, type TransactionPooler } from '../../support/transaction-pooler.ts';
import { startAcquirer } from './acquirer.ts';
import { type Buyers, createBuyers, PUBLIC_URL } from './buyer.ts';
import { caseRecord } from './case-record.ts';
import { type Clocks, createClocks } from './clocks.ts';
import { type Cluster, createCluster } from './cluster.ts';
import type { Receipt, TokenAnswer } from './judge/evidence.ts';
import { isLeftToShop } from './judge/slips.ts';
import type { TillAnswer } from './judge/till-evidence.ts';
import { ACCOUNTS, command, type Hosts, openMerchants } from './merchants.ts';
import { startBank } from './pix/bank.ts';
import { createRandom, type Random } from './random.ts';
import { type Receivers, startReceivers } from './receiver.ts';
import { createRecordingClient, type RecordingClient } from './recording-client.ts';
import { type PinPads, startPinPads } from './till/pin-pads.ts';
import { openTillShop, type TillShop } from './till/shop.ts';
import { startSecondAcquirer } from './two-acquirers/second-acquirer.ts';

/** Divides the service's waits: a buyer has 1.5 s, and the third attempt to deliver a postback is after 0.6 s. */
export const SERVICE_TIME_SCALE = 600;

/** A callback is tried six times only, here within six seconds, and each kill may cost one. */
const RELIABLE_RECEIVER = 1;

/** All parties of the test. Each has its own process, except the merchants and their receivers. */
export interface TestBed extends Hosts {
  readonly place: DatabasePlace;
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
  readonly apiOfPerson: ReadonlyMap<string, ApiPair>;
  readonly till: TillShop;
  readonly tillAnswers: TillAnswer[];
  readonly pinPads: PinPads;
  /** Has what failed for good delivered again, as an operator would. Returns how many messages. */
  resendFailed(): Promise<number>;
  /** Lets recovery go on with what it left to a person, as an operator would. Returns how many sales. */
  retryManual(): Promise<number>;
  close(): Promise<void>;
}

/** Starts all parties. The first merchant accepts late approvals, the second has them undone; a third one may have two acquirers. */
export async function openTestBed(options: {
  place: DatabasePlace;
  instances: number;
  processes: number;
  seed: number;
  wrongClocks?: boolean;
  pooler?: number;
  pinPads?: boolean;
  twoAcquirers?: boolean;
}): Promise<TestBed> {
  const { place, instances, processes, seed, wrongClocks = false, pinPads: mostlyPinPads = false } = options;
  const randomFor = (purpose: string): Random => createRandom(seed, purpose);
  const { stop: stopHosts, ...hosts } = await startHosts(options.twoAcquirers ?? false);
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
    await stopHosts();
    await receivers.close();
  };
  try {
    await cluster.start();
    const merchants = await openMerchants(place, hosts);
    receivers.setSecrets(merchants.map(({ secret }) => secret));
    await startAgain(cluster);
    const callbackUrl = receivers.callbackUrl(RELIABLE_RECEIVER);
    const till = await openTillShop(cluster, randomFor('tills'), { callbackUrl, mostlyPinPads });
    pinPads = await startPinPads(cluster, randomFor('pin pads'), till.paired, { mostlyPinPads });
    return {
      ...hosts,
      place,
      cluster,
      clocks,
      pooler,
      receivers,
      client,
      buyers,
      receipts: [],
      tokenAnswers: [],
      apis: merchants.map(({ api }) => api),
      apiOfPerson: new Map(merchants.map(({ personId, api }) => [personId, api])),
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

/**
 * What instances knew of accounts before the last one was added is forgotten: without its account a second acquirer or a bank is the
 * simulator inside the service, which has no book here.
 */
async function startAgain({ size, kill, restart }: Cluster): Promise<void> {
  for (let instance = 0; instance < size; instance += 1) {
    await kill(instance);
    await restart(instance);
  }
}

async function startHosts(twoAcquirers: boolean): Promise<Hosts & { stop(): Promise<void> }> {
  const stops: (() => Promise<void>)[] = [];
  const started = <Host extends { stop(): Promise<void> }>(host: Host): Host => {
    stops.push(host.stop);
    return host;
  };
  const stop = async (): Promise<void> => {
    for (const one of stops) await one();
  };
  try {
    return {
      acquirer: started(await startAcquirer(ACCOUNTS)),
      secondAcquirer: twoAcquirers ? started(await startSecondAcquirer()) : undefined,
      bank: started(await startBank()),
      stop,
    };
  } catch (error) {
    await stop();
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
    const manual = cases.filter((row) => String(row.state) === 'manual' && !isLeftToShop(caseRecord(row)));
    return [...new Set(manual.map((row) => String(row.transaction_id)))];
  } finally {
    await stored.close();
  }
}
