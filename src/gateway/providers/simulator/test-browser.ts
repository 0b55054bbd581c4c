import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createHttp, finishRoutes } from '../../../platform/http/index.ts';
import { createLog } from '../../../platform/logs.ts';
import type { AuthenticationRequest } from '../card-acquirer.ts';
import { buyerPageOf } from '../outcome.ts';
import { registerChallenge } from './http/challenge-routes.ts';
import { attemptWith, type ClearAttempt, idsOf, testSimulator } from './test-room.ts';

export const SUCCESS_URL = 'https://guiche.example/3ds/T/return?end=good';
export const FAILURE_URL = 'https://guiche.example/3ds/T/return?end=bad';

const DEVICE: AuthenticationRequest['device'] = {
  userAgent: 'Mozilla/5.0',
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 800,
  screenWidth: 360,
  timeZoneOffset: 3,
};

/** An attempt whose buyer must be authenticated. */
export function authenticatedAttempt(
  number: string,
  onFailure: AuthenticationRequest['onFailure'],
  changes: Partial<ClearAttempt> = {},
): ClearAttempt {
  const authentication = { onFailure, device: DEVICE, successUrl: SUCCESS_URL, failureUrl: FAILURE_URL };
  return attemptWith(number, { authentication, ...changes });
}

export interface Seen {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The buyer's browser, without its looks: it opens pages and sends forms. */
export async function testBrowser({ simulator }: Pick<ReturnType<typeof testSimulator>, 'simulator'>) {
  const app = createHttp({
    log: createLog({ write: () => undefined }),
    trustedProxies: [],
    errorBody: (_path, refusal) => ({ message: refusal.message }),
    onAnswer: () => undefined,
  });
  await registerChallenge(app, simulator.challenge);
  finishRoutes(app);

  const ask = async (
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    payload?: string,
    type = 'application/x-www-form-urlencoded',
  ): Promise<Seen> => {
    const headers = payload === undefined ? {} : { 'content-type': type };
    const path = new URL(url, 'http://localhost').pathname;
    const answer = await app.inject({
      method,
      url: path,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const { location } = answer.headers;
    return { status: answer.statusCode, location, body: answer.body, headers: answer.headers };
  };
  const open = (url: string) => ask('GET', url);
  const send = (url: string, fields: Readonly<Record<string, string>>) =>
    ask('POST', url, new URLSearchParams(fields).toString());

  return {
    ask,
    open,
    send,
    /** Opens the page, and types the code that it shows if it asks for one. */
    async pass(url: string): Promise<Seen> {
      const page = await open(url);
      return page.status === 200 ? send(url, { codigo: codeOn(page), acao: 'confirmar' }) : page;
    },
  };
}

export function codeOn({ body }: Seen): string {
  return /<strong class="code">(\d{6})<\/strong>/.exec(body)?.[1] ?? 'no code';
}

type Changes = Parameters<typeof authenticatedAttempt>[2];

/** A sale whose buyer has been sent away. */
export async function started(
  number: string,
  onFailure: 'decline' | 'continue' = 'decline',
  changes: Changes & { readonly timeScale?: number } = {},
) {
  const { timeScale = 1, ...ofAttempt } = changes;
  const room = testSimulator({ timeScale });
  const attempt = authenticatedAttempt(number, onFailure, { capture: true, ...ofAttempt });
  const sale = await room.connector.authorize(attempt);
  assert.ok(sale.outcome === 'buyer_awaited', sale.outcome);
  return {
    ...room,
    attempt,
    sale,
    url: buyerPageOf(sale) ?? '',
    browser: await testBrowser(room),
    ended: () => room.connector.continueAfterAuthentication(idsOf(attempt)),
    state: async () => {
      const found = await room.connector.query(idsOf(attempt));
      return found.outcome === 'found' ? found.charge.state : found.outcome;
    },
    onBook: async () => inspect(await room.storage.newest(10), { depth: 5 }),
  };
}

/** Tells that it is over, and nothing of the card. */
export function assertOver(seen: Seen, title: string): void {
  assert.equal(seen.status, 410);
  assert.match(seen.body, new RegExp(`<h1>${title}</h1>`));
  assert.doesNotMatch(seen.body, /<form|class="code"|\*\*/);
}
