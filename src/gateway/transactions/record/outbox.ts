import type { WriteTransaction } from '../../../platform/index.ts';
import type { History, Origin } from '../../history/index.ts';
import type { Transaction } from './transaction.ts';

/** A change of a transaction's status. */
export interface StatusChange {
  /** After the change. */
  readonly transaction: Transaction;
  /** What brought it about. A merchant's own request is answered first, and told of afterwards. */
  readonly origin: Origin;
  /** The first result of a sale. */
  readonly isFirst: boolean;
}

/** A change of status that the merchant will be told of. */
export interface PlannedPostback extends StatusChange {
  readonly url: string;
  /** How long the first try waits after the answer to the request, in milliseconds. */
  readonly waitMs: number;
}

/** Where it is written down what merchants are to be told, in the commit of the change itself. */
export interface Outbox {
  /** Before the commit. Undefined where the merchant asked for no postbacks. */
  plan(change: StatusChange): Promise<PlannedPostback> | undefined;
  write(write: WriteTransaction, planned: readonly PlannedPostback[]): Promise<void>;
  /** After the commit: there is something to send. */
  committed(planned: PlannedPostback): void;
}

/** An item of a grouped write with what its merchant will be told of it. */
export interface WithPostback<Item> {
  readonly item: Item;
  readonly planned: PlannedPostback | undefined;
}

export function plannedOf(items: readonly WithPostback<unknown>[]): readonly PlannedPostback[] {
  return items.flatMap(({ planned }) => planned ?? []);
}

/** What is written in the commit of a sale's change, beside its own tables. */
export interface WriteParts {
  readonly history: History;
  readonly outbox: Outbox;
  /** The local day of a moment, by which figures are kept. */
  dayOf(epochMs: number): string;
}
