import { STOCK } from '../till/till-plan.ts';
import type { Evidence, Finding, TransactionRecord } from './evidence.ts';
import { AUTHORIZED, CANCELED, CAPTURED } from './statuses.ts';
import { judgeTillAnswers } from './till-answers.ts';
import type { TillEvidence, TillSaleRecord } from './till-evidence.ts';

const TEN_THOUSANDTHS = 10_000;
const WAITING: ReadonlySet<number> = new Set([5, 6]);
/** Paid, also while a cancel is under way. */
const PAID: ReadonlySet<number> = new Set([10, 18, 19]);
const ENDED: ReadonlySet<number> = new Set([10, 15, 20, 25]);
/** Statuses with work that has to end by itself. */
const UNRESOLVED: ReadonlySet<number> = new Set([6, 18, 19]);
const ENTRY_SCHEDULED = 5;
const ENTRY_APPROVED = 10;

/** The table of docs/contract/decided.md, independent of the service's own table, which is under test. */
const MOVES: Readonly<Record<number, readonly number[]>> = {
  5: [6, 10, 15, 20, 25],
  6: [10, 20, 25],
  10: [18, 20],
  18: [10, 19, 20],
  19: [10, 20],
};

/** Sales at tills: their stock, orders, charges and recurrences agree with each other and with what tills were answered. */
export function judgeTills(evidence: Evidence): readonly Finding[] {
  const { tills } = evidence;
  return [
    ...tills.sales.flatMap((sale) => judgeHistory(sale, tills)),
    ...judgeStock(tills),
    ...judgeOrders(tills),
    ...judgeCharges(evidence),
    ...judgePinPads(tills),
    ...judgeTillAnswers(tills),
  ];
}

/** What a payment client says of an ended sale is noted in its history, and the sale stays. */
function isNote(from: number, to: number): boolean {
  return from === to && ENDED.has(from);
}

/** The acquirers of the pin pads keep the value of each sale that is paid, and nothing of any other. */
function judgePinPads({ sales, payments, movements }: TillEvidence): readonly Finding[] {
  const saleOf = new Map(payments.map(({ id, saleId }) => [id, saleId]));
  const kept = new Map<number, number>();
  const findings: Finding[] = [];
  for (const { paymentId, moved, amount } of movements) {
    const saleId = saleOf.get(paymentId);
    if (saleId === undefined) {
      findings.push({ rule: 'pin pads move money for sales only', details: `${moved} of work ${paymentId}` });
    } else kept.set(saleId, (kept.get(saleId) ?? 0) + (moved === 'charge' ? amount : -amount));
  }
  const byPinPad = new Set(payments.filter(({ isByClient }) => isByClient).map(({ saleId }) => saleId));
  for (const { id, status, finalValue } of sales.filter((sale) => byPinPad.has(sale.id))) {
    const owed = PAID.has(status) ? finalValue : 0;
    if ((kept.get(id) ?? 0) === owed) continue;
    const details = `till sale ${id} is ${status}: its acquirer keeps ${kept.get(id) ?? 0} of ${finalValue}`;
    findings.push({ rule: 'the acquirer of a pin pad keeps what its sale says', details });
  }
  for (const { id, saleId, stored } of payments.filter(({ isUnsettled }) => isUnsettled)) {
    const details = `work ${id} of till sale ${saleId}: ${stored}`;
    findings.push({ rule: 'no till sale is left unresolved', details });
  }
  return findings;
}

function judgeHistory({ id, status, version }: TillSaleRecord, { events }: TillEvidence): readonly Finding[] {
  const own = events
    .filter(({ saleId }) => saleId === id)
    .toSorted((one, other) => one.version - other.version);
  const sequence = own.map((event) => event.status);
  const findings: Finding[] = [];
  const found = (rule: string, details: string) =>
    findings.push({ rule, details: `till sale ${id}: ${details} (${sequence.join(' ')})` });
  for (const [index, to] of sequence.entries()) {
    const from = sequence[index - 1];
    if (from !== undefined && !MOVES[from]?.includes(to) && !isNote(from, to)) {
      found('till sales only change as allowed', `it changed from ${from} to ${to}`);
    }
  }
  if (sequence.at(-1) !== status || own.length !== version) {
    found('the history of a till sale has every change', `it is ${status} at version ${version}`);
  }
  if (UNRESOLVED.has(status)) found('no till sale is left unresolved', `it is ${status}`);
  return findings;
}

