import { insertClients } from '../data/insert-clients.ts';
import { createDriver } from '../load/driver.ts';
import { type Answers, type Flood, startFlood } from '../load/flood.ts';
import type { Pace } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import { newPlace, startService } from '../place.ts';
import { clearCardLoad } from './scenarios.ts';

const CONNECTIONS = 32;
const WARM_UPS = 2;
/** Of the payment client of one till. */
const FLOODS = [1, 16] as const;
const FLOOD_WARM_UP_MS = 500;
const RECEIPT_CHARACTERS = 8_000;
/** What costs the search for card numbers most. */
const WORST_TEXTS = ['4 ', '4111-1111 ', '4111 1111 1111 1112,', '4111 '];
const WORDS = ['COMPROVANTE DE VENDA VIA CLIENTE '];

/** Sales without and beside a till that sends receipts as fast as they are answered, in turn. */
export interface MeasuredReceipts {
  readonly title: string;
  readonly salesPerSecond: number;
  readonly salesPerSecondBeside: number;
  /** Beside the flood to without it: the median of the rounds, then the lowest and highest. */
  readonly ratio: number;
  readonly ratioRange: readonly [number, number];
  readonly p99Ms: number;
  readonly p99MsBeside: number;
  readonly answers: Answers;
}

/** How much a till that sends results with the longest receipts slows down sales: with words, and with the worst texts. */
export async function runReceiptFlood(
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<readonly MeasuredReceipts[]> {
  const own = cleanup.use(new AsyncDisposableStack());
  const place = await newPlace(own, 'sqlite');
  const service = await startService(own, place);
  const [key = ''] = await insertClients(own, place, 1);
  const driver = createDriver(service, clearCardLoad());
  const sell = () => driver.closedLoop(CONNECTIONS, pace.windowMs);
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await sell();
  const measured: MeasuredReceipts[] = [];
  for (const [kind, texts] of Object.entries({ words: WORDS, 'the worst texts': WORST_TEXTS })) {
    for (const connections of FLOODS) {
      const flood: Flood = { load: resultLoad(key, texts), connections, from: ['127.0.0.1'] };
      const rounds: { quiet: Sold; beside: Sold; answers: Answers }[] = [];
      for (let round = 0; round < pace.rounds; round += 1) {
        const quiet = await sell();
        const stop = await startFlood(own, service.address, flood);
        await new Promise((resolve) => setTimeout(resolve, FLOOD_WARM_UP_MS));
        const beside = await sell();
        rounds.push({ quiet, beside, answers: await stop() });
      }
      measured.push(summaryOf(`${kind}, ${connections} connections`, rounds));
    }
  }
  await own.disposeAsync();
  return measured;
}

type Sold = Readonly<Record<'perSecond' | 'p99Ms', number>>;

function summaryOf(
  title: string,
  rounds: readonly { quiet: Sold; beside: Sold; answers: Answers }[],
): MeasuredReceipts {
  const ratios = rounds.map(({ quiet, beside }) => beside.perSecond / quiet.perSecond);
  return {
    title,
    salesPerSecond: median(rounds.map(({ quiet }) => quiet.perSecond)),
    salesPerSecondBeside: median(rounds.map(({ beside }) => beside.perSecond)),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    p99Ms: median(rounds.map(({ quiet }) => quiet.p99Ms)),
    p99MsBeside: median(rounds.map(({ beside }) => beside.p99Ms)),
    answers: rounds.at(-1)?.answers ?? {},
  };
}

/** Results of work that there is none of: the search comes first. */
function resultLoad(key: string, texts: readonly string[]): Flood['load'] {
  const bodies = texts.map((unit) => {
    const text = unit.repeat(RECEIPT_CHARACTERS / unit.length).slice(0, RECEIPT_CHARACTERS);
    return JSON.stringify({
      approved: true,
      respostaAdquirente: text,
      comprovanteAdquirente: text,
      comprovanteCliente: text,
      comprovanteEstabelecimento: text,
    });
  });
  return {
    method: 'POST',
    path: '/payment-client/v1/work/1/result',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    bodies,
  };
}
