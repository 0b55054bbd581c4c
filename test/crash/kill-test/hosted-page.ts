import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import type { Cluster } from './cluster.ts';
import { sendUntilAnswered } from './send-until-answered.ts';

export const PAGE_RETRY_FOR_MS = 15_000;
/** A page whose end is not known is loaded again so often. */
const MAX_QUERIES = 20;
const PAUSE_MS = 150;
const CONFIRMING = 'Estamos confirmando';
const TYPED = { validade: '12/35', cvv: '123', nome: 'MARIA DA SILVA' };

/** What a page says in the end; undefined when nobody knows yet, or the buyer gave up. */
export async function endOfPage(cluster: Pick<Cluster, 'send'>, path: string): Promise<string | undefined> {
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const answer: HttpAnswer | undefined = await sendUntilAnswered(cluster, { path }, PAGE_RETRY_FOR_MS);
    if (answer?.status !== 200) return undefined;
    if (!answer.text.includes(CONFIRMING)) return answer.text;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

/** The form as a browser posts it without a script, from a buyer's address behind a proxy. */
export function postedForm(
  path: string,
  address: string,
  typed: Readonly<Record<string, string>>,
): HttpRequest {
  return {
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': 'Mozilla/5.0 (test)',
      'X-Forwarded-For': address,
    },
    body: new URLSearchParams({ ...TYPED, ...typed }).toString(),
  };
}
