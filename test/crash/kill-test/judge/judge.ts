import { judgeAnswers } from './answers.ts';
import { judgeCards } from './cards.ts';
import { dossiersOf } from './dossier.ts';
import type { Evidence, Finding } from './evidence.ts';
import { judgeLinks } from './links.ts';
import { judgeMoney } from './money.ts';
import { judgePostbacks } from './postbacks.ts';
import { judgeUnresolved } from './unresolved.ts';

/** All violated rules; none means that nothing was lost and nothing was charged twice. */
export function judge(evidence: Evidence): readonly Finding[] {
  const dossiers = dossiersOf(evidence);
  return [
    ...judgeMoney(evidence, dossiers),
    ...judgeUnresolved(evidence, dossiers),
    ...judgeAnswers(evidence, dossiers),
    ...judgePostbacks(evidence, dossiers),
    ...judgeLinks(evidence),
    ...judgeCards(evidence),
  ];
}
