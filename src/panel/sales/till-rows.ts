import { type DayOfSales, Status } from '../../gateway/transactions/index.ts';
import {
  type ListedTillSale,
  methodWords,
  PAYMENT_METHODS,
  SALE_STATUS,
  type SaleStatus,
  type StatusFigures,
  type TillDay,
  type TillSaleFilter,
} from '../../operations/index.ts';
import { moment } from '../interface/moment.ts';
import type { SaleKind, SaleRow, SaleView } from './schema.ts';
import { statusWord } from './status-words.ts';

/** The requested till sales: `all` filtered by status. */
export interface TillFilter {
  readonly all: TillSaleFilter;
  /** Undefined: any; none: no sale. */
  readonly statuses: readonly SaleStatus[] | undefined;
  readonly refunds: boolean;
}

/**
 * The equivalent status of the gateway: a waiting sale is like an open link, and a sale being paid is like a started
 * authentication.
 */
const STATUS_OF: Readonly<Record<SaleStatus, Status>> = {
  [SALE_STATUS.pending]: Status.intention,
  [SALE_STATUS.inPayment]: Status.started,
  [SALE_STATUS.credited]: Status.captured,
  [SALE_STATUS.expired]: Status.expired,
  [SALE_STATUS.cancelRequested]: Status.canceling,
  [SALE_STATUS.canceling]: Status.canceling,
  [SALE_STATUS.canceled]: Status.canceled,
  [SALE_STATUS.refused]: Status.denied,
};
/** A till sale's status as the list of all sales calls it, whether or not it had been paid. */
export function tillStatusWord(status: SaleStatus, { wasPaid }: { readonly wasPaid: boolean }): string {
  const paid = wasPaid ? 1 : 0;
  return statusWord({
    status: STATUS_OF[status],
    method: ' ',
    capturedAmount: paid,
    refundedAmount: status === SALE_STATUS.canceled ? paid : 0,
  });
}

const ALL_STATUSES = Object.values(SALE_STATUS);

const VIEWS: Readonly<Record<SaleView, readonly SaleStatus[] | undefined>> = {
  all: undefined,
  confirmed: [SALE_STATUS.credited],
  to_capture: [],
  verifying: [SALE_STATUS.inPayment],
  denied: [SALE_STATUS.refused],
  refunds: [SALE_STATUS.cancelRequested, SALE_STATUS.canceling, SALE_STATUS.canceled],
};

/** The statuses of till sales for a view and statuses of the gateway. */
export function tillStatusesOf(
  view: SaleView = 'all',
  statuses: readonly Status[] | undefined,
): Pick<TillFilter, 'statuses' | 'refunds'> {
  const ofView = VIEWS[view];
  const wanted = statuses && ALL_STATUSES.filter((status) => statuses.includes(STATUS_OF[status]));
  return {
    statuses: wanted && ofView ? wanted.filter((status) => ofView.includes(status)) : (wanted ?? ofView),
    refunds: view === 'refunds',
  };
}

/** Figures of those sales, from the figures of all by status. */
export function tillFiguresOf(
  groups: readonly StatusFigures[],
  { statuses, refunds }: Pick<TillFilter, 'statuses' | 'refunds'>,
): { readonly count: number; readonly capturedSum: number; readonly refundedSum: number } {
  const wanted = groups.filter(({ status }) => statuses?.includes(status) ?? true);
  const sum = (pick: (group: StatusFigures) => number) =>
    wanted.reduce((total, group) => total + pick(group), 0);
  return {
    // Canceled sales count as refunds only if they had been paid.
    count: sum(({ sales, refunded }) => (refunds ? refunded : sales)),
    capturedSum: sum(({ capturedSum }) => capturedSum),
    refundedSum: sum(({ refundedSum }) => refundedSum),
  };
}

/** A day's figures in the gateway's format; canceled sales only if they had been paid. */
export function tillDayOf({ status, methodId, ...figures }: TillDay): DayOfSales & { kind: SaleKind } {
  const sales = status === SALE_STATUS.canceled ? figures.captured : figures.sales;
  return { ...figures, sales, status: STATUS_OF[status], deniedTry: false, kind: kindOfMethod(methodId) };
}

const MODALITIES: Readonly<Record<string, SaleKind>> = {
  Crédito: 'credit',
  'Crédito*': 'credit',
  Débito: 'debit',
  'Débito*': 'debit',
  Voucher: 'voucher',
  Pix: 'pix',
};
const NAMES: Readonly<Record<string, SaleKind>> = {
  Dinheiro: 'cash',
  'Cartão de crédito digitado': 'credit',
  'Cartão de débito digitado': 'debit',
  Boleto: 'bankSlip',
};

const METHODS = PAYMENT_METHODS.map(({ id, name, modality }) => ({
  id,
  kind: MODALITIES[modality] ?? NAMES[name] ?? ('other' as const),
}));

function kindOfMethod(methodId: number): SaleKind {
  return METHODS.find(({ id }) => id === methodId)?.kind ?? 'other';
}

export function methodIdsOf(kind: SaleKind): readonly number[] {
  return METHODS.filter((method) => method.kind === kind).map(({ id }) => id);
}

/** A sale of a till as a line of the list. `personName` is its shop. */
export function tillRowOf(
  { sale, marks, terminalName, client }: ListedTillSale,
  personName: string,
): SaleRow {
  const isCaptured = sale.creditedAt !== undefined;
  const { cancelRequested, canceling, canceled } = SALE_STATUS;
  return {
    id: String(sale.id),
    createdAt: moment(sale.createdAt),
    amount: sale.finalValue,
    value: sale.finalValue,
    status: STATUS_OF[sale.status],
    lastTry: null,
    brand: marks.brand === undefined ? null : marks.brand,
    last4: null,
    kind: kindOfMethod(sale.methodId),
    method: methodWords(sale.methodId).label,
    tillSaleId: sale.id,
    terminalName,
    installments: sale.installments,
    referenceId: sale.reference ?? null,
    customerName: client?.name ?? null,
    customerDocument: client?.document ?? null,
    provider: marks.acquirer ?? '',
    nsu: marks.nsu ?? null,
    providerReference: null,
    authorizationCode: marks.authorizationCode ?? null,
    capturedAmount: isCaptured ? sale.finalValue : 0,
    refundedAmount: isCaptured && sale.status === canceled ? sale.finalValue : 0,
    disputedAmount: 0,
    movementOpen: sale.status === cancelRequested || sale.status === canceling,
    needsAttention: false,
    personId: sale.personId,
    personName,
    demo: false,
  };
}
