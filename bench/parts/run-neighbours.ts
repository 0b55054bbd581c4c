import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type Answers, type Flood, startFlood } from '../load/flood.ts';
import type { Load } from '../load/load.ts';
import type { Pace } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import type { Part } from '../options.ts';
import { newPlace, type Place, serviceEnvironment, startService } from '../place.ts';
import type { Program } from '../program.ts';
import { type Account, cardHashLoad, clearCardLoad, DEMO } from './scenarios.ts';

/** Interval of the memory readings. */
const MEMORY_EVERY_MS = 100;
const MIN_REQUESTS = 20;
const FLOOD_WARM_UP_MS = 500;
const SELLER_KEY = 'chaveDeDemonstracaoDoVendedor0001';

export type NeighbourName = Extract<Part, 'card-hash-flood' | 'login-flood' | 'picture-flood'>;

/** The requests of one client, and the flood that another one sends meanwhile. */
interface Neighbours {
  readonly name: NeighbourName;
  readonly title: string;
  prepare(place: Place, service: Program): Promise<{ readonly asked: Load; readonly flood: Flood }>;
}

/** Times of one client that sends its requests one at a time, without and with the flood. */
export interface MeasuredNeighbours {
  readonly title: string;
  readonly quietMs: number;
  readonly floodedMs: number;
  /** Flooded to quiet: the median of the rounds, then the lowest and highest. */
  readonly ratio: number;
  readonly ratioRange: readonly [number, number];
  /** Requests of the one client during the flood that got the expected status, as `served/sent`. */
  readonly served: string;
  /** Answers to the flood, by status. */
  readonly answers: Answers;
  /** Peak memory of the service and its child processes, before the first flood and during all floods. */
  readonly memoryMb: readonly [quiet: number, flooded: number];
}

export const NEIGHBOURS: readonly Neighbours[] = [
  {
    name: 'card-hash-flood',
    title: 'a cardHash sale beside 300 connections of another merchant that send cardHashes',
    prepare: async (place, { address }) => ({
      asked: await cardHashLoad(address, await newMerchant(place)),
      flood: { load: await cardHashLoad(address, DEMO), connections: 300, from: ['127.0.0.1'] },
    }),
  },
  {
    name: 'login-flood',
    title: 'a sale beside 64 connections that try wrong passwords, from 8 addresses',
    prepare: async () => ({
      asked: clearCardLoad(),
      flood: { load: loginLoad(), connections: 64, from: addresses(8) },
    }),
  },
  {
    name: 'picture-flood',
    title: 'a category inserted beside 16 connections that send pictures without a key, from 4 addresses',
    prepare: async () => ({
      asked: categoryLoad(),
      flood: { load: await pictureLoad(), connections: 16, from: addresses(4) },
    }),
  },
];

