export interface PaymentFlow {
  readonly id: number;
  readonly name: string;
}

export interface PaymentMethod {
  readonly id: number;
  readonly name: string;
  /** `''` for a method without one. */
  readonly modality: string;
  /** 1: no installments. */
  readonly maxInstallments: number;
  readonly feeExempt: boolean;
  readonly flow: PaymentFlow;
  /** What a shop must have to sell with it; undefined: nothing. */
  readonly needs: MethodNeed | undefined;
}

/** A payment client or an account that takes Pix, and an account at a bank that registers slips. */
export type MethodNeed = 'pix' | 'bankSlip';

const GENERATE_TOKEN = { id: 1, name: 'Gateway Gerar Token' };
const SEND_SALE = { id: 2, name: 'Gateway Enviar Venda' };
const UNCONFIRMED = { id: 11, name: 'Pagamento Sem Confirmação' };
const TEF = { id: 21, name: 'TEF' };
const GATEWAY_CREDIT = { id: 31, name: 'Gateway Crédito' };
const GATEWAY_DEBIT = { id: 32, name: 'Gateway Débito' };
const GATEWAY_SLIP = { id: 33, name: 'Gateway Boleto' };

const NEEDS: ReadonlyMap<number, MethodNeed> = new Map([
  [25, 'pix'],
  [53, 'bankSlip'],
]);

type Row = readonly [number, string, string, number, boolean, PaymentFlow];

/**
 * id, name, modality, most installments, exempt from the fee, flow; in the order of the list (docs/contract/decided.md
 * 4).
 */
const ROWS: readonly Row[] = [
  [1, 'Gateway', 'Gerar Token', 1, false, GENERATE_TOKEN],
  [2, 'Gateway', 'Enviar Venda', 1, false, SEND_SALE],
  [11, 'POS', 'Crédito', 1, true, UNCONFIRMED],
  [12, 'POS', 'Débito', 1, true, UNCONFIRMED],
  [13, 'POS', 'Voucher', 1, true, UNCONFIRMED],
  [41, 'Dinheiro', '', 1, true, UNCONFIRMED],
  [21, 'TEF', 'Crédito', 12, true, TEF],
  [22, 'TEF', 'Débito', 1, true, TEF],
  [23, 'TEF', 'Voucher', 1, true, TEF],
  [24, 'TEF', 'Outros', 12, true, TEF],
  [25, 'TEF', 'Pix', 1, true, TEF],
  [32, 'TEF', 'Crédito*', 3, false, TEF],
  [33, 'TEF', 'Débito*', 1, false, TEF],
  [51, 'Cartão de crédito digitado', '', 12, true, GATEWAY_CREDIT],
  [52, 'Cartão de débito digitado', '', 1, true, GATEWAY_DEBIT],
  [53, 'Boleto', '', 1, true, GATEWAY_SLIP],
];

export const PAYMENT_METHODS: readonly PaymentMethod[] = ROWS.map(
  ([id, name, modality, maxInstallments, feeExempt, flow]) => ({
    id,
    name,
    modality,
    maxInstallments,
    feeExempt,
    flow,
    needs: NEEDS.get(id),
  }),
);

export function isPaymentMethod(id: number): boolean {
  return PAYMENT_METHODS.some((method) => method.id === id);
}
