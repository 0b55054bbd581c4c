import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Chance } from './chance.ts';
import type { Arrival } from './judge/evidence.ts';

/** How a receiver answers postbacks, with weights. */
const CALM = { accepts: 995, refuses: 5, hangs: 0, drops: 0, dawdles: 0 } as const;
const MOODY = { accepts: 72, refuses: 12, hangs: 1, drops: 7, dawdles: 8 } as const;
type Mood = keyof typeof CALM;
/** Limit of failed deliveries of one postback, so that none of them reaches its last of seven attempts. */
const MAX_TURNED_DOWN = 3;
/** Longer than the service's timeout at its time scale. */
const HANGS_MS = 2_000;
const DAWDLES_MS = 150;

/** The merchants' servers, on several ports: most of them work, one is unreliable. */
export interface Receivers {
  readonly count: number;
  /** Where a merchant wants to be told, by the numbers of receiver and merchant. */
  url(receiver: number, merchant: number): string;
  /** Sets the secret with which a merchant verifies its postbacks. */
  setSecrets(secrets: readonly string[]): void;
  /** From now on every postback is accepted. */
  behave(): void;
  readonly arrivals: readonly Arrival[];
  close(): Promise<void>;
}

export async function startReceivers(chance: Chance): Promise<Receivers> {
  const arrivals: Arrival[] = [];
  const turnedDown = new Map<string, number>();
  let webhooks: readonly Webhook[] = [];
  let isMoody = true;

  const moodFor = (webhookId: string, moods: Readonly<Record<Mood, number>>): Mood => {
    const before = turnedDown.get(webhookId) ?? 0;
    if (!isMoody || before >= MAX_TURNED_DOWN) return 'accepts';
    const mood = chance.weighted(moods);
    if (mood !== 'accepts' && mood !== 'dawdles') turnedDown.set(webhookId, before + 1);
    return mood;
  };
  const listenerWith =
    (moods: Readonly<Record<Mood, number>>) =>
    async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await bodyOf(request);
      if (body === undefined) return;
      const webhookId = String(request.headers['webhook-id']);
      const mood = moodFor(webhookId, moods);
      const isAccepted = mood === 'accepts' || mood === 'dawdles';
      const { transactionId, status } = JSON.parse(body) as { transactionId: string; status: number };
      const isSigned = isSignedBy(webhooks[merchantOf(request)], request, body);
      arrivals.push({ webhookId, transactionId, status, body, isSigned, isAccepted });
      await answer(response, mood);
    };
  const servers = await Promise.all([CALM, CALM, MOODY].map((moods) => listen(listenerWith(moods))));
  const origins = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return {
    count: servers.length,
    url: (receiver, merchant) => `${origins[receiver]}/postbacks/${merchant}`,
    setSecrets: (secrets) => {
      webhooks = secrets.map((secret) => new Webhook(secret));
    },
    behave: () => {
      isMoody = false;
    },
    arrivals,
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Undefined when the sender was killed before the whole body arrived. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts).toString();
}

function merchantOf({ url = '' }: IncomingMessage): number {
  return Number(url.split('/').at(-1));
}

function isSignedBy(webhook: Webhook | undefined, { headers }: IncomingMessage, body: string): boolean {
  try {
    webhook?.verify(body, headers as Record<string, string>);
    return webhook !== undefined;
  } catch {
    return false;
  }
}

async function answer(response: ServerResponse, mood: Mood): Promise<void> {
  switch (mood) {
    case 'accepts':
      return void response.end();
    case 'dawdles':
      await sleep(DAWDLES_MS);
      return void response.end();
    case 'refuses':
      return void response.writeHead(500).end();
    case 'drops':
      return void response.destroy();
    case 'hangs':
      await sleep(HANGS_MS, undefined, { ref: false });
      return void response.destroy();
  }
}
