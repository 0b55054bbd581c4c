import { LoadFailed } from '../load/load.ts';
import type { Pace } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import { newPlace, startService } from '../place.ts';

const KEY = 'chaveDeDemonstracaoDoVendedor0001';
/** The operational interface runs four writes at a time. */
const WRITERS = 4;
const READS = 5;

interface List {
  readonly title: string;
  readonly insert: string;
  readonly list: string;
  readonly member: string;
  record(number: number): object;
}

const LISTS: readonly List[] = [
  {
    title: 'products',
    insert: '/Produto/Insert',
    list: '/Produto/GetByPessoaId',
    member: 'produtos',
    record: (number) => ({ nome: `Produto ${number}`, valor: '5,50' }),
  },
  {
    title: 'terminals',
    insert: '/Terminal/Insert',
    list: '/Terminal/GetByPessoaId',
    member: 'terminais',
    record: (number) => ({ nome: `Caixa ${number}` }),
  },
  {
    title: 'clients',
    insert: '/Cliente/Insert',
    list: '/Cliente/GetByPessoaId',
    member: 'clientes',
    record: (number) => ({ cpfCnpj: '11144477735', nomeRazaoSocial: `Cliente ${number}` }),
  },
];

/** Measurements of one list of one person at one length. */
export interface MeasuredList {
  readonly title: string;
  readonly rows: number;
  readonly milliseconds: number;
  readonly rowsPerSecond: number;
  readonly insertsPerSecond: number;
}

/** Reads lists of one person at a tenth of their length and at full length: with a linear cost, rows/s stay the same. */
export async function runLists(pace: Pace, cleanup: AsyncDisposableStack): Promise<readonly MeasuredList[]> {
  const place = await newPlace(cleanup, 'sqlite');
  const { address } = await startService(cleanup, place);
  await post(address, '/ProdutoCategoria/Insert', { nome: 'Geral' });
  const measured: MeasuredList[] = [];
  for (const list of LISTS) {
    let stored = await count(address, list);
    for (const rows of [pace.listRows / 10, pace.listRows]) {
      const began = performance.now();
      const missing = rows - stored;
      await insertMany(address, list, stored, missing);
      stored = rows;
      const insertsPerSecond = (missing / (performance.now() - began)) * 1000;
      const times: number[] = [];
      for (let read = 0; read < READS; read += 1) times.push(await timeToRead(address, list, rows));
      const milliseconds = median(times);
      measured.push({
        title: list.title,
        rows,
        milliseconds,
        rowsPerSecond: (rows / milliseconds) * 1000,
        insertsPerSecond,
      });
    }
  }
  return measured;
}

async function insertMany(address: string, list: List, from: number, howMany: number): Promise<void> {
  let next = from;
  const write = async () => {
    while (next < from + howMany) {
      next += 1;
      await post(address, list.insert, list.record(next));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

async function timeToRead(address: string, list: List, rows: number): Promise<number> {
  const began = performance.now();
  const found = await count(address, list);
  const took = performance.now() - began;
  if (found !== rows) throw new LoadFailed(`${list.list} returned ${found} of ${rows} stored rows`);
  return took;
}

async function count(address: string, list: List): Promise<number> {
  const answer = await post(address, list.list, undefined);
  return (answer[list.member] as unknown[]).length;
}

async function post(
  address: string,
  path: string,
  body: object | undefined,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${address}${path}?key=${KEY}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (answer.status !== 200)
    throw new LoadFailed(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
