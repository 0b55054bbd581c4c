import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { AcceptedCallback, ReceivedCard, ReceivedPostback } from './judge/evidence.ts';
import type { Random } from './random.ts';

/** How a receiver answers postbacks, with weights. */
const RELIABLE = { accepts: 995, refuses: 5, hangs: 0, drops: 0, delays: 0 } as const;
const UNRELIABLE = { accepts: 72, refuses: 12, hangs: 1, drops: 7, delays: 8 } as const;
type Behavior = keyof typeof RELIABLE;
/** Limit of failed deliveries of one postback, so that none of them reaches its last of seven attempts. */
const MAX_REJECTIONS = 3;
/** Longer than the service's timeout at its time scale. */
const HANGS_MS = 2_000;
const DELAY_MS = 150;
const CALLBACKS = '/callbacks';

/** The merchants' servers, on several ports: most of them work, one is unreliable. */
export interface Receivers {
  readonly count: number;
  /** Where a merchant receives its postbacks, by the numbers of receiver and merchant. */
  url(receiver: number, merchant: number): string;
  /** Sets the secret with which a merchant verifies its postbacks. */
  setSecrets(secrets: readonly string[]): void;
  /** From now on every postback is accepted. */
  acceptAll(): void;
  /** Where the system of a seller at tills is told of its sales. */
  callbackUrl(receiver: number): string;
  readonly receivedPostbacks: readonly ReceivedPostback[];
  readonly receivedCards: readonly ReceivedCard[];
  readonly acceptedCallbacks: readonly AcceptedCallback[];
  close(): Promise<void>;
}

export async function startReceivers(
  random: Random,
  /** By a wrong clock a message is signed at another time than now. */
  { isTimeWrong }: { readonly isTimeWrong: boolean },
): Promise<Receivers> {
  const receivedPostbacks: ReceivedPostback[] = [];
  const receivedCards: ReceivedCard[] = [];
  const acceptedCallbacks: AcceptedCallback[] = [];
  const rejections = new Map<string, number>();
  let webhooks: readonly Webhook[] = [];
  let isUnreliable = true;

  const isSigned = isTimeWrong ? isSignedAtSomeTime : isSignedBy;
  const behaviorFor = (webhookId: string, behaviors: Readonly<Record<Behavior, number>>): Behavior => {
    const before = rejections.get(webhookId) ?? 0;
    if (!isUnreliable || before >= MAX_REJECTIONS) return 'accepts';
    const behavior = random.weighted(behaviors);
    if (behavior !== 'accepts' && behavior !== 'delays') rejections.set(webhookId, before + 1);
    return behavior;
  };
  const noteCallback = (facts: URLSearchParams, isAccepted: boolean): void => {
    const saleId = facts.get('intencaoVendaId');
    if (isAccepted) acceptedCallbacks.push({ saleId: saleId ? Number(saleId) : undefined });
  };
  const notePostback = (request: IncomingMessage, sent: Omit<ReceivedCard, 'isSigned'>): void => {
    const delivery = { ...sent, isSigned: isSigned(webhooks[merchantOf(request)], request, sent.body) };
    const { transactionId, status } = JSON.parse(sent.body) as { transactionId?: string; status: number };
    if (transactionId === undefined) receivedCards.push(delivery);
    else receivedPostbacks.push({ ...delivery, transactionId, status });
  };
  const listenerWith =
    (behaviors: Readonly<Record<Behavior, number>>) =>
    async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await bodyOf(request);
      if (body === undefined) return;
      const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://receiver');
      const isCallback = pathname === CALLBACKS;
      // A callback has neither body nor id: its address tells all.
      const webhookId = isCallback ? search : String(request.headers['webhook-id']);
      const behavior = behaviorFor(webhookId, behaviors);
      const isAccepted = behavior === 'accepts' || behavior === 'delays';
      if (isCallback) noteCallback(searchParams, isAccepted);
      else notePostback(request, { webhookId, body, isAccepted });
      await answer(response, behavior);
    };
  const servers = await Promise.all(
    [RELIABLE, RELIABLE, UNRELIABLE].map((behaviors) => listen(listenerWith(behaviors))),
  );
  const origins = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return {
    count: servers.length,
    url: (receiver, merchant) => `${origins[receiver]}/postbacks/${merchant}`,
    callbackUrl: (receiver) => `${origins[receiver]}${CALLBACKS}`,
    setSecrets: (secrets) => {
      webhooks = secrets.map((secret) => new Webhook(secret));
    },
    acceptAll: () => {
      isUnreliable = false;
    },
    receivedPostbacks,
    receivedCards,
    acceptedCallbacks,
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

function isSignedAtSomeTime(
  webhook: Webhook | undefined,
  { headers }: IncomingMessage,
  body: string,
): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = webhook?.sign(String(headers['webhook-id']), at, body);
  return signature !== undefined && String(headers['webhook-signature']).split(' ').includes(signature);
}

async function answer(response: ServerResponse, behavior: Behavior): Promise<void> {
  switch (behavior) {
    case 'accepts':
      return void response.end();
    case 'delays':
      await sleep(DELAY_MS);
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
