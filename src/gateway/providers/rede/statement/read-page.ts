import { type Fields, group, identifier, list, message, readFields } from '../../http/index.ts';
import type {
  StatementLine,
  StatementPage,
  StatementPayout,
  StatementQuestion,
} from '../../statements/index.ts';
import {
  brandOf,
  debitKind,
  disputeStateOf,
  isCeded,
  isDisputed,
  isReversal,
  payoutState,
  payoutType,
} from './words.ts';

const DAY = /^\d{4}-\d{2}-\d{2}/;
const REAIS = /^-?\d{1,13}(\.\d{1,6})?$/;
const AUTHORIZATION_DIGITS = 6;

/** Of the envelope. */
const LISTS = {
  sales: 'transactions',
  payouts: 'payments',
  debits: 'charges',
  parts: 'installments',
  nettings: 'charges',
} as const;

const NOTHING: StatementPage = { lines: [], payouts: [], cursor: undefined, unread: 0 };

const UNTOLD: Omit<StatementLine, 'kind' | 'key' | 'gross' | 'fee' | 'net'> = {
  saleDay: undefined,
  dueDay: undefined,
  paidDay: undefined,
  installment: undefined,
  installments: undefined,
  tid: undefined,
  order: undefined,
  nsu: undefined,
  authorization: undefined,
  lastFour: undefined,
  brand: undefined,
  product: undefined,
  unit: undefined,
  payoutId: undefined,
  negotiation: undefined,
  isSuspended: false,
  debitKind: undefined,
  process: undefined,
  disputeState: undefined,
  disputeAmount: undefined,
  disputeDay: undefined,
  reasonCode: undefined,
  reasonText: undefined,
};

/** An answer without a body says that there is nothing. Undefined: it cannot be read. */
export function readStatementPage(question: StatementQuestion, text: string): StatementPage | undefined {
  if (text === '') return NOTHING;
  const fields = readFields(text);
  const rows = fields && list(group(fields, 'content'), LISTS[question.about]);
  if (!(fields && rows)) return undefined;
  const cursor = group(fields, 'cursor');
  const next = cursor.hasNextKey === true ? identifier(cursor, 'nextKey') : undefined;
  if (question.about === 'payouts') {
    const payouts = rows.flatMap((row) => payoutIn(row) ?? []);
    return { lines: [], payouts, cursor: next, unread: rows.length - payouts.length };
  }
  const lines = rows.flatMap((row) => lineIn(question, row) ?? []);
  return { lines: numbered(lines), payouts: [], cursor: next, unread: rows.length - lines.length };
}

function lineIn(question: StatementQuestion, row: Fields): StatementLine | undefined {
  switch (question.about) {
    case 'sales':
      return saleIn(row);
    case 'debits':
      return debitIn(row);
    case 'parts':
      return partIn(row, question.payout);
    case 'nettings':
      return nettingIn(row, question.payout);
    default:
      return undefined;
  }
}

function saleIn(row: Fields): StatementLine | undefined {
  const gross = centavos(row.amount);
  const net = centavos(row.netAmount);
  const saleDay = dayIn(row, 'saleDate');
  const nsu = identifier(row, 'nsu');
  if (gross === undefined || nsu === undefined || saleDay === undefined) return undefined;
  const status = identifier(row, 'statusType');
  const disputeState = disputeStateOf(status, identifier(row, 'chargebackStatus'));
  const disputed = disputeState !== undefined;
  const { code } = group(row, 'modality');
  const tid = identifier(row, 'tid');
  return {
    ...UNTOLD,
    ...saleOf(row),
    kind: 'sale',
    key: tid ?? `${saleDay}-${nsu}-${gross}`,
    saleDay,
    gross,
    fee: gross - (net ?? gross),
    net: net ?? gross,
    installments: numberIn(row, 'installmentQuantity'),
    authorization:
      identifier(row, 'strAuthorizationCode')?.padStart(AUTHORIZATION_DIGITS, '0') ??
      identifier(row, 'authorizationCode')?.padStart(AUTHORIZATION_DIGITS, '0'),
    lastFour: lastFourIn(row.cardNumber),
    product: code === 2 ? 'debit' : 'credit',
    reasonCode: disputed ? (identifier(row, 'chargebackStatus') ?? status) : undefined,
    reasonText: disputed ? status : undefined,
    ...(disputed && { disputeState, ...disputeIn(row, gross) }),
  };
}

/** Of what a sale went through, the entry that tells of its dispute; without one, all of it is disputed. */
function disputeIn(row: Fields, gross: number): Pick<StatementLine, 'disputeAmount' | 'disputeDay'> {
  const entry = list(row, 'tracking')?.find((one) => isDisputed(identifier(one, 'status')));
  return {
    disputeAmount: (entry && centavos(entry.amount)) ?? gross,
    disputeDay: entry && dayIn(entry, 'date'),
  };
}

