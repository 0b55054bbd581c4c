/**
 * Who works at a till, as the seller calls it (`Operador`). It logs in to the operational interface, and its key is held
 * to its profile; the panel's team are users of their own.
 */
export interface Operator {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  /** As the till names it; unique among the person's operators. In small letters. */
  readonly login: string;
  readonly email: string | undefined;
  readonly active: 0 | 1;
  readonly profile: OperatorProfile;
  /** Undefined: it cannot log in. */
  readonly passwordHash: string | undefined;
}

export const OPERATOR_PROFILES = ['administrador', 'financeiro', 'caixa', 'leitura'] as const;
export type OperatorProfile = (typeof OPERATOR_PROFILES)[number];