/** How much a flood slows down another client, in rounds without and with the flood. */
export async function runNeighbours(
  neighbours: Neighbours,
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredNeighbours> {
  const own = cleanup.use(new AsyncDisposableStack());
  const place = await newPlace(own, 'sqlite');
  const service = await startService(own, place);
  const { asked, flood } = await neighbours.prepare(place, service);
  await ask(service, asked, pace.warmUpMs);
  const rounds: { quiet: Asked; flooded: Asked; answers: Answers }[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const quiet = await ask(service, asked, pace.windowMs);
    const stop = await startFlood(own, service.address, flood);
    await new Promise((resolve) => setTimeout(resolve, FLOOD_WARM_UP_MS));
    const flooded = await ask(service, asked, pace.windowMs);
    rounds.push({ quiet, flooded, answers: await stop() });
  }
  await own.disposeAsync();
  const ratios = rounds.map(({ quiet, flooded }) => flooded.medianMs / quiet.medianMs);
  const sum = (of: (asked: Asked) => number) => rounds.reduce((total, { flooded }) => total + of(flooded), 0);
  return {
    title: neighbours.title,
    quietMs: median(rounds.map(({ quiet }) => quiet.medianMs)),
    floodedMs: median(rounds.map(({ flooded }) => flooded.medianMs)),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    served: `${sum(({ served }) => served)}/${sum(({ sent }) => sent)}`,
    answers: rounds.at(-1)?.answers ?? {},
    memoryMb: [
      // Only the first round: later ones include the memory that the first flood left allocated.
      rounds[0]?.quiet.memoryMb ?? 0,
      Math.max(...rounds.map(({ flooded }) => flooded.memoryMb)),
    ],
  };
}

interface Asked {
  readonly medianMs: number;
  readonly sent: number;
  readonly served: number;
  readonly memoryMb: number;
}

/** Sends requests one at a time, for `milliseconds` and at least MIN_REQUESTS. */
async function ask(service: Program, load: Load, milliseconds: number): Promise<Asked> {
  const times: number[] = [];
  let served = 0;
  let memoryMb = 0;
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, service.usage()?.rssMb ?? 0);
  }, MEMORY_EVERY_MS);
  const startedAt = performance.now();
  while (times.length < MIN_REQUESTS || performance.now() - startedAt < milliseconds) {
    const body = load.bodies[times.length % load.bodies.length] ?? '';
    const sentAt = performance.now();
    const answer = await fetch(new URL(load.path, service.address), {
      method: load.method,
      headers: load.headers,
      body,
    });
    await answer.arrayBuffer();
    times.push(performance.now() - sentAt);
    if (answer.status === load.status) served += 1;
  }
  clearInterval(watch);
  return { medianMs: median(times), sent: times.length, served, memoryMb };
}

/** A second seller beside the demo one, created with the command line. */
async function newMerchant(place: Place): Promise<Account> {
  const run = promisify(execFile);
  const guiche = async (...args: string[]): Promise<Record<string, unknown>> => {
    const env = serviceEnvironment(place);
    const { stdout } = await run(process.execPath, ['bin/guiche.js', ...args, '--json'], { env });
    return JSON.parse(stdout);
  };
  const name = ['--document', '12345678909', '--name', 'Vizinha', '--role', 'seller'];
  const person = String((await guiche('person', 'add', ...name)).id);
  await guiche('person', 'activate', person);
  const api = await guiche('credential', 'issue', '--person', person, '--kind', 'api');
  const checkout = await guiche('credential', 'issue', '--person', person, '--kind', 'checkout');
  return {
    api: { authenticationApi: String(api.name), authenticationKey: String(api.secret) },
    checkout: `${checkout.name}:${checkout.secret}`,
  };
}

function loginLoad(): Flood['load'] {
  const bodies = Array.from({ length: 64 }, (_, index) =>
    JSON.stringify({ cpfCnpj: `529.982.247-25${index}`, senha: `uma senha errada ${index}` }),
  );
  return { method: 'POST', path: '/Login/Login', headers: { 'content-type': 'application/json' }, bodies };
}

function categoryLoad(): Load {
  const bodies = Array.from({ length: 64 }, (_, index) => JSON.stringify({ nome: `Produto ${index}` }));
  const path = `/ProdutoCategoria/Insert?key=${SELLER_KEY}`;
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, bodies, status: 200 };
}

/** A picture that is small to send and expensive to decode. */
async function pictureLoad(): Promise<Flood['load']> {
  const background = { r: 200, g: 40, b: 10 };
  const picture = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background } })
    .gif()
    .toBuffer();
  const body = JSON.stringify({
    NomeRazaoSocial: 'Nova',
    CpfCnpj: '11144477735',
    Foto: picture.toString('base64'),
  });
  return {
    method: 'POST',
    path: '/Pessoa/Insert',
    headers: { 'content-type': 'application/json' },
    bodies: [body],
  };
}

function addresses(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `127.0.0.${index + 2}`);
}
