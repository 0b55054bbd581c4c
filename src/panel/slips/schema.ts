import type { SaleSlip } from '../sales/slip-schema.ts';

/** `due`: not late yet; `late`: due before today, and unpaid; `paid`. */
export const SLIP_VIEWS = ['due', 'late', 'paid'] as const;
export type SlipView = (typeof SLIP_VIEWS)[number];

/** Those with something still to come in. */
export const SUMMED_SLIP_VIEWS = ['due', 'late'] as const satisfies readonly SlipView[];
export type SummedSlipView = (typeof SUMMED_SLIP_VIEWS)[number];

/** A slip (boleto) of the list. Days of the local calendar, `AAAA-MM-DD`; amounts in centavos. */
export interface SlipLine {
  /** Its sale. */
  readonly id: string;
  readonly amount: number;
  readonly dueOn: string;
  readonly payableUntil: string;
  readonly stand: SaleSlip['stand'];
  readonly payerName: string | null;
  readonly referenceId: string | null;
  readonly description: string | null;
  /** With interest and fine, less its discount. */
  readonly paidAmount: number | null;
  /** ISO 8601, UTC. */
  readonly paidAt: string | null;
  /** The second copy: its page, and the file; null once nobody can pay it. */
  readonly url: string | null;
  readonly pdf: string | null;
}

interface SlipFigures {
  readonly count: number;
  readonly amount: number;
  /** There may be more, and more of them: counting stopped. */
  readonly bounded: boolean;
}

/** The calls of "Boletos", typed for the panel's front end. */
export interface SlipRoutes {
  'GET /slips': {
    query: { view?: SlipView; cursor?: string; limit?: string };
    answer: { items: readonly SlipLine[]; next: string | null };
  };
  'GET /slips/summary': { query: { view?: SummedSlipView }; answer: SlipFigures };
}
