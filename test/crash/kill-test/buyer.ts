import { setTimeout as sleep } from 'node:timers/promises';
import { asksForCode, type Browser, codeOn, openBrowser, type Step } from '../../support/buyer.ts';
import type { Cluster } from './cluster.ts';
import type { BuyerKind } from './gateway-sale.ts';

/** The service's public address: the load balancer's, for whichever instances are up. */
export const PUBLIC_URL = 'http://pagamentos.example';
const MAX_TRIES = 6;
const PAUSE_MS = 80;
/** A slow buyer's pause; a buyer has 1.5 s at the time scale of this test. */
const SLOW_MS = 900;
/** No buyer acts later than this: the service checks once more 1.5 s after the time limit. */
const LAST_ACTION_MS = 2_000;

export interface Buyers {
  /** Resolves when the buyer has finished, as far as the service allowed. */
  send(kind: BuyerKind, redirectUrl: string): Promise<void>;
  close(): void;
}

export function createBuyers(cluster: Pick<Cluster, 'address'>): Buyers {
  const browser = openBrowser(
    (origin) => origin === PUBLIC_URL || origin.startsWith('http://127.0.0.1:'),
    async (origin) => (origin === PUBLIC_URL ? cluster.address() : origin),
  );
  return {
    send: async (kind, redirectUrl) => {
      if (kind === 'never starts') return;
      const startedAt = performance.now();
      await retry(() => visit(browser, kind, redirectUrl, startedAt));
    },
    close: browser.close,
  };
}

/** Starts again after a broken connection, like a buyer who reloads the page. */
async function retry(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return await work();
    } catch {
      await sleep(PAUSE_MS);
    }
  }
}

async function visit(
  browser: Browser,
  kind: BuyerKind,
  redirectUrl: string,
  startedAt: number,
): Promise<void> {
  const isTooLate = () => performance.now() - startedAt > LAST_ACTION_MS;
  if (isTooLate()) return;
  let page = await browser.go(redirectUrl);
  if (asksForCode(page)) {
    if (kind === 'passes slowly') await sleep(SLOW_MS);
    if (isTooLate()) return;
    page = await browser.submit(page, fieldsOf(kind, page));
  }
  if (kind === 'passes and never comes back' || !hasReturnForm(page)) return;
  await browser.submit(page);
  if (kind === 'comes back twice') await browser.submit(page);
}

function fieldsOf(kind: BuyerKind, page: Step): Readonly<Record<string, string>> {
  if (kind === 'cancels') return { acao: 'cancelar' };
  return { codigo: kind === 'types a wrong code' ? '1' : codeOn(page) };
}

/** Whether the page is the acquirer's last one, with the form that returns the buyer to the shop. */
function hasReturnForm(page: Step): boolean {
  return page.text.includes(`action="${PUBLIC_URL}`);
}
