export type {
  DebitKind,
  PayoutState,
  PayoutType,
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
