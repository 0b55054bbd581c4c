import { setTimeout as sleep } from 'node:timers/promises';
import { VISA } from '../../support/gateway-client.ts';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import type { Cluster } from './cluster.ts';
import type { Receipt } from './judge/evidence.ts';
import { type LinkBuyerPlan, type LinkPlan, linkRequest } from './link.ts';
import { apiOf, type GatewaySelling } from './sell-by-gateway.ts';
import { sendUntilAnswered } from './send-until-answered.ts';

const RETRY_FOR_MS = 15_000;
/** The page of a try whose end is not known is loaded again so often. */
const MAX_QUERIES = 20;
const PAUSE_MS = 150;
/** Whoever is refused tries once more, with a card that is approved. */
const MAX_TRIES = 2;
const PAYMENT_PAGE = /^\/v1\/payment\/[\w-]+$/;
const RECEIPT = 'Pagamento aprovado';
const CONFIRMING = 'Estamos confirmando';
const TRANSACTION_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export interface LinkPaying extends Pick<GatewaySelling, 'apis' | 'receivers'> {
  readonly cluster: Pick<Cluster, 'send'>;
  /** What buyers were shown as proof that they paid. */
  readonly receipts: Receipt[];
}

/** A merchant makes a link that may be paid once, and several buyers pay it at the same time. */
export async function payByLink(testBed: LinkPaying, plan: LinkPlan): Promise<void> {
  const { path, body } = linkRequest(plan, testBed.receivers.url(plan.receiver, plan.merchant));
  const made = await sendUntilAnswered(
    testBed.cluster,
    {
      method: 'POST',
      path,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': plan.referenceId,
        ...apiOf(testBed.apis, plan.merchant),
      },
      body: JSON.stringify(body),
    },
    RETRY_FOR_MS,
  );
  if (made?.status !== 201) return;
  const { url } = made.json() as { readonly url: string };
  const page = new URL(url).pathname;
  const tries = plan.buyers.flatMap((buyer) => (buyer.isDoubled ? [buyer, buyer] : [buyer]));
  await Promise.all(tries.map((buyer) => buy(testBed, plan, buyer, page)));
}

/** A buyer pays on the hosted page, as far as the service allows, and keeps the receipt. */
export async function buy(
  testBed: Pick<LinkPaying, 'cluster' | 'receipts'>,
  plan: Pick<LinkPlan, 'referenceId'>,
  buyer: LinkBuyerPlan,
  page: string,
): Promise<void> {
  let at = page;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const cardNumber = tries === 0 ? buyer.cardNumber : VISA;
    const sent = await sendUntilAnswered(
      testBed.cluster,
      formOf(at, buyer, { chave: `${buyer.formKey}-${tries}`, numero: cardNumber }),
      RETRY_FOR_MS,
    );
    const next = sent?.status === 303 ? String(sent.headers.location) : '';
    if (!PAYMENT_PAGE.test(next)) return;
    at = next;
    const shown = await endOf(testBed, at);
    if (shown === undefined) return;
    if (shown.includes(RECEIPT)) {
      const [transactionId = ''] = TRANSACTION_ID.exec(shown) ?? [];
      testBed.receipts.push({ referenceId: plan.referenceId, transactionId });
      return;
    }
    if (!shown.includes('name="numero"')) return;
  }
}

/** What the page of a try says in the end; undefined when nobody knows yet, or the buyer gave up. */
async function endOf({ cluster }: Pick<LinkPaying, 'cluster'>, path: string): Promise<string | undefined> {
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const answer: HttpAnswer | undefined = await sendUntilAnswered(cluster, { path }, RETRY_FOR_MS);
    if (answer?.status !== 200) return undefined;
    if (!answer.text.includes(CONFIRMING)) return answer.text;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

function formOf(
  path: string,
  { address }: LinkBuyerPlan,
  typed: Readonly<Record<'chave' | 'numero', string>>,
): HttpRequest {
  const form = { tipo: 'credito', validade: '12/35', cvv: '123', nome: 'MARIA DA SILVA', parcelas: '1' };
  return {
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': 'Mozilla/5.0 (test)',
      'X-Forwarded-For': address,
    },
    body: new URLSearchParams({ ...form, ...typed }).toString(),
  };
}
