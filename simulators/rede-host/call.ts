import type { Merchant } from './access/merchants.ts';
import type { Fields } from './fields.ts';

/** v1 takes PV and key as Basic, v2 a token as Bearer (docs/contract/acquirers.md A.1). */
export type ApiVersion = 'v1' | 'v2';

/** A call that got through the door. */
export interface Call {
  readonly merchant: Merchant;
  readonly version: ApiVersion;
  /** Whether the answer tells what the card scheme said (docs/contract/acquirers.md A.1). */
  readonly brandOpened: boolean;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
}
