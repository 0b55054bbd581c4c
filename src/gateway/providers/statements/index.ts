export type {
  DebitKind,
  PayoutState,
  PayoutType,
  SaleDisputeState,
  StatementLine,
  StatementLineKind,
  StatementPayout,
} from './statement-line.ts';
export type {
  StatementAnswer,
  StatementPage,
  StatementPeriod,
  StatementQuestion,
  StatementSource,
} from './statement-source.ts';
