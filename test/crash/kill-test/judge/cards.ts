import type { AcquirerTokenRecord, Evidence, Finding, StoredCardRecord } from './evidence.ts';

const SERVER_ERROR = 500;
/** Not known yet, or not kept: the merchant may ask again. */
const ASK_AGAIN: ReadonlySet<string> = new Set([
  'tokenization_pending',
  'tokenization_failed',
  'unavailable',
]);
/** States in which a request to the acquirer still has no end. */
const OPEN: ReadonlySet<string> = new Set(['sending', 'unknown', 'removing']);
const LIVE_AT_HOST: ReadonlySet<string> = new Set(['Pending', 'Active']);

/** Each card of a merchant is kept at most once, here and at the acquirer, and what was answered stays true. */
export function judgeCards(evidence: Evidence): readonly Finding[] {
  const tokensOf = Map.groupBy(evidence.acquirerTokens, ({ cardId }) => cardId);
  return [
    ...evidence.storedCards.flatMap((card) => judgeCard(card, tokensOf.get(card.id) ?? [])),
    ...judgeOnce(evidence),
    ...judgeHost(evidence, tokensOf),
    ...judgeAnswers(evidence),
  ];
}

function judgeCard(card: StoredCardRecord, tokens: readonly AcquirerTokenRecord[]): readonly Finding[] {
  const findings: Finding[] = [];
  const found = (rule: string, details: string) =>
    findings.push({ rule, details: `card ${card.id}: ${details}` });
  if (card.state === 'storing' || card.underWay !== undefined) {
    found('no stored card is left open', `${card.state}, under way ${card.underWay}`);
  }
  for (const { reference, state } of tokens) {
    if (OPEN.has(state)) found('no stored card is left open', `${reference} is ${state}`);
  }
  const kept = tokens.filter(({ state }) => state === 'stored').map(({ reference }) => reference);
  const wanted = card.state === 'active' ? [card.charged] : [];
  if (kept.join() !== wanted.join()) {
    found(
      'one live token for each card',
      `${card.state}, charged ${card.charged}; stored: ${kept.join(' ')}`,
    );
  }
  return findings;
}

function judgeOnce({ storedCards }: Evidence): readonly Finding[] {
  const active = storedCards.filter(({ state }) => state === 'active');
  const byNumber = Map.groupBy(active, ({ merchantId, fingerprint }) => `${merchantId} ${fingerprint}`);
  return [...byNumber.values()].flatMap((cards) =>
    cards.length === 1
      ? []
      : [
          {
            rule: 'one token for each card',
            details: `one number has ${cards.length}: ${cards.map(({ id }) => id)}`,
          },
        ],
  );
}

/**
 * What the acquirer keeps is what a card is charged by. It may keep one more for each answer that was lost: nobody knows
 * such a token, so nobody can charge it.
 */
function judgeHost(
  { hostCards, storedCards }: Evidence,
  tokensOf: ReadonlyMap<string, readonly AcquirerTokenRecord[]>,
): readonly Finding[] {
  const live = Map.groupBy(
    hostCards.filter(({ status }) => LIVE_AT_HOST.has(status)),
    ({ mask }) => mask,
  );
  const ours = Map.groupBy(storedCards, ({ mask }) => mask);
  return [...new Set([...live.keys(), ...ours.keys()])].flatMap((mask) => {
    const tokens = (ours.get(mask) ?? []).flatMap(({ id }) => tokensOf.get(id) ?? []);
    const known = tokens.filter(({ state }) => state === 'stored').length;
    const lost = tokens.filter(({ state }) => state === 'lost').length;
    const there = live.get(mask)?.length ?? 0;
    if (there >= known && there <= known + lost) return [];
    const details = `of ${mask} the acquirer keeps ${there}; we know of ${known}, and ${lost} answers were lost`;
    return [{ rule: 'the acquirer keeps what we know of', details }];
  });
}

function judgeAnswers({ tokenAnswers, storedCards }: Evidence): readonly Finding[] {
  const known = new Map(storedCards.map(({ token, state }) => [token, state]));
  const findings = tokenAnswers.flatMap(({ referenceId, kind, token, http, text }): readonly Finding[] => {
    const where = `${kind} of ${referenceId}`;
    const isAskAgain = [...ASK_AGAIN].some((code) => text.includes(`"${code}"`));
    if (http >= SERVER_ERROR && !isAskAgain) {
      return [{ rule: 'nothing is answered by a server error', details: `${where} got ${http} ${text}` }];
    }
    if (kind === 'store' && http < 300 && (token === undefined || !known.has(token))) {
      return [{ rule: 'a token that was answered is there', details: `${where} was answered with ${token}` }];
    }
    if (kind === 'delete' && http === 204 && known.get(String(token)) !== 'deleted') {
      const details = `${where} was answered, and ${token} is ${known.get(String(token))}`;
      return [{ rule: 'a deleted card stays deleted', details }];
    }
    return [];
  });
  return [...findings, ...judgeKeys(tokenAnswers)];
}

function judgeKeys(answers: Evidence['tokenAnswers']): readonly Finding[] {
  const kept = answers.filter(({ kind, key, token }) => kind === 'store' && key && token !== undefined);
  return [...Map.groupBy(kept, ({ key }) => key)].flatMap(([key, several]) => {
    const tokens = new Set(several.map(({ token }) => token));
    if (tokens.size === 1) return [];
    return [
      { rule: 'one token for each request', details: `${key} was answered with ${[...tokens].join(', ')}` },
    ];
  });
}
