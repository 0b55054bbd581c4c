import { runGuiche } from '../../support/command-line.ts';
import type { Evidence, Finding } from './judge/evidence.ts';
import { failOversIn } from './judge/fail-overs.ts';
import { isLeftToShop } from './judge/slips.ts';
import type { KillTestOptions, KillTestResult } from './kill-test.ts';
import type { TestBed } from './test-bed.ts';

/** Findings of one rule that are described in full; of the others the number. */
const MAX_DESCRIBED = 3;
const MAX_CALLS_DESCRIBED = 20;

/** A summary of a run. */
function pinPadsIn({ evidence, clientDeaths }: KillTestResult): string {
  const { payments, movements } = evidence.tills;
  const sales = new Set(payments.filter(({ isByClient }) => isByClient).map(({ saleId }) => saleId)).size;
  const { charge = 0, refund = 0, reverse = 0 } = countBy(movements.map(({ moved }) => moved));
  const deaths = Object.values(clientDeaths).reduce((sum, count) => sum + count, 0);
  const moments = Object.entries(clientDeaths).map(([moment, count]) => `${count} ${moment}`);
  return `payment clients died ${deaths} times (${moments.join(', ')}) over ${sales} sales: ${charge} charges, ${refund} refunds, ${reverse} reversals`;
}

export function summaryOf(result: KillTestResult): string {
  const { evidence, begun, rounds, resent, retried, partsLost, poolerRestarts, startsMs, settledInMs } =
    result;
  const { calls, transactions, receivedPostbacks, charges, attempts, movements } = evidence;
  const broken = calls.filter(({ answer }) => !answer).length;
  const received = new Set(receivedPostbacks.map(({ webhookId }) => webhookId)).size;
  const sorted = startsMs.toSorted((one, other) => one - other);
  const middle = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  const ends = Object.entries(countBy(transactions.map(({ status }) => status)))
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
  return [
    `${rounds} rounds, ${begun.sale + begun.routed} gateway sales, ${calls.length} requests (${broken} broken off)`,
    `${transactions.length} transactions (${ends})`,
    `${attempts.length} attempts, ${charges.length} charges at the acquirer, ${movements.length} movements`,
    secondTriesIn(evidence),
    linksIn(evidence, begun.link),
    cardsIn(evidence, begun.card),
    pixIn(evidence, begun.pix),
    slipsIn(evidence, begun.slip),
    tillsIn(evidence),
    pinPadsIn(result),
    `${takenOver(evidence)} taken over, ${received} postbacks in ${receivedPostbacks.length} deliveries, ${resent} failed callbacks sent again by hand, ${retried} sales left to a person`,
    `${partsLost} parts of services and ${poolerRestarts} poolers lost`,
    `starts took ${middle} ms, settled in ${Math.round(settledInMs)} ms`,
  ].join('; ');
}

/** A full report: the seed, and for each finding its requests, history and the acquirer's charge. */
export async function reportOf(
  options: KillTestOptions,
  testBed: TestBed,
  { findings, evidence }: KillTestResult,
): Promise<string> {
  const { seed, rounds, engine, instances, processes, workers, wrongClocks, pooler, pinPads, twoAcquirers } =
    options;
  const more = `${wrongClocks ? ' --clocks' : ''}${pooler > 0 ? ` --pooler ${pooler}` : ''}${pinPads ? ' --pin-pads' : ''}${twoAcquirers ? '' : ' --one-acquirer'}`;
  const again = `npm run crash-test -- --engine ${engine} --instances ${instances} --processes ${processes} --rounds ${rounds} --workers ${workers} --seed ${seed}${more}`;
  const counts = Object.entries(countBy(findings.map(({ rule }) => rule)));
  const parts = [
    `${findings.length} findings; the same choices again: ${again}`,
    ...counts.map(([rule, count]) => `  ${count} × ${rule}`),
  ];
  for (const ofRule of Map.groupBy(findings, ({ rule }) => rule).values()) {
    for (const finding of ofRule.slice(0, MAX_DESCRIBED))
      parts.push(await describe(finding, testBed, evidence));
  }
  return parts.join('\n');
}

