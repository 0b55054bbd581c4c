import type { Debit } from './debits.ts';
import { hourOf, type Sold } from './sold.ts';
import { ADJUSTMENTS, brandCode, feeOf } from './terms.ts';
import type { Netting, PaidPart, Payment } from './world.ts';

const STATUS_CODES = { PENDING: 1, PAID: 2, SUSPENDED: 8, PAWNED: 9 } as const;
const TYPE_CODES = { CREDIT: 1, DEBIT: 2, ANTICIPATION: 3 } as const;
const BANK = { bankCode: 341, bankBranchCode: 1234, accountNumber: 567890 } as const;

const CHARGEBACK_STATUSES = {
  open: 'CHARGEBACK_IN_DISPUTE',
  lost: 'CHARGEBACK_SOLVED_DEBIT',
  won: 'CHARGEBACK_SOLVED_CREDIT',
  no_impact: 'CHARGEBACK_SOLVED_NO_IMPACT',
} as const;

/** Amounts are decimal reais in this interface. */
const reais = (centavos: number): number => centavos / 100;

export function saleWire(sale: Sold, pv: string): object {
  const fee = feeOf(sale.amount, sale.percent);
  const given = sale.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const isWhole = given >= sale.amount;
  return {
    merchant: { companyNumber: Number(pv), documentNumber: '12345678000195', tradeName: 'LOJA DE TESTE' },
    brandCode: brandCode(sale.brand),
    // A number: leading zeros are lost, as at Rede.
    authorizationCode: Number(sale.authorization),
    strAuthorizationCode: sale.authorization,
    modality: {
      type: sale.kind === 'credit' ? 'CREDIT' : 'DEBIT',
      code: sale.kind === 'credit' ? 1 : 2,
      productCode: productCodeOf(sale),
    },
    installmentQuantity: sale.installments,
    nsu: Number(sale.nsu),
    saleSummaryNumber: summaryNumber(sale),
    movementDate: sale.day,
    saleDate: sale.day,
    saleHour: hourOf(sale.at),
    status: isWhole ? 'CANCELLED' : 'APPROVED',
    statusType: statusTypeOf(sale, given),
    ...(sale.dispute && { chargebackStatus: CHARGEBACK_STATUSES[sale.dispute.outcome ?? 'open'] }),
    deviceType: 'E-COMMERCE',
    captureType: 'E-COMMERCE',
    amount: reais(sale.amount),
    mdrFee: sale.percent,
    mdrAmount: reais(fee),
    flex: false,
    feeTotal: sale.percent,
    discountAmount: reais(fee),
    netAmount: reais(sale.amount - fee),
    cardNumber: sale.mask,
    tokenized: false,
    tid: sale.tid,
    ...(sale.order !== undefined && { orderNumber: sale.order }),
    tracking: [
      { date: sale.day, status: 'APPROVED', amount: reais(sale.amount) },
      ...sale.refunds.map(({ day, amount }) => ({ date: day, status: 'CANCELLED', amount: reais(amount) })),
      ...disputeTracking(sale),
    ],
  };
}

function disputeTracking({ amount, dispute }: Sold): readonly object[] {
  if (!dispute) return [];
  const status = dispute.amount < amount ? 'IN_DISPUTE_PARTIAL' : 'IN_DISPUTE';
  return [{ date: dispute.openedOn, status, amount: reais(dispute.amount) }];
}

function productCodeOf({ kind, installments }: Sold): number {
  if (kind === 'debit') return 0;
  return installments > 1 ? 3 : 1;
}

function statusTypeOf(sale: Sold, given: number): string {
  const { dispute } = sale;
  if (dispute?.outcome === 'lost') return 'CHARGEBACK';
  if (dispute?.outcome === undefined && dispute)
    return dispute.amount < sale.amount ? 'IN_DISPUTE_PARTIAL' : 'IN_DISPUTE';
  if (given === 0) return 'COMPLETE';
  return given >= sale.amount ? 'CANCELLATION' : 'PARTIAL';
}

/** Of one day, brand and kind. */
function summaryNumber({ day, brand, kind }: Sold): number {
  return Number(`${day.slice(2).replaceAll('-', '')}${kind === 'credit' ? 1 : 2}${brandCode(brand) % 100}`);
}

/** In the list of installments that are sold, paid or not. */
export function installmentWire(part: PaidPart, pv: string): object {
  const { sale } = part;
  return {
    companyNumber: Number(pv),
    nsu: Number(sale.nsu),
    tid: sale.tid,
    saleDate: sale.day,
    movementDate: sale.day,
    expirationDate: part.payDay,
    installmentQuantity: sale.installments,
    installmentNumber: part.number,
    saleSummaryNumber: summaryNumber(sale),
    mdrAmount: reais(part.fee),
    mdrFee: sale.percent,
    amount: reais(part.gross),
    saleAmount: reais(sale.amount),
    discountAmount: reais(part.fee),
    netAmount: reais(part.net),
  };
}

