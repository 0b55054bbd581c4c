import { VISA } from '../../support/gateway-client.ts';
import type { Cluster } from './cluster.ts';
import { endOfPage, PAGE_RETRY_FOR_MS, postedForm } from './hosted-page.ts';
import type { Receipt } from './judge/evidence.ts';
import { type LinkBuyerPlan, type LinkPlan, linkRequest } from './link.ts';
import { apiOf, type GatewaySelling } from './sell-by-gateway.ts';
import { sendUntilAnswered } from './send-until-answered.ts';

/** Whoever is refused tries once more, with a card that is approved. */
const MAX_TRIES = 2;
const PAYMENT_PAGE = /^\/v1\/payment\/[\w-]+$/;
const RECEIPT = 'Pagamento aprovado';
const TRANSACTION_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export interface LinkPaying extends Pick<GatewaySelling, 'apis' | 'receivers'> {
  readonly cluster: Pick<Cluster, 'send'>;
  /** What buyers were shown as proof that they paid. */
  readonly receipts: Receipt[];
}

/** A merchant makes a link, and more buyers than it allows pay it at the same time. */
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
    PAGE_RETRY_FOR_MS,
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
      postedForm(at, buyer.address, {
        tipo: 'credito',
        parcelas: '1',
        chave: `${buyer.formKey}-${tries}`,
        numero: cardNumber,
      }),
      PAGE_RETRY_FOR_MS,
    );
    const next = sent?.status === 303 ? String(sent.headers.location) : '';
    if (!PAYMENT_PAGE.test(next)) return;
    at = next;
    const shown = await endOfPage(testBed.cluster, at);
    if (shown === undefined) return;
    if (shown.includes(RECEIPT)) {
      const [transactionId = ''] = TRANSACTION_ID.exec(shown) ?? [];
      testBed.receipts.push({ referenceId: plan.referenceId, transactionId });
      return;
    }
    if (!shown.includes('name="numero"')) return;
  }
}
