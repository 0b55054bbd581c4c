import type { Fields } from '../host/fields.ts';
import type { Merchant } from './access/merchants.ts';

/** v1 authenticates with PV and key (Basic), v2 with a token (Bearer) (docs/contract/acquirers.md A.1). */
export type ApiVersion = 'v1' | 'v2';

/** A call whose credentials and content type were accepted. */
export interface Call {
  readonly merchant: Merchant;
  readonly version: ApiVersion;
  /** Whether the answer includes the card scheme's own answer (docs/contract/acquirers.md A.1). */
  readonly brandOpened: boolean;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
}
