import type { Evidence, Finding, ReceivedCard, TokenizationRecord } from './evidence.ts';

/** In clear it has 13 digits at least. */
const CARD_NUMBER = /\d{13,}/;

interface CardBody {
  readonly tokenizationId: string;
  readonly referenceId?: string;
  readonly postBackUrl?: string;
  readonly saveCard: boolean;
  readonly cardInfo?: { readonly number?: string; readonly token?: string };
}

/** Every card that was stored by a request or form is told once, with its token and without its number. */
export function judgeCardPostbacks(evidence: Evidence): readonly Finding[] {
  const received = Map.groupBy(evidence.receivedCards, ({ webhookId }) => aboutOf(webhookId));
  const planned = Map.groupBy(evidence.cardPostbacks, ({ about }) => about);
  const known = new Set(evidence.tokenizations.map(({ id }) => id));
  const strange = [...new Set([...received.keys(), ...planned.keys()])].filter((id) => !known.has(id));
  return [
    ...strange.map((id) => ({
      rule: 'postbacks of cards are about known requests',
      details: `tokenization ${id} does not exist`,
    })),
    ...evidence.tokenizations.flatMap((one) =>
      judgeTokenization(evidence, one, received.get(one.id) ?? [], planned.get(one.id) ?? []),
    ),
  ];
}

function judgeTokenization(
  { storedCards }: Evidence,
  tokenization: TokenizationRecord,
  received: readonly ReceivedCard[],
  planned: Evidence['cardPostbacks'],
): readonly Finding[] {
  const findings: Finding[] = [];
  const found = (rule: string, details: string) =>
    findings.push({ rule, details: `tokenization ${tokenization.id}, ${tokenization.state}: ${details}` });
  const wanted = tokenization.state === 'stored' && tokenization.postBackUrl !== undefined ? 1 : 0;
  const accepted = new Set(received.filter(({ isAccepted }) => isAccepted).map(({ webhookId }) => webhookId));
  if (planned.length !== wanted || accepted.size !== wanted) {
    const details = `${planned.length} planned, ${accepted.size} received, ${wanted} to be told`;
    found('every stored card is told once', details);
  }
  if (new Set(received.map(({ webhookId }) => webhookId)).size > 1) {
    found('every stored card is told once', 'it was told under several ids');
  }
  for (const { state } of planned) {
    if (state !== 'delivered') found('every postback is delivered', `its postback is ${state}`);
  }
  if (new Set(received.map(({ body }) => body)).size > 1) {
    found('a postback keeps its body', 'it was received with different bodies');
  }
  const card = storedCards.find(({ id }) => id === tokenization.cardId);
  for (const { webhookId, isSigned, body } of received) {
    if (!isSigned) found('postbacks are signed', `the signature of ${webhookId} is wrong`);
    const told = JSON.parse(body) as CardBody;
    const isRight =
      told.tokenizationId === tokenization.id &&
      told.referenceId === tokenization.referenceId &&
      told.postBackUrl === tokenization.postBackUrl &&
      told.saveCard &&
      told.cardInfo?.token === card?.token &&
      told.cardInfo?.number === card?.mask;
    if (!isRight) found('a postback tells the stored card', body);
    if (CARD_NUMBER.test(body.replaceAll(String(told.cardInfo?.token), ''))) {
      found('no postback has a card number', webhookId);
    }
  }
  return findings;
}

/** `{tokenizationId}.{version}` */
function aboutOf(webhookId: string): string {
  return webhookId.split('.')[0] ?? '';
}
