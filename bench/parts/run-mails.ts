import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { emptyMails, fillMails } from '../data/fill-mails.ts';
import { createDriver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import { newPlace, startService } from '../place.ts';
import { clearCardLoad } from './scenarios.ts';

const CONNECTIONS = 32;
const HOSTS = { 'refuses connections': false, 'accepts and never answers': true } as const;

/** Sales with many mails in the queue and a mail host that does not work, against those before and after with an empty one, in one service each round. */
export interface MeasuredMails {
  readonly title: string;
  readonly mails: number;
  /** Of them, those that the host was tried with while sales were measured, in all rounds. */
  readonly tried: number;
  readonly salesPerSecond: number;
  readonly salesPerSecondBeside: number;
  /** Beside the mails to without them: the median of the rounds, then the lowest and highest. */
  readonly ratio: number;
  readonly ratioRange: readonly [number, number];
  readonly p99Ms: number;
  readonly p99MsBeside: number;
}

/** What mails that cannot be sent cost sales, on SQLite. Each round has a service of its own, as a host that failed is left alone for longer each time. */
export async function runMails(pace: Pace, cleanup: AsyncDisposableStack): Promise<readonly MeasuredMails[]> {
  const measured: MeasuredMails[] = [];
  for (const [title, accepts] of Object.entries(HOSTS)) {
    const rounds: Round[] = [];
    for (let round = 0; round < pace.rounds; round += 1) {
      const own = cleanup.use(new AsyncDisposableStack());
      try {
        rounds.push(await measureRound(own, pace, accepts));
      } finally {
        await own.disposeAsync();
      }
    }
    measured.push(summaryOf(title, pace.mails, rounds));
  }
  return measured;
}

type Sold = Readonly<Record<'perSecond' | 'p99Ms', number>>;
type Round = { readonly quiet: Sold; readonly beside: Sold; readonly tried: number };

async function measureRound(own: AsyncDisposableStack, pace: Pace, accepts: boolean): Promise<Round> {
  const host = await openHost(own, accepts);
  const place = await newPlace(own, 'sqlite');
  const service = await startService(own, place, {
    GUICHE_SMTP_URL: `smtp://usuario:senha@127.0.0.1:${host.port}`,
    GUICHE_MAIL_FROM: 'bench@guiche.example',
  });
  const driver = createDriver(service, clearCardLoad());
  const measure = async (): Promise<Round> => {
    await driver.closedLoop(CONNECTIONS, pace.warmUpMs);
    const before = await driver.closedLoop(CONNECTIONS, pace.arrivalsMs);
    await fillMails(own, place, pace.mails);
    const beside = await driver.closedLoop(CONNECTIONS, pace.arrivalsMs);
    const tried = Math.max(await emptyMails(own, place), host.accepted());
    const after = await driver.closedLoop(CONNECTIONS, pace.arrivalsMs);
    // A service gets faster with use, and others use the machine: both weigh on what comes before and what comes after.
    const quiet = {
      perSecond: (before.perSecond + after.perSecond) / 2,
      p99Ms: (before.p99Ms + after.p99Ms) / 2,
    };
    return { quiet, beside, tried };
  };
  return Promise.race([measure(), service.died]);
}

/** A port of this machine where nobody listens, or somebody who never says a word. */
async function openHost(own: AsyncDisposableStack, accepts: boolean) {
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  if (accepts) own.defer(close);
  else await close();
  return { port, accepted: () => accepted };
}

function summaryOf(title: string, mails: number, rounds: readonly Round[]): MeasuredMails {
  const ratios = rounds.map(({ quiet, beside }) => beside.perSecond / quiet.perSecond);
  return {
    title,
    mails,
    tried: rounds.reduce((sum, { tried }) => sum + tried, 0),
    salesPerSecond: median(rounds.map(({ quiet }) => quiet.perSecond)),
    salesPerSecondBeside: median(rounds.map(({ beside }) => beside.perSecond)),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    p99Ms: median(rounds.map(({ quiet }) => quiet.p99Ms)),
    p99MsBeside: median(rounds.map(({ beside }) => beside.p99Ms)),
  };
}
