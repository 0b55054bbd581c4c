import type { DerivedTokens } from '../../platform/derived-tokens.ts';
import type { History } from '../history/index.ts';
import type { MerchantDefaults } from '../kinds/card/index.ts';
import type { Pix } from '../kinds/pix/index.ts';
import type { Slips } from '../kinds/slip/index.ts';
import type { Acquirers } from '../providers/index.ts';
import type { StoredCards } from '../stored-cards/index.ts';
import type { IntentionStore, MoveDependencies, Once } from '../transactions/index.ts';
import type { AuthorizeDependencies } from './authorize.ts';

/** What payments stand on. */
export interface PaymentsDependencies extends AuthorizeDependencies, MoveDependencies {
  readonly acquirers: AuthorizeDependencies['acquirers'] &
    MoveDependencies['acquirers'] &
    Pick<Acquirers, 'route'>;
  readonly pix: Pick<
    Pix,
    | 'prepare'
    | 'offer'
    | 'liveCharge'
    | 'isBeingCanceled'
    | 'superseded'
    | 'besideOf'
    | 'pagesOf'
    | 'withdraw'
    | 'withdrawnBefore'
  >;
  readonly slips: Pick<Slips, 'prepare' | 'prepareOffered' | 'offer' | 'liveCharge' | 'besideOf' | 'takenBy'>;
  readonly history: Pick<History, 'of'>;
  readonly once: Once;
  readonly storedCards: Pick<StoredCards, 'use' | 'keepForSale' | 'ofSale' | 'fingerprintOf' | 'learn'>;
  defaultsOf(merchantId: number): Promise<MerchantDefaults>;
  readonly intentions: Pick<IntentionStore, 'find'>;
  readonly tokens: DerivedTokens;
}
