import type { HistoryEvent } from '../../gateway/history/index.ts';
import { detailText } from '../../gateway/payments/index.ts';

interface Said {
  readonly rawCode?: string | undefined;
  readonly rawMessage?: string | undefined;
}

/**
 * What the acquirer said last about a case, whichever request it answered: the sale, a movement, a query or an undo.
 * `stored` is what its answer to the sale or movement was, for a case whose history is gone.
 */
export function lastAnswerOf(
  events: readonly HistoryEvent[],
  subject: string,
  stored: Said | undefined,
): string | null {
  const storedText = textOf(stored?.rawCode, stored?.rawMessage);
  const last = events.findLast(({ kind, details }) => isAnswer(kind) && subjectOf(details) === subject);
  if (last?.kind === 'undo') return textOf(last.details.code, last.details.message) ?? reasonOf(last.details);
  if (last?.kind === 'queried') return `consulta: ${detailText('found', last.details.found)}`;
  return storedText;
}

function isAnswer(kind: HistoryEvent['kind']): boolean {
  return kind === 'answered' || kind === 'late_answer' || kind === 'queried' || kind === 'undo';
}

function subjectOf(details: HistoryEvent['details']): string | undefined {
  return 'subject' in details ? details.subject : undefined;
}

function textOf(code: string | undefined, message: string | undefined): string | null {
  return [code, message].filter(Boolean).join(' ') || null;
}

/** Of an undo that was not acknowledged. */
function reasonOf({ outcome, reason }: { outcome: string; reason?: string | undefined }): string {
  return reason === undefined ? detailText('outcome', outcome) : detailText('reason', reason);
}
