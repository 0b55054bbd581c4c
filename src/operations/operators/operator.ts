/** Who works at a till, as the seller calls it (`Operador`). It is no login: the team logs in to the panel by e-mail. */
export interface Operator {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  /** As the till names it; unique among the person's operators. In small letters. */
  readonly login: string;
  readonly email: string | undefined;
  readonly active: 0 | 1;
  readonly profile: OperatorProfile;
}

export const OPERATOR_PROFILES = ['administrador', 'financeiro', 'caixa', 'leitura'] as const;
export type OperatorProfile = (typeof OPERATOR_PROFILES)[number];
