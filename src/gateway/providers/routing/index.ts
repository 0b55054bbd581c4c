export type { Choice } from './choose.ts';
export {
  type CardToRoute,
  type ChoosingOptions,
  type ChosenRoute,
  createChooser,
  type TriedRules,
} from './choosing.ts';
export { momentOf } from './facts.ts';
export { type RoutingNote, readNote } from './note.ts';
export { PaymentToTry, readPaymentToTry } from './payment-to-try.ts';
export type { ReachableAccounts } from './reachable.ts';
export { parseRuleSet, readRuleSet } from './read-rule-set.ts';
export {
  createRoutingRules,
  type RoutingRules,
  type RulesOfOwner,
  type RulesOwner,
} from './routing-rules.ts';
export { type NumberedRuleSet, type Rule, type RuleSet, RuleSetFile } from './rule-set.ts';
export { accountsText, conditionsText } from './rule-words.ts';
export { splitKey } from './split.ts';
export { type KeptVersion, routingMigrations } from './store.ts';
export { routingText } from './words.ts';
