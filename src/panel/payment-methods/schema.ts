export interface PaymentMethodRow {
  readonly id: number;
  readonly name: string;
  readonly modality: string;
  readonly maxInstallments: number;
  readonly feeExempt: boolean;
  readonly flow: string;
  /** Whether this shop has it. */
  readonly available: boolean;
}

/** The call of the screen "Formas de pagamento", typed for the panel's front end. */
export interface PaymentMethodRoutes {
  'GET /payment-methods': { query: { person?: string }; answer: { items: readonly PaymentMethodRow[] } };
}
