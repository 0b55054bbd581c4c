import { TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import type { HttpAnswer } from '../../support/http-exchange.ts';
import type { Cluster } from './cluster.ts';
import type { TokenAnswer } from './judge/evidence.ts';
import { type KeptCardPlan, saleByTokenBody, tokenizationBody } from './kept-card.ts';
import { apiOf, type MerchantWorld } from './merchant.ts';
import { sendPatiently } from './patience.ts';

/** A request whose instance died says for long that it still runs: the merchant asks anew, without its key. */
const PERSISTS_MS = 3_000;
const PATH = '/v1/tokenization';

export interface KeptCardWorld extends Pick<MerchantWorld, 'apis' | 'receivers' | 'counter'> {
  readonly cluster: Pick<Cluster, 'send'>;
  /** What merchants were answered about stored cards. */
  readonly tokenAnswers: TokenAnswer[];
}

/** Has a card kept, sells by its token and deletes it, as far as the plan says. */
export async function keepAndUse(world: KeptCardWorld, plan: KeptCardPlan): Promise<void> {
  const { referenceId, merchant, receiver } = plan;
  const api = apiOf(world.apis, merchant);
  const token = (await tokenize(world, plan, referenceId)) ?? (await tokenize(world, plan, undefined));
  if (token === undefined) return;
  if (plan.pays) {
    await world.counter.ask({
      referenceId,
      kind: 'sale',
      api,
      key: `sale ${referenceId}`,
      path: TRANSACTIONS_PATH,
      body: saleByTokenBody(plan, token, world.receivers.url(receiver, merchant)),
    });
  }
  if (!plan.deletes) return;
  const answer = await sendPatiently(
    world.cluster,
    { method: 'DELETE', path: `${PATH}/${token}`, headers: { ...api } },
    PERSISTS_MS,
  );
  note(world, plan, { key: undefined, kind: 'delete', token }, answer);
}

async function tokenize(
  world: KeptCardWorld,
  plan: KeptCardPlan,
  key: string | undefined,
): Promise<string | undefined> {
  const answer = await sendPatiently(
    world.cluster,
    {
      method: 'POST',
      path: PATH,
      headers: {
        'Content-Type': 'application/json',
        ...apiOf(world.apis, plan.merchant),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(tokenizationBody(plan)),
    },
    PERSISTS_MS,
  );
  const token = answer?.status === 201 ? tokenOf(answer) : undefined;
  note(world, plan, { key, kind: 'keep', token }, answer);
  return token;
}

function note(
  { tokenAnswers }: KeptCardWorld,
  { referenceId }: KeptCardPlan,
  asked: Pick<TokenAnswer, 'key' | 'kind' | 'token'>,
  answer: HttpAnswer | undefined,
): void {
  if (answer) tokenAnswers.push({ referenceId, ...asked, http: answer.status, text: answer.text });
}

function tokenOf(answer: HttpAnswer): string | undefined {
  return (answer.json() as { readonly cardInfo?: { readonly token?: string } }).cardInfo?.token;
}