/** Nothing is sold that was not there, and nothing is lost: all products began with the same stock. */
function judgeStock({ products, items, sales }: TillEvidence): readonly Finding[] {
  const statusOf = new Map(sales.map(({ id, status }) => [id, status]));
  const sum = (productId: number, statuses: ReadonlySet<number>): number =>
    items
      .filter((item) => item.productId === productId && item.isStocked)
      .filter(({ saleId }) => statuses.has(Number(statusOf.get(saleId))))
      .reduce((total, { quantity }) => total + quantity, 0);
  return products.flatMap(({ id, quantity, reserved }) => {
    const sold = sum(id, PAID);
    const waiting = sum(id, WAITING);
    const all = STOCK * TEN_THOUSANDTHS;
    if (quantity >= reserved && quantity + sold === all && reserved === waiting) return [];
    const details =
      `product ${id}: ${quantity} left of ${all}, ${sold} sold; ` +
      `${reserved} reserved, ${waiting} wait for payment`;
    return [{ rule: 'stock is neither oversold nor lost', details }];
  });
}

function judgeOrders({ orders, sales }: TillEvidence): readonly Finding[] {
  const byOrder = Map.groupBy(sales, ({ orderId }) => orderId);
  return orders.flatMap(({ id, total, paid, inPayment }) => {
    const sum = (statuses: ReadonlySet<number>): number =>
      (byOrder.get(id) ?? [])
        .filter(({ status }) => statuses.has(status))
        .reduce((added, { originalValue }) => added + originalValue, 0);
    const findings: Finding[] = [];
    const real = { paid: sum(PAID), waiting: sum(WAITING) };
    const details = `order ${id} of ${total}: paid ${paid}, in payment ${inPayment}; its sales: ${real.paid}, ${real.waiting}`;
    if (real.paid + real.waiting > total)
      findings.push({ rule: 'an order never takes more than its total', details });
    if (paid !== real.paid || inPayment !== real.waiting) {
      findings.push({ rule: 'the balance of an order is the sum of its sales', details });
    }
    return findings;
  });
}

/** What the gateway charged for the back office: for each sale and each entry what its status says, and never twice. */
function judgeCharges({ tills, transactions }: Evidence): readonly Finding[] {
  const ofCharge = Map.groupBy(transactions, ({ chargeId }) => chargeId);
  const known = new Set(tills.charges.map(({ id }) => id));
  const saleOf = new Map(tills.sales.map((sale) => [sale.id, sale]));
  const entryOf = new Map(tills.entries.map((entry) => [entry.id, entry]));
  const strange = [...ofCharge.keys()].filter((id) => id !== undefined && !known.has(id));
  return [
    ...strange.map((id) => ({
      rule: 'every charge has its owner',
      details: `charge ${id} is unknown to the back office`,
    })),
    ...tills.charges.flatMap(({ id, owner, ownerId }): readonly Finding[] => {
      const made = ofCharge.get(id) ?? [];
      if (owner === 'sale') {
        const sale = saleOf.get(ownerId);
        return sale ? judgeSaleCharge(sale, made) : [];
      }
      const entry = entryOf.get(ownerId);
      return entry ? judgeEntryCharge(entry, made) : [];
    }),
  ];
}

function judgeSaleCharge(sale: TillSaleRecord, made: readonly TransactionRecord[]): readonly Finding[] {
  const where = `till sale ${sale.id}, status ${sale.status}, of ${sale.finalValue}`;
  const theirs = made.map(({ id, status, amount }) => `${id} is ${status} of ${amount}`).join(', ');
  const subject = made[0] ? { transactionId: made[0].id } : {};
  if (made.length > 1) {
    return [{ rule: 'a till sale is charged once', details: `${where}: ${theirs}`, ...subject }];
  }
  const paid = made.filter(holdsMoney);
  const isRight = PAID.has(sale.status)
    ? paid.length === 1 && paid[0]?.amount === sale.finalValue
    : paid.length === 0;
  if (isRight) return [];
  return [
    { rule: 'a till sale and its charge agree', details: `${where}: ${theirs || 'no charge'}`, ...subject },
  ];
}

function judgeEntryCharge(
  { id, status, tries, isUnderWay, amount }: TillEvidence['entries'][number],
  made: readonly TransactionRecord[],
): readonly Finding[] {
  const paid = made.filter(holdsMoney);
  const theirs = made.map((one) => `${one.id} is ${one.status} of ${one.amount}`).join(', ') || 'no charge';
  const details = `entry ${id}, status ${status} after ${tries} tries: ${theirs}`;
  const findings: Finding[] = [];
  const found = (rule: string) =>
    findings.push({ rule, details, ...(made[0] ? { transactionId: made[0].id } : {}) });
  if (paid.length > 1 || made.length > tries) found('an entry is charged once');
  const wanted = status === ENTRY_APPROVED ? 1 : 0;
  if (paid.length !== wanted || paid.some((one) => one.amount !== amount))
    found('an entry and its charge agree');
  if (isUnderWay) found('no entry is left under way');
  if (status === ENTRY_SCHEDULED && made.length < tries)
    found('each try of an entry is known to the gateway');
  return findings;
}

function holdsMoney({ status }: TransactionRecord): boolean {
  return status === AUTHORIZED || status === CAPTURED || (status !== CANCELED && [8, 10].includes(status));
}
