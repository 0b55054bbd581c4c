import { connect } from 'node:net';
import { createDriver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import { newPlace, startService } from '../place.ts';
import { clearCardLoad } from './scenarios.ts';

const CUTS_PER_SECOND = 50;
const CONNECTIONS = 32;
const WARM_UPS = 2;
/** With the demo key the refusal is recorded in the audit: the most expensive kind. */
const PATH = '/Pessoa/Insert?key=chaveDeDemonstracaoDoVendedor0001';
const BODY = JSON.stringify({ nomeRazaoSocial: 'Padaria', cpfCnpj: '12345678909' });
const SENT =
  `POST ${PATH} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, BODY.length / 2)}`;

/** Throughput of sales without and with aborted requests beside them, in turn. */
export interface MeasuredCuts {
  readonly engine: 'sqlite' | 'postgres';
  readonly salesPerSecond: number;
  readonly salesPerSecondWithCuts: number;
  /** With cuts to without: the median of the rounds, then the lowest and highest. */
  readonly ratio: number;
  readonly ratioRange: readonly [number, number];
  /** Fewer than intended when the bench itself was slowed down. */
  readonly cutsPerSecond: number;
}

/** How much requests that are reset in the middle of their body slow down sales, on both databases. */
export async function runCutRequests(
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<readonly MeasuredCuts[]> {
  const measured: MeasuredCuts[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const own = cleanup.use(new AsyncDisposableStack());
    try {
      measured.push(await measureOn(engine, pace, own));
    } finally {
      await own.disposeAsync();
    }
  }
  return measured;
}

async function measureOn(
  engine: 'sqlite' | 'postgres',
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredCuts> {
  const service = await startService(cleanup, await newPlace(cleanup, engine));
  const driver = createDriver(service, clearCardLoad());
  const sell = async () => (await driver.closedLoop(CONNECTIONS, pace.windowMs)).perSecond;
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await sell();
  const rounds: { quiet: number; cut: number; cuts: number }[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const quiet = await sell();
    const cuts = startCutting(service.address);
    const cut = await sell().finally(cuts.stop);
    rounds.push({ quiet, cut, cuts: cuts.perSecond() });
  }
  const ratios = rounds.map(({ quiet, cut }) => cut / quiet);
  return {
    engine,
    salesPerSecond: median(rounds.map(({ quiet }) => quiet)),
    salesPerSecondWithCuts: median(rounds.map(({ cut }) => cut)),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    cutsPerSecond: median(rounds.map(({ cuts }) => cuts)),
  };
}

function startCutting(address: string): { stop(): void; perSecond(): number } {
  const { hostname, port } = new URL(address);
  const startedAt = performance.now();
  let endedAt = startedAt;
  let count = 0;
  const timer = setInterval(() => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(SENT);
      socket.resetAndDestroy();
      count += 1;
    });
    socket.on('error', () => undefined);
  }, 1_000 / CUTS_PER_SECOND);
  return {
    stop: () => {
      clearInterval(timer);
      endedAt = performance.now();
    },
    perSecond: () => (count * 1_000) / Math.max(1, endedAt - startedAt),
  };
}