function partIn(row: Fields, payout: StatementPayout): StatementLine | undefined {
  const amounts = group(row, 'amountInfo');
  const net = centavos(amounts.netAmount);
  const gross = centavos(amounts.amount);
  if (net === undefined || gross === undefined) return undefined;
  const status = identifier(row, 'status');
  const installment = numberIn(row, 'installmentNumber');
  const sale = saleOf(row);
  const name =
    identifier(row, 'hashUniqueSale') ?? `${sale.tid ?? sale.nsu}-${installment ?? dayIn(row, 'saleDate')}`;
  const isAnticipated = status === 'ANTICIPATED' || payout.type === 'anticipation';
  const ceded = payout.state === 'ceded' || isCeded(identifier(row, 'negotiationType'));
  return {
    ...UNTOLD,
    ...sale,
    kind: 'part',
    key: `${payout.payoutId}/${name}`,
    saleDay: dayIn(row, 'saleDate'),
    dueDay: dayIn(row, 'expirationDate'),
    paidDay: payout.payDay,
    gross,
    fee: gross - net,
    net,
    installment,
    installments: numberIn(row, 'installmentQuantity'),
    brand: sale.brand ?? payout.brand,
    product: payout.type === 'debit' ? 'debit' : 'credit',
    payoutId: payout.payoutId,
    negotiation: ceded ? 'ceded' : isAnticipated ? 'anticipated' : undefined,
    isSuspended: payout.state === 'suspended' || status === 'BLOCKED',
  };
}

function debitIn(row: Fields): StatementLine | undefined {
  const amount = centavos(row.amount);
  const key = identifier(row, 'debitNumber');
  if (amount === undefined || key === undefined) return undefined;
  const text = message(row, 'adjustmentTypeDescription') ?? '';
  const kind = debitKind(text);
  const taken = isReversal(text) ? Math.abs(amount) : -Math.abs(amount);
  return {
    ...UNTOLD,
    ...saleOf(row),
    kind: 'debit',
    key,
    saleDay: dayIn(row, 'saleDate'),
    paidDay: dayIn(row, 'debitDate'),
    gross: taken,
    fee: 0,
    net: taken,
    debitKind: kind,
    process: identifier(row, 'processNumber'),
    reasonCode: identifier(row, 'chargebackReasonCode') ?? identifier(row, 'adjustmentTypeCode'),
    reasonText: text === '' ? undefined : text,
  };
}

function nettingIn(row: Fields, payout: StatementPayout): StatementLine | undefined {
  const amount = centavos(row.debitCompensatedAmount);
  if (amount === undefined) return undefined;
  const text = message(row, 'adjustmentTypeDescription') ?? '';
  const code = identifier(row, 'adjustmentTypeCode');
  const taken = isReversal(text) ? Math.abs(amount) : -Math.abs(amount);
  return {
    ...UNTOLD,
    kind: 'netting',
    key: `${payout.payoutId}/${identifier(row, 'debitNumber') ?? `type ${code}`}`,
    paidDay: payout.payDay,
    gross: taken,
    fee: 0,
    net: taken,
    payoutId: payout.payoutId,
    debitKind: debitKind(text),
    reasonCode: code,
    reasonText: text === '' ? undefined : text,
  };
}

function payoutIn(row: Fields): StatementPayout | undefined {
  const payoutId = identifier(row, 'paymentId');
  const payDay = dayIn(row, 'paymentDate');
  const net = centavos(row.netAmount);
  if (payoutId === undefined || payDay === undefined || net === undefined) return undefined;
  const status = identifier(row, 'status') ?? '';
  const account = ['bankCode', 'bankBranchCode', 'accountNumber'].map((name) => identifier(row, name));
  return {
    payoutId,
    payDay,
    type: payoutType(identifier(row, 'type') ?? ''),
    brand: brandOf(identifier(row, 'brandCode')),
    net,
    state: payoutState(status),
    stateText: status,
    bankAccount: account.some((one) => one === undefined) ? undefined : account.join('/'),
  };
}

function saleOf(row: Fields): Pick<StatementLine, 'tid' | 'order' | 'nsu' | 'brand' | 'unit'> {
  return {
    tid: identifier(row, 'tid'),
    order: identifier(row, 'orderNumber'),
    nsu: identifier(row, 'nsu'),
    brand: brandOf(identifier(row, 'brandCode')),
    unit:
      identifier(row, 'rvNumber') ??
      identifier(row, 'saleSummaryNumber') ??
      identifier(row, 'salesSummaryNumber'),
  };
}

/** What comes twice in one answer keeps a name of its own. */
function numbered(lines: readonly StatementLine[]): readonly StatementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const count = (seen.get(line.key) ?? 0) + 1;
    seen.set(line.key, count);
    return count === 1 ? line : { ...line, key: `${line.key}#${count}` };
  });
}

/** Of decimal reais, as a number or a text. */
function centavos(value: unknown): number | undefined {
  const text = typeof value === 'number' ? value.toFixed(2) : value;
  if (typeof text !== 'string' || !REAIS.test(text)) return undefined;
  return Math.round(Number(text) * 100);
}

function dayIn(row: Fields, name: string): string | undefined {
  const value = row[name];
  return typeof value === 'string' && DAY.test(value) ? value.slice(0, 10) : undefined;
}

function numberIn(row: Fields, name: string): number | undefined {
  const value = Number(row[name]);
  return row[name] !== null && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function lastFourIn(value: unknown): string | undefined {
  return typeof value === 'string' ? /(\d{4})\s*$/.exec(value)?.[1] : undefined;
}
