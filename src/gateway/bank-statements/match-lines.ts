import type { MinorUnits } from '../providers/index.ts';

/** Money that an acquirer says it paid on a day, `yyyy-MM-dd`. */
export interface PaidOut {
  readonly accountId: number;
  readonly payoutId: string;
  readonly provider: string;
  readonly payDay: string;
  readonly type: string;
  readonly net: MinorUnits;
}

/** Money that came into a bank account. */
export interface CameIn {
  readonly key: string;
  readonly day: string;
  readonly amount: MinorUnits;
}

/** Ways in which banks put payouts of a day together, the closest first. */
const GROUPS: readonly ((payout: PaidOut) => string)[] = [
  ({ accountId, payoutId }) => `${accountId} ${payoutId}`,
  ({ accountId, type }) => `${accountId} ${type}`,
  ({ accountId }) => String(accountId),
  ({ provider }) => provider,
  () => '',
];

/**
 * The payouts that each line of a bank account is: those of its day that come to its amount, one alone or together by type,
 * account and acquirer. What two lines, or two groups, would answer alike is left open: a wrong match is worse than none.
 */
export function matchLines(
  lines: readonly CameIn[],
  payouts: readonly PaidOut[],
): ReadonlyMap<string, readonly PaidOut[]> {
  const matches = new Map<string, readonly PaidOut[]>();
  const used = new Set<PaidOut>();
  for (const groupOf of GROUPS) {
    const open = payouts.filter((payout) => !used.has(payout) && payout.net > 0);
    const groups = Map.groupBy(open, (payout) => `${payout.payDay} ${groupOf(payout)}`);
    const bySum = Map.groupBy(groups.values(), (group) => `${group[0]?.payDay} ${sumOf(group)}`);
    const waiting = lines.filter(({ key, amount }) => amount > 0 && !matches.has(key));
    for (const [wanted, alike] of Map.groupBy(waiting, ({ day, amount }) => `${day} ${amount}`)) {
      const found = bySum.get(wanted) ?? [];
      // As many lines as groups of one amount: whichever is which, all are paid.
      if (found.length !== alike.length) continue;
      for (const [index, { key }] of alike.entries()) {
        const group = found[index] ?? [];
        matches.set(key, group);
        for (const payout of group) used.add(payout);
      }
    }
  }
  return matches;
}

function sumOf(payouts: readonly PaidOut[]): MinorUnits {
  return payouts.reduce((sum, { net }) => sum + net, 0);
}