async function describe(finding: Finding, { place }: TestBed, evidence: Evidence): Promise<string> {
  const { rule, details, transactionId, reference } = finding;
  const parts = [`\n# ${rule}\n${details}`];
  if (transactionId !== undefined) {
    const shown = await runGuiche(place, ['transaction', 'show', transactionId]);
    parts.push(shown.out, shown.error);
  }
  const references = new Set(
    evidence.attempts.filter((one) => one.transactionId === transactionId).map((one) => one.reference),
  );
  if (reference !== undefined) references.add(reference);
  for (const charge of evidence.charges.filter((one) => references.has(one.reference))) {
    parts.push(`at the acquirer: ${JSON.stringify(charge)}`);
    const atBank = evidence.pix.charges.find(({ txid }) => txid === charge.tid);
    if (atBank) parts.push(`at the bank: ${JSON.stringify(atBank)}`);
  }
  const referenceId = evidence.transactions.find(({ id }) => id === transactionId)?.referenceId;
  const calls = evidence.calls.filter((one) => one.referenceId === referenceId);
  for (const call of calls.slice(0, MAX_CALLS_DESCRIBED)) parts.push(`request: ${JSON.stringify(call)}`);
  for (const postback of evidence.receivedPostbacks.filter((one) => one.transactionId === transactionId)) {
    parts.push(`received postback: ${JSON.stringify(postback)}`);
  }
  return parts.filter((part) => part !== '').join('\n');
}

function secondTriesIn({ attempts, history }: Evidence): string {
  const byReference = new Map(attempts.map((one) => [one.reference, one]));
  const second = failOversIn(history).flatMap(({ subject = '' }) => byReference.get(subject) ?? []);
  const ends = Object.entries(countBy(second.map(({ provider, state }) => `${provider} ${state}`)))
    .map(([end, count]) => `${end}: ${count}`)
    .join(', ');
  const asked = Object.entries(countBy(attempts.map(({ provider }) => provider)))
    .map(([provider, count]) => `${count} at ${provider}`)
    .join(', ');
  return `asked for ${asked}; ${second.length} tried at a second acquirer (${ends})`;
}

function linksIn({ links, receipts, transactions }: Evidence, begun: number): string {
  const uses = links.reduce((sum, link) => sum + link.uses, 0);
  const allowed = links.reduce((sum, link) => sum + link.maxUses, 0);
  const visits = transactions.filter(({ linkId }) => linkId !== undefined).length;
  return `${begun} links (${links.length} reusable, ${uses} of ${allowed} allowed payments made in ${visits} visits), ${receipts.length} receipts`;
}

function cardsIn({ storedCards, acquirerTokens }: Evidence, begun: number): string {
  const states = Object.entries(countBy(acquirerTokens.map(({ state }) => state)))
    .map(([state, count]) => `${state}: ${count}`)
    .join(', ');
  return `${begun} cards to store, ${storedCards.length} stored, ${acquirerTokens.length} tokens asked for (${states})`;
}

function pixIn({ pix: { charges, payments }, transactions }: Evidence, begun: number): string {
  const ends = endsOf(transactions, 'pix');
  const surplus = payments.filter((one) => one.surplus !== undefined).length;
  const returns = charges.flatMap((charge) => charge.payments.flatMap((payment) => payment.returns)).length;
  return `${begun} Pix (${ends}), ${charges.length} charges and ${payments.length} payments at the bank, ${surplus} of them surplus, ${returns} refunds`;
}

function slipsIn({ slips: { slips, payments }, transactions, cases }: Evidence, begun: number): string {
  const surplus = payments.filter((one) => one.surplus !== undefined).length;
  return `${begun} slips (${endsOf(transactions, 'bankSlip')}), ${slips.length} at the bank and ${payments.length} payments, ${surplus} of them surplus, ${cases.filter(isLeftToShop).length} left to the shop`;
}

function endsOf(
  transactions: Evidence['transactions'],
  kind: Evidence['transactions'][number]['paidByBuyer'],
): string {
  const ended = transactions.filter(({ paidByBuyer }) => paidByBuyer === kind).map(({ status }) => status);
  return Object.entries(countBy(ended))
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

function tillsIn({ tills: { sales, orders, products, entries } }: Evidence): string {
  const count = (statuses: readonly number[]) =>
    Object.entries(countBy(statuses))
      .map(([status, number]) => `${status}: ${number}`)
      .join(', ');
  return (
    `${sales.length} till sales (${count(sales.map(({ status }) => status))}), ${orders.length} orders, ` +
    `${products.length} products, ${entries.length} entries of recurrences (${count(entries.map(({ status }) => status))})`
  );
}

function takenOver({ history }: Evidence): number {
  return history.filter(({ kind }) => kind === 'taken_over').length;
}

function countBy(values: readonly (string | number)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