/** In what a payment is made of. */
export function partWire(part: PaidPart, pv: string): object {
  const { sale, originalGross, originalFee } = part;
  return {
    companyNumber: Number(pv),
    paymentId: part.paidWith,
    nsu: Number(sale.nsu),
    rvNumber: summaryNumber(sale),
    ...(sale.order !== undefined && { orderNumber: sale.order }),
    tid: sale.tid,
    saleDate: sale.day,
    expirationDate: part.dueDay,
    installmentNumber: part.number,
    installmentQuantity: sale.installments,
    brandCode: brandCode(sale.brand),
    status: part.status,
    ...(part.isCeded && { negotiationType: 'ENCUMBRANCE_FIDUCIARY' }),
    hashUniqueSale: `${sale.tid}-${part.number}`,
    amountInfo: {
      netAmount: reais(part.net),
      originalNetAmount: reais(originalGross - originalFee),
      amount: reais(part.gross),
      originalAmount: reais(originalGross),
      discountAmount: reais(part.fee),
      originalDiscountAmount: reais(originalFee),
      valueChange: part.gross !== originalGross,
    },
  };
}

export function paymentWire(payment: Payment, pv: string): object {
  return {
    paymentId: payment.paymentId,
    paymentDate: payment.payDay,
    ...BANK,
    brandCode: payment.brandCode,
    companyNumber: Number(pv),
    documentNumber: '12345678000195',
    netAmount: reais(payment.net),
    status: payment.status,
    statusCode: STATUS_CODES[payment.status],
    type: payment.type,
    typeCode: TYPE_CODES[payment.type],
  };
}

/** What of one summary of sales a payment pays. */
export function creditOrderWires({ paymentId, parts }: Payment): readonly object[] {
  return [...Map.groupBy(parts, ({ sale }) => summaryNumber(sale))].map(([saleSummaryNumber, own]) => ({
    paymentId,
    creditOrderNumber: Number(`${paymentId.slice(2, 8)}${saleSummaryNumber % 100_000}`),
    saleSummaryNumber,
    amount: reais(own.reduce((sum, { gross }) => sum + gross, 0)),
    discountAmount: reais(own.reduce((sum, { fee }) => sum + fee, 0)),
    netAmount: reais(own.reduce((sum, { net }) => sum + net, 0)),
  }));
}

export function nettingWire({ debit, amount, left }: Netting): object {
  return {
    debitNumber: debit.debitNumber,
    adjustmentTypeCode: ADJUSTMENTS[debit.adjustment].code,
    adjustmentTypeDescription: ADJUSTMENTS[debit.adjustment].description,
    debitAmount: reais(debit.amount),
    debitCompensatedAmount: reais(amount),
    debitToBeCompensatedAmount: reais(left),
    quantity: 1,
  };
}

export function debitWire(debit: Debit, pv: string): object {
  const { sale } = debit;
  return {
    debitNumber: debit.debitNumber,
    debitDate: debit.day,
    companyNumber: Number(pv),
    type: 'NET',
    amount: reais(debit.amount),
    adjustmentTypeCode: ADJUSTMENTS[debit.adjustment].code,
    adjustmentTypeDescription: ADJUSTMENTS[debit.adjustment].description,
    ...(debit.process !== undefined && {
      processNumber: debit.process,
      chargebackReasonCode: debit.disputeReason,
    }),
    ...(sale && {
      salesSummaryNumber: summaryNumber(sale),
      saleDate: sale.day,
      nsu: Number(sale.nsu),
      tid: sale.tid,
      ...(sale.order !== undefined && { orderNumber: sale.order }),
      brandCode: brandCode(sale.brand),
    }),
  };
}

export function blockWire({ paymentId, payDay, net }: Payment, pv: string): object {
  return {
    companyNumber: Number(pv),
    paymentId,
    paymentDate: payDay,
    status: 'SUSPENDED',
    statusCode: STATUS_CODES.SUSPENDED,
    event: 'BLOCK',
    netAmount: reais(net),
  };
}

/** What is to come of one day, brand and kind. */
export function receivableWires(parts: readonly PaidPart[]): readonly object[] {
  const groups = Map.groupBy(parts, ({ payDay, sale }) => `${payDay} ${sale.kind} ${brandCode(sale.brand)}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [
      {
        date: first.payDay,
        brandCode: brandCode(first.sale.brand),
        modalityCode: first.sale.kind === 'credit' ? 1 : 2,
        status: 'SCHEDULED',
        quantity: own.length,
        netAmount: reais(own.reduce((sum, { net }) => sum + net, 0)),
      },
    ];
  });
}
