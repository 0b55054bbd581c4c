import type { MethodNeed } from '../../operations/index.ts';

export interface PaymentMethodRow {
  readonly id: number;
  /** What people call it; name and modality are those of the operational interface. */
  readonly label: string;
  /** Where the money moves: `na maquininha`. */
  readonly hint: string;
  readonly name: string;
  readonly modality: string;
  readonly maxInstallments: number;
  readonly feeExempt: boolean;
  readonly flow: string;
  /** Whether this shop can sell with it now. */
  readonly available: boolean;
  /** Of one that it cannot sell with: what it lacks, or `permission` where the platform's operator took it away. */
  readonly lacks: MethodNeed | 'permission' | null;
}

/** The call of the screen "Formas de pagamento", typed for the panel's front end. */
export interface PaymentMethodRoutes {
  'GET /payment-methods': { query: { person?: string }; answer: { items: readonly PaymentMethodRow[] } };
}
