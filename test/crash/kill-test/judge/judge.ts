import { judgeAnswers } from './answers.ts';
import { judgeCallbacks } from './callbacks.ts';
import { judgeCardPostbacks } from './card-postbacks.ts';
import { judgeCards } from './cards.ts';
import type { Evidence, Finding } from './evidence.ts';
import { judgeFailOvers } from './fail-overs.ts';
import { judgeLinks } from './links.ts';
import { judgeMoney } from './money.ts';
import { judgePix } from './pix.ts';
import { judgePostbacks } from './postbacks.ts';
import { judgeSlips } from './slips.ts';
import { judgeTills } from './tills.ts';
import { groupByTransaction } from './transaction-evidence.ts';
import { judgeUnresolved } from './unresolved.ts';

/** All violated rules; none means that nothing was lost and nothing was charged twice. */
export function judge(evidence: Evidence): readonly Finding[] {
  const grouped = groupByTransaction(evidence);
  return [
    ...judgeMoney(evidence, grouped),
    ...judgeFailOvers(grouped),
    ...judgeUnresolved(evidence, grouped),
    ...judgeAnswers(evidence, grouped),
    ...judgePostbacks(evidence, grouped),
    ...judgeLinks(evidence),
    ...judgeCards(evidence),
    ...judgeCardPostbacks(evidence),
    ...judgeCallbacks(evidence),
    ...judgeTills(evidence),
    ...judgePix(evidence),
    ...judgeSlips(evidence),
  ];
}
