import type { WriteTransaction } from '../../../platform/database/index.ts';
import { isAwaited } from '../rules/intention.ts';
import { Status, type Transaction } from '../rules/transaction.ts';

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

/** A try holds a use until it has charged nothing, also while a code waits to be paid. What was paid and given back keeps it. */
const FREE: ReadonlySet<Status> = new Set([
  Status.intention,
  Status.expired,
  Status.denied,
  Status.failed,
  Status.intentionCanceled,
]);

/** Each link once and in one order: two commits then never wait for each other in a circle. */
export function linkUsesOf(
  changes: readonly { readonly before: Transaction; readonly after: Transaction }[],
): readonly LinkUse[] {
  const sums = new Map<string, { added: number; isBounded: boolean }>();
  for (const { before, after } of changes) {
    const linkId = after.order.intention?.linkId;
    if (linkId === undefined) continue;
    const added = usesOf(after) - usesOf(before);
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

function usesOf({ result }: Transaction): number {
  return FREE.has(result.status) && !isAwaited(result) ? 0 : 1;
}
