import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type Sale, saleBody } from './gateway-client.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';
import { until } from './waiting.ts';

/** The buyer's browser, as a shop describes it for 3-D Secure. */
export const DEVICE = {
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: 3,
};
export const BUYER = { userAgent: 'Mozilla/5.0', device: DEVICE };

/** The three ways to request 3-D Secure, as fields of `payment.card`. */
export const WAYS = {
  'credit 1': { type: 1, authenticate: 1 },
  'credit 2': { type: 1, authenticate: 2 },
  debit: { type: 2 },
} as const;
export type Way = keyof typeof WAYS;

/** The body of a sale with 3-D Secure. */
export function authenticatedSale(way: Way, { top, card, cardInfo }: Sale = {}): object {
  return saleBody({
    top: { ...BUYER, ...top },
    card: { ...WAYS[way], ...card },
    ...(cardInfo ? { cardInfo } : {}),
  });
}

export interface Step extends HttpAnswer {
  /** The address of the answer. */
  readonly url: string;
}

/** A browser without JavaScript: it follows redirects and submits forms. */
export interface Browser {
  go(url: string): Promise<Step>;
  /** Submits the form of a page with its hidden fields and `fields`. */
  submit(page: Step, fields?: Readonly<Record<string, string>>): Promise<Step>;
  send(url: string, request: Omit<HttpRequest, 'path'>): Promise<Step>;
  close(): void;
}

const MAX_REDIRECTS = 10;

/**
 * Opens a browser that follows redirects only to origins accepted by `isOurs`; a redirect to another origin is returned.
 * `whereIs` replaces the DNS lookup.
 */
export function openBrowser(
  isOurs: (origin: string) => boolean = isLocal,
  whereIs: (origin: string) => Promise<string> = async (origin) => origin,
): Browser {
  const agent = new Agent({ keepAlive: true });

  const send: Browser['send'] = async (address, request) => {
    const { origin, pathname, search } = new URL(address);
    const answer = await exchange(await whereIs(origin), agent, { ...request, path: pathname + search });
    return { ...answer, url: address };
  };
  const follow = async (first: Promise<Step>): Promise<Step> => {
    let step = await first;
    for (let hops = 0; step.status === 303 && hops < MAX_REDIRECTS; hops += 1) {
      const location = locationOf(step);
      if (!isOurs(new URL(location).origin)) return step;
      step = await send(location, {});
    }
    assert.notEqual(step.status, 302);
    return step;
  };
  return {
    send,
    go: (url) => follow(send(url, {})),
    submit: (page, fields = {}) => {
      const form = new URLSearchParams({ ...hiddenFields(page.text), ...fields });
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      return follow(send(actionOf(page), { method: 'POST', headers, body: form.toString() }));
    },
    close: () => agent.destroy(),
  };
}

/** What a page shows once it knows the result: one that is still confirming a payment loads itself anew. */
export async function onceKnown(browser: Pick<Browser, 'go'>, page: Step): Promise<Step> {
  let shown = page;
  return until(`the result of ${page.url}`, async () => {
    const [, next] = /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(shown.text) ?? [];
    if (next === undefined) return shown;
    shown = await browser.go(next.replaceAll('&amp;', '&'));
    return undefined;
  });
}

/** The target of a redirect. */
export function locationOf(step: HttpAnswer): string {
  assert.equal(step.status, 303, step.text);
  return step.headers.location ?? '';
}

/** The code shown on a simulated issuer's page. */
export function codeOn(page: HttpAnswer): string {
  const code = /class="code">([^<]+)</.exec(page.text)?.[1];
  assert.ok(code, page.text);
  return code;
}

export function asksForCode(page: HttpAnswer): boolean {
  return page.text.includes('name="codigo"');
}

export function headingOf(page: HttpAnswer): string {
  return /<h1>([^<]*)<\/h1>/.exec(page.text)?.[1] ?? '';
}

function isLocal(origin: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1):/.test(origin);
}

function actionOf(page: Step): string {
  const action = /<form[^>]*\saction="([^"]*)"/.exec(page.text)?.[1];
  return action === undefined ? page.url : new URL(unescaped(action), page.url).href;
}

function hiddenFields(text: string): Record<string, string> {
  const fields = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
