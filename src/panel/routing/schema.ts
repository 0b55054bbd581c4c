import Type, { type Static } from 'typebox';
import { type Choice, PaymentToTry, type Rule, RuleSetFile } from '../../gateway/providers/index.ts';
import type { ShownStand } from '../acquirers/schema.ts';

export type RoutingRule = Rule;
/** Where a payment would go, and why in words. */
export interface RoutingChoice extends Pick<Choice, 'account' | 'by' | 'next' | 'struckOut'> {
  readonly rule: string | null;
  readonly text: string;
}

/** A version of the rules, as the list shows it. */
export interface RulesVersion {
  readonly version: number;
  readonly createdAt: string;
  readonly rules: number;
  readonly isActive: boolean;
}

/** A rule with what people read of it. */
export interface ShownRule extends Rule {
  /** "crédito · Visa · de 2 a 12 parcelas" */
  readonly whenText: string;
  /** "Rede 80%, Cielo 20%" */
  readonly accountsText: string;
}

export interface RoutingAccount {
  readonly provider: string;
  /** As people write it. */
  readonly name: string;
  readonly isDefault: boolean;
  /** Null for one that the shop does not have. */
  readonly stand: ShownStand | null;
}

export interface RoutingPage {
  /** Null: the installation's, for persons without their own. */
  readonly personId: number | null;
  /** When the active version became so; null: no rules are active. */
  readonly activeSince: string | null;
  /** It may be older than all that are listed. */
  readonly activeVersion: number | null;
  /** Newest first. */
  readonly versions: readonly RulesVersion[];
  /** What can be chosen in a rule. */
  readonly accounts: readonly RoutingAccount[];
  /** The person's rules are the installation's. */
  readonly usesInstallation: boolean;
  readonly mode: 'sandbox' | 'production';
}

export interface RulesDetail extends RulesVersion {
  readonly list: readonly ShownRule[];
  /** Where goes what no rule speaks of; null: one speaks of all. */
  readonly restText: string | null;
}

/** Rules that are not kept yet, or the number of those that are. One of them. */
export const TrialBody = Type.Object({
  rules: Type.Optional(RuleSetFile.properties.rules),
  version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  /** Absent: the last sales. */
  payment: Type.Optional(PaymentToTry),
});
export type TrialBody = Static<typeof TrialBody>;

export interface TrialAnswer {
  /** Of one payment. */
  readonly choice?: RoutingChoice;
  /** Of the last sales. */
  readonly trial?: {
    readonly sales: number;
    readonly moved: number;
    readonly uncertain: number;
    readonly accounts: readonly {
      readonly account: string;
      readonly today: number;
      readonly tried: number;
    }[];
    readonly rules: readonly { readonly rule: string | null; readonly sales: number }[];
    readonly changes: readonly {
      readonly transactionId: string;
      readonly createdAt: string;
      readonly amount: number;
      readonly from: string | null;
      readonly to: string | null;
      readonly rule: string | null;
    }[];
  };
}

/** The calls of "Rotas", typed for the panel's front end. */
export interface RoutingRoutes {
  'GET /routing': { query: { person?: string }; answer: RoutingPage };
  'GET /routing/:version': { query: { person?: string }; answer: RulesDetail };
  'POST /routing': { body: Static<typeof RuleSetFile>; answer: { readonly version: number } };
  'POST /routing/:version/activate': { answer: null };
  'POST /routing/off': { answer: null };
  'POST /routing/test': { body: TrialBody; answer: TrialAnswer };
}
