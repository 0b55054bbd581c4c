import { TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import type { HttpAnswer } from '../../support/http-exchange.ts';
import type { Cluster } from './cluster.ts';
import { fillForm } from './fill-form.ts';
import type { TokenAnswer } from './judge/evidence.ts';
import { apiOf, type GatewaySelling } from './sell-by-gateway.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import { type StoredCardPlan, saleByTokenBody, tokenizationBody } from './stored-card.ts';

/** A request whose instance died is reported as running for long: the merchant sends it again without its key. */
const RETRY_FOR_MS = 3_000;
const FORM_RETRY_FOR_MS = 15_000;
const PATH = '/v1/tokenization';

export interface CardStoring extends Pick<GatewaySelling, 'apis' | 'receivers' | 'client'> {
  readonly cluster: Pick<Cluster, 'send'>;
  /** What merchants were answered about stored cards. */
  readonly tokenAnswers: TokenAnswer[];
}

/** Stores a card, sells by its token and deletes it, as far as the plan says. */
export async function storeAndUse(testBed: CardStoring, plan: StoredCardPlan): Promise<void> {
  const { referenceId, merchant } = plan;
  const api = apiOf(testBed.apis, merchant);
  const token = plan.isByForm
    ? await storeByForm(testBed, plan, api)
    : ((await tokenize(testBed, plan, referenceId)) ?? (await tokenize(testBed, plan, undefined)));
  if (token === undefined) return;
  if (plan.pays) {
    await testBed.client.send({
      referenceId,
      kind: 'sale',
      api,
      key: `sale ${referenceId}`,
      path: TRANSACTIONS_PATH,
      body: saleByTokenBody(plan, token, postBackUrlOf(testBed, plan)),
    });
  }
  if (!plan.deletes) return;
  const answer = await sendUntilAnswered(
    testBed.cluster,
    { method: 'DELETE', path: `${PATH}/${token}`, headers: { ...api } },
    RETRY_FOR_MS,
  );
  note(testBed, plan, { key: undefined, kind: 'delete', token }, answer);
}

async function tokenize(
  testBed: CardStoring,
  plan: StoredCardPlan,
  key: string | undefined,
): Promise<string | undefined> {
  const answer = await sendUntilAnswered(
    testBed.cluster,
    {
      method: 'POST',
      path: PATH,
      headers: {
        'Content-Type': 'application/json',
        ...apiOf(testBed.apis, plan.merchant),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(tokenizationBody(plan, postBackUrlOf(testBed, plan))),
    },
    RETRY_FOR_MS,
  );
  const token = answer?.status === 201 ? tokenOf(answer) : undefined;
  note(testBed, plan, { key, kind: 'store', token }, answer);
  return token;
}

/** The merchant opens a form, its holder types the card, and the merchant asks for the token. */
async function storeByForm(
  testBed: CardStoring,
  plan: StoredCardPlan,
  api: ReturnType<typeof apiOf>,
): Promise<string | undefined> {
  const { referenceId: key } = plan;
  const opened = await sendUntilAnswered(
    testBed.cluster,
    {
      method: 'POST',
      path: `${PATH}/intention`,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...api },
      body: JSON.stringify({ referenceId: key, postBackUrl: postBackUrlOf(testBed, plan) }),
    },
    FORM_RETRY_FOR_MS,
  );
  if (opened?.status !== 201) return undefined;
  const { tokenizationId, url } = opened.json() as { tokenizationId: string; url: string };
  await fillForm(testBed.cluster, new URL(url).pathname, plan);
  const path = `${PATH}/${tokenizationId}`;
  const answer = await sendUntilAnswered(testBed.cluster, { path, headers: { ...api } }, FORM_RETRY_FOR_MS);
  const token = answer?.status === 200 ? tokenOf(answer) : undefined;
  // Without a token: not stored, or deleted meanwhile by another request that stored the same card.
  if (token !== undefined) note(testBed, plan, { key, kind: 'store', token }, answer);
  return token;
}

function postBackUrlOf({ receivers }: CardStoring, { receiver, merchant }: StoredCardPlan): string {
  return receivers.url(receiver, merchant);
}

function note(
  { tokenAnswers }: CardStoring,
  { referenceId }: StoredCardPlan,
  request: Pick<TokenAnswer, 'key' | 'kind' | 'token'>,
  answer: HttpAnswer | undefined,
): void {
  if (answer) tokenAnswers.push({ referenceId, ...request, http: answer.status, text: answer.text });
}

function tokenOf(answer: HttpAnswer): string | undefined {
  return (answer.json() as { readonly cardInfo?: { readonly token?: string } }).cardInfo?.token;
}
