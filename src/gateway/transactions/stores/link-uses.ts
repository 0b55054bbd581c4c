import type { WriteTransaction } from '../../../platform/database/index.ts';
import type { EndedAttempt } from '../rules/attempt.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { waitingAttempts } from './attempt-store.ts';

/** Thrown when a reusable link may not be paid any more; nothing is written. */
export class LinkUsedUp extends Error {
  constructor(linkId: string) {
    super(`link ${linkId} takes no more payments`);
    this.name = 'LinkUsedUp';
  }
}

/** How often reusable links are being paid or have been, counted in the commit of the payment. */
export interface LinkUses {
  /** Adds to the uses of each link. Throws LinkUsedUp when it is inactive or has none left. */
  add(write: WriteTransaction, changes: readonly LinkUse[]): Promise<void>;
}

export interface LinkUse {
  readonly linkId: string;
  /** Below zero for tries that charged nothing. */
  readonly added: number;
  /** False for money that has come: the link's limit cannot send it back. */
  readonly isBounded: boolean;
}

/** A try holds a use until it has charged nothing. What was paid and given back keeps it. */
const FREE: ReadonlySet<Status> = new Set([
  Status.intention,
  Status.expired,
  Status.denied,
  Status.failed,
  Status.intentionCanceled,
]);

interface Step {
  readonly before: Transaction;
  readonly after: Transaction;
  /** That ends with it. */
  readonly attempt: EndedAttempt | undefined;
}

/**
 * Of changes that are written already in this commit. Each link once and in one order: two commits then never wait for each
 * other in a circle.
 */
export async function linkUsesOf(
  write: WriteTransaction,
  steps: readonly Step[],
): Promise<readonly LinkUse[]> {
  const ofLinks = steps.flatMap((step) => {
    const linkId = step.after.order.intention?.linkId;
    return linkId === undefined ? [] : [{ ...step, linkId }];
  });
  if (ofLinks.length === 0) return [];
  const waiting = await waitingAttempts(
    write,
    ofLinks.map(({ after }) => after.id),
  );
  const sums = new Map<string, { added: number; isBounded: boolean }>();
  for (const { linkId, before, after, attempt } of ofLinks) {
    const codes = waiting.get(after.id) ?? [];
    const added = usesOf(after, codes) - usesOf(before, codesBefore(codes, attempt));
    if (added === 0) continue;
    const sum = sums.get(linkId) ?? { added: 0, isBounded: false };
    sums.set(linkId, {
      added: sum.added + added,
      isBounded: sum.isBounded || after.result.status !== Status.captured,
    });
  }
  return [...sums]
    .map(([linkId, sum]) => ({ linkId, ...sum }))
    .sort((one, other) => (one.linkId < other.linkId ? -1 : 1));
}

/** A code that can be paid holds a use, also while its buyer tries a card, and after that was refused. */
function usesOf({ result }: Transaction, codes: readonly string[]): number {
  return FREE.has(result.status) && codes.length === 0 ? 0 : 1;
}

function codesBefore(codes: readonly string[], attempt: EndedAttempt | undefined): readonly string[] {
  if (!attempt) return codes;
  const { from, to } = attempt;
  const others = codes.filter((reference) => reference !== to.reference);
  return from === 'waiting' ? [...others, to.reference] : others;
}
