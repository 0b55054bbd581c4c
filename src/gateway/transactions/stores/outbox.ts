import type { WriteTransaction } from '../../../platform/database/index.ts';
import type { History } from '../../history/index.ts';
import type { StatusChange } from '../rules/change.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { LinkUses } from './link-uses.ts';

/** A change of status that the merchant, the back office or both will be told of. */
export interface PlannedPostback extends StatusChange {
  /** Undefined: the merchant asked for no postbacks. */
  readonly url: string | undefined;
  /** Milliseconds the first attempt waits after the answer to the request. */
  readonly waitMs: number;
}

/** Writes the postbacks of a change in the change's own commit. */
export interface Outbox {
  /** Call it before the commit. Undefined when nobody is to be told. */
  plan(change: StatusChange): Promise<PlannedPostback | undefined>;
  write(write: WriteTransaction, planned: readonly PlannedPostback[]): Promise<void>;
  /** Call it after the commit: there is something to send. */
  committed(planned: PlannedPostback): void;
}

/** An item of a grouped write with its planned postback. */
export interface WithPostback<Item> {
  readonly item: Item;
  readonly planned: PlannedPostback | undefined;
}

export function plannedOf(items: readonly WithPostback<unknown>[]): readonly PlannedPostback[] {
  return items.flatMap(({ planned }) => planned ?? []);
}

/** What is written in the commit of a sale's change, beside its own tables. */
export interface WriteParts {
  readonly kinds: PaymentKinds;
  readonly history: History;
  readonly outbox: Outbox;
  readonly links: LinkUses;
  /** The local day of a moment, by which figures are kept. */
  dayOf(epochMs: number): string;
}
